import GPSD
import Logging

/// What is logged of gpsd: a fact when it is new, and then at most once a minute.
///
/// A receiver with weak reception gains and loses its fix every second: two lines a second, 170,000 a day.
/// What is held back is counted and logged when its minute is over; so the last line is always true.
///
/// Used by gpsd's thread alone.
final class GPSDJournal {
  /// What a line is about; two lines about the same thing may differ in their numbers.
  enum Fact: Hashable {
    case unreachable, hangs, noReceiver, noFix, fix
    case notAPlace, zeroZero, jump, late, year, weekRollover
    case receiver, refused
  }

  private struct Held {
    /// When the last line was written.
    var since: ContinuousClock.Instant
    /// How often it was so again; lines that were refused count each.
    var count = 0
    /// How many facts had been noted when this one was noted last.
    var order = 0
    var level = Logger.Level.info
    var text = ""
  }

  /// From one line about a fact to the next.
  static let period = Duration.seconds(60)

  private let logger: Logger
  private let remoteHost: String?
  private var held: [Fact: Held] = [:]
  private var order = 0

  /// - Parameter remoteHost: as in `GPSDSettings`.
  init(logger: Logger, remoteHost: String?) {
    self.logger = logger
    self.remoteHost = remoteHost
  }

  /// Notes an update of the client; fixes are no facts of the journal.
  func take(_ update: GPSDClient.Update, at time: ContinuousClock.Instant) {
    switch update {
    case .fix: break
    case .status(let status):
      note(status.fact, status.level, status.journalLine(remoteHost: remoteHost), at: time)
    case .fault(let fault): note(fault.fact, .warning, "gpsd: \(fault)", at: time)
    case .receiver(let device, let count):
      note(.receiver, .info, "gpsd: of \(count) receivers \(device) is used", at: time)
    case .refused(let count, let reason):
      let text = "gpsd: a line was skipped, as it is not one of gpsd's: \(reason)"
      note(.refused, .warning, text, count: count, at: time)
    }
  }

  /// Writes what was held back for a minute; to be called about every second.
  func flush(at time: ContinuousClock.Instant) {
    let due = held.filter { time - $0.value.since >= Self.period }
    for (fact, line) in due.sorted(by: { $0.value.order < $1.value.order }) {
      guard line.count > 0 else {
        held[fact] = nil
        continue
      }
      let times = line.count == 1 ? "" : " (\(line.count) times within a minute)"
      logger.log(level: line.level, "\(line.text)\(times)")
      held[fact] = Held(since: time)
    }
  }

  private func note(
    _ fact: Fact, _ level: Logger.Level, _ text: String, count: Int = 1,
    at time: ContinuousClock.Instant
  ) {
    flush(at: time)
    guard var line = held[fact] else {
      logger.log(level: level, "\(text)")
      held[fact] = Held(since: time, count: count - 1, order: order, level: level, text: text)
      return
    }
    order += 1
    (line.count, line.order, line.level, line.text) = (line.count + count, order, level, text)
    held[fact] = line
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

  fileprivate var fact: GPSDJournal.Fact {
    switch self {
    case .unreachable: .unreachable
    case .hangs: .hangs
    case .noReceiver: .noReceiver
    case .noFix: .noFix
    case .fix: .fix
    }
  }
}

extension FixFault {
  fileprivate var fact: GPSDJournal.Fact {
    switch self {
    case .notAPlace: .notAPlace
    case .zeroZero: .zeroZero
    case .jump: .jump
    case .late: .late
    case .year: .year
    case .weekRollover: .weekRollover
    }
  }
}
