private import Glibc
package import Quantities

/// A client of gpsd, for a thread of its own: it can block for as long as the system tries to connect.
///
/// It connects, asks for reports, judges them and hands them on; where gpsd is not there, goes away or
/// hangs, it says so and tries again, without end.
package struct GPSDClient {
  /// What it tells.
  package enum Update: Equatable, Sendable {
    /// A fix, or the loss of it, and when it came.
    case fix(Fix, at: Timestamp)
    /// It stands otherwise with gpsd than before.
    case status(GPSDStatus)
    /// A report or its date was not believed; told when it begins and not each time again.
    case fault(FixFault)
  }

  /// ms after which it looks whether to stop.
  private static let nap: Int32 = 100

  private let settings: GPSDSettings
  private let isStopped: () -> Bool
  private let tell: (Update) -> Void
  private var backoff: Backoff
  private var judge = FixJudge()
  private var status: GPSDStatus?
  private var fault: FixFault?

  /// - Parameters:
  ///   - isStopped: asked ten times a second.
  ///   - tell: called on the client's thread; must not block.
  package init(
    _ settings: GPSDSettings, isStopped: @escaping () -> Bool, tell: @escaping (Update) -> Void
  ) {
    self.settings = settings
    self.isStopped = isStopped
    self.tell = tell
    backoff = Backoff(
      first: settings.patience.firstPause, longest: settings.patience.longestPause)
  }

  /// Runs until it is stopped. Blocks.
  package mutating func run() {
    while !isStopped() {
      let end: GPSDStatus
      do {
        end = try listen(to: try GPSDConnection(settings))
      } catch {
        end = .unreachable(reason: "\(settings.host) port \(settings.port): \(error)")
      }
      guard !isStopped() else { return }
      note(end)
      pause(backoff.pause())
    }
  }

  /// Reads until it is stopped, or gpsd hangs or goes away.
  private mutating func listen(to connection: GPSDConnection) throws(GPSDError) -> GPSDStatus {
    let start = BootClock.now()
    var silence = SilenceWatch(settings.patience, at: start)
    var lastReport = start
    while !isStopped() {
      _ = connection.wait(milliseconds: Self.nap)
      while let line = try connection.read() {
        let now = BootClock.now()
        silence.hear(at: now)
        backoff.reset()
        if case .report(let report) = line {
          lastReport = now
          take(report, at: now)
        } else if now.seconds(since: lastReport) >= settings.patience.silence {
          note(.noReceiver)
        }
      }
      switch silence.pass(to: BootClock.now()) {
      case .nothing: break
      case .ask: try connection.ask()
      case .giveUp: return .hangs
      }
    }
    return .hangs
  }

  private mutating func take(_ report: FixReport, at time: Timestamp) {
    let judgement = judge.judge(report, at: time, clock: BootClock.date())
    if let fault = judgement.fault, !fault.isLike(self.fault) { tell(.fault(fault)) }
    fault = judgement.fault
    guard let fix = judgement.fix else { return }
    note(fix.position == nil ? .noFix : .fix)
    tell(.fix(fix, at: time))
  }

  private mutating func note(_ new: GPSDStatus) {
    guard new != status else { return }
    status = new
    tell(.status(new))
  }

  private func pause(_ seconds: Double) {
    let end = BootClock.now().advanced(byMicroseconds: Int64(seconds * 1e6))
    while !isStopped(), BootClock.now() < end { usleep(UInt32(Self.nap) * 1000) }
  }
}
