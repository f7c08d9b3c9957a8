import GPSD
import Logging
import Pipeline
import Quantities
import Threads

/// The thread of gpsd's client: it puts fixes into the queue and the client's state into the log.
struct GPSDThread: Sendable {
  let settings: GPSDSettings
  let stop: StopFlag
  let queue: InputQueue
  let logger: Logger
  /// Shows other threads that the client's loop runs.
  let meter = GPSDMeter()

  /// Starts the thread, which ends soon after `stop` is set. While it looks up a host's name
  /// and no server answers it ends with the process only.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) { try DedicatedThread.start { run() } }

  private func run() {
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
