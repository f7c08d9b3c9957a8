private import Glibc
package import Quantities
private import Threads

/// A client of gpsd, for a thread of its own: it can block for as long as the system looks up a
/// name.
///
/// It connects, asks for reports, judges those of one receiver and hands them on; where gpsd does
/// not run, ends or hangs, the client reports it and tries again, without end.
package struct GPSDClient {
  /// What the client reports.
  package enum Update: Equatable, Sendable {
    /// A fix, or the loss of it, and when it came.
    case fix(Fix, at: Timestamp)
    /// The state of the connection or of the receiver has changed.
    case status(GPSDStatus)
    /// A report or its date was rejected; reported for the first of several in a row.
    case fault(FixFault)
    /// Of several receivers this one is used from now on: gpsd's name of it, and how many there
    /// are.
    case receiver(String, of: Int)
    /// The number of lines that were skipped, as they were too long or not gpsd's; `reason` is that
    /// of one of them.
    case refused(Int, reason: String)
  }

  /// ms between two checks whether to stop.
  private static let pollInterval: Int32 = 100
  /// µs between two reads: a flood of lines costs at most 16 KiB of parsing in this time, and a
  /// report waits no longer.
  private static let readPause: UInt32 = 10_000

  private let settings: GPSDSettings
  private let clock = BootClock()
  private let isStopped: () -> Bool
  private let meter: GPSDMeter
  private let tell: (Update) -> Void
  private var retryDelay: RetryDelay
  private var judge = FixJudge()
  private var choice = ReceiverChoice()
  private var status: GPSDStatus?
  private var fault: FixFault?

  /// - Parameters:
  ///   - isStopped: asked ten times a second.
  ///   - meter: counts the rounds of the client's loop, ten a second, for another thread to check.
  ///   - tell: called on the client's thread; must not block.
  package init(
    _ settings: GPSDSettings, isStopped: @escaping () -> Bool, meter: GPSDMeter = GPSDMeter(),
    tell: @escaping (Update) -> Void
  ) {
    self.settings = settings
    self.meter = meter
    self.isStopped = {
      meter.beat()
      return isStopped()
    }
    self.tell = tell
    retryDelay = settings.timing.retryDelay
  }

  /// Runs until it is stopped. Blocks.
  package mutating func run() {
    while !isStopped() {
      do throws(GPSDError) {
        try listen(to: try connect())
      } catch {
        // An attempt to connect that a stop has ended says nothing of gpsd.
        if error != .stopped { note(status(after: error)) }
      }
      guard !isStopped() else { return }
      pause(microseconds: retryDelay.failed())
    }
  }

  private func connect() throws(GPSDError) -> GPSDConnection {
    meter.isConnecting = true
    defer { meter.isConnecting = false }
    return try GPSDConnection(settings, isStopped: isStopped)
  }

  private func status(after error: GPSDError) -> GPSDStatus {
    guard error != .silent else { return .hangs }
    return .unreachable(
      reason: "\(settings.host) port \(settings.port): \(error)", obstacle: error.obstacle)
  }

  /// The state of one connection.
  private struct Session {
    var silence: SilenceWatch
    var lastReport: Timestamp
    /// Whether any line was gpsd's.
    var isGPSD = false
    /// Why the last line that was not gpsd's was refused.
    var refusal: String?
  }

  /// Reads until it is stopped, or throws why it cannot go on.
  private mutating func listen(to connection: GPSDConnection) throws(GPSDError) {
    let start = clock.now
    var session = Session(silence: SilenceWatch(settings.timing, at: start), lastReport: start)
    do throws(GPSDError) {
      while !isStopped() {
        if connection.wait(milliseconds: Self.pollInterval) {
          take(try connection.read(), &session)
          usleep(Self.readPause)
        }
        switch session.silence.pass(to: clock.now) {
        case .nothing: break
        case .ask: try connection.ask()
        case .giveUp: throw .silent
        }
      }
    } catch {
      guard let reason = session.refusal, !session.isGPSD else { throw error }
      throw .notGPSD(reason: reason)
    }
  }

  private mutating func take(_ received: GPSDConnection.Received, _ session: inout Session) {
    let now = clock.now
    meter.count(lines: received.lines.count, refused: received.refused)
    if received.refused > 0 {
      session.refusal = received.reason
      tell(.refused(received.refused, reason: received.reason))
    }
    guard !received.lines.isEmpty else { return }
    session.isGPSD = true
    session.silence.received(at: now)
    retryDelay.succeeded()
    var newest: Fix?
    for line in received.lines {
      if case .report(let report, let device) = line {
        session.lastReport = now
        newest = take(report, of: device, at: now) ?? newest
      } else if now.seconds(since: session.lastReport) >= settings.timing.silence {
        note(.noReceiver)
      }
    }
    // One a read at the most: a flood of them must not push samples of the sensors out of their
    // queue.
    if let newest { tell(.fix(newest, at: now)) }
  }

  /// - Returns: the fix, or the loss of it, where the report is of the receiver in use and is
  ///   accepted.
  private mutating func take(
    _ report: FixReport, of device: String, at time: Timestamp
  ) -> Fix? {
    let before = choice.device
    guard choice.uses(device, mode: report.mode, at: time) else { return nil }
    if let used = choice.device, used != before, choice.count > 1 {
      tell(.receiver(used, of: choice.count))
    }
    let judgement = judge.judge(report, at: time, clock: KernelClock.realTime.microseconds)
    if let fault = judgement.fault, !fault.isLike(self.fault) { tell(.fault(fault)) }
    fault = judgement.fault
    guard let fix = judgement.fix else { return nil }
    note(fix.position == nil ? .noFix : .fix)
    return fix
  }

  private mutating func note(_ new: GPSDStatus) {
    guard new != status else { return }
    status = new
    tell(.status(new))
  }

  private func pause(microseconds: Int64) {
    let end = clock.now.advanced(byMicroseconds: microseconds)
    while !isStopped(), clock.now < end { usleep(UInt32(Self.pollInterval) * 1000) }
  }
}
