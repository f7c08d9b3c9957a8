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

  /// Starts it; it ends by itself soon after `stop` is set, unless it is just connecting to a host that
  /// does not answer: then it ends with the process.
  func start() {
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    pool.submit { [self] _ in
      var client = GPSDClient(settings, isStopped: { stop.isSet }, tell: take)
      client.run()
    }
  }

  private func take(_ update: GPSDClient.Update) {
    switch update {
    case .fix(let fix, let time): queue.put(Sample(time: time, fix: fix), from: Self.source)
    case .status(let status): logger.log(level: status.level, "\(status)")
    case .fault(let fault): logger.warning("gpsd: \(fault)")
    }
  }
}

extension GPSDStatus {
  fileprivate var level: Logger.Level {
    switch self {
    case .hangs: .warning
    case .unreachable, .noReceiver: .notice
    case .noFix, .fix: .info
    }
  }
}
