import GPSD
import Logging
import NIOPosix
import Quantities

/// The thread of gpsd's client: what it hears goes into the queue, how it stands into the journal.
struct GPSDThread: Sendable {
  /// In the queue sensors count from 0 on.
  private static let source = -1

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
          queue.put(Sample(time: time, fix: fix), from: Self.source)
        }
        journal.take(update, at: .now)
      }
      client.run()
    }
  }
}
