import GPSD
import Logging
import NIOPosix
import Pipeline
import Quantities

/// The thread of gpsd's client: its fixes go into the queue, its state into the journal.
struct GPSDThread: Sendable {
  let settings: GPSDSettings
  let stop: StopFlag
  let queue: SampleQueue
  let logger: Logger
  /// Shows others that the thread goes on.
  let meter = GPSDMeter()

  /// Starts it; it ends by itself soon after `stop` is set, unless it is just looking up a host's name
  /// that no server answers for: then it ends with the process.
  func start() {
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    pool.submit { [self] _ in
      let journal = GPSDJournal(logger: logger, remoteHost: settings.remoteHost)
      let isStopped = {
        journal.flush(at: .now)
        return stop.isSet
      }
      var client = GPSDClient(settings, isStopped: isStopped, meter: meter) { update in
        if case .fix(let fix, let time) = update {
          queue.put(.sample(Sample(time: time, fix: fix)))
        }
        journal.take(update, at: .now)
      }
      client.run()
    }
  }
}
