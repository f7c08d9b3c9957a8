import Quantities
import Wire

/// Heading, error and status of the last ten minutes, one entry for each second.
struct HeadingHistory: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// When the reading arrived, whole seconds of the caller's clock.
    var second: Int
    /// Degrees from true north, or from magnetic north without a declination; `nil` without a heading.
    var heading: Double?
    /// The heading error, degrees, 68 %.
    var error: Double?
    var status: Reading.Status
  }

  /// How far back it goes, seconds.
  static let seconds = 600

  /// The oldest first.
  private(set) var entries: [Entry] = []

  /// Adds a reading. Of the readings of one second the last one counts.
  mutating func add(_ reading: Reading, at seconds: Double) {
    guard abs(seconds) < 1e12 else { return }
    let second = Int(seconds.rounded(.down))
    let entry = Entry(
      second: second, heading: reading.headingTrue?.degrees ?? reading.headingMagnetic?.degrees,
      error: reading.error68Degrees, status: reading.status)
    if let last = entries.last, last.second >= second {
      // A clock that ran backwards begins another history.
      if last.second > second { entries = [entry] } else { entries[entries.count - 1] = entry }
      return
    }
    entries.append(entry)
    let oldest = second - Self.seconds
    if let first = entries.first, first.second <= oldest {
      entries.removeAll { $0.second <= oldest }
    }
  }

  /// The part of the entries that were accurate, percent; `nil` without any.
  var accuratePercent: Double? {
    guard !entries.isEmpty else { return nil }
    return 100 * Double(entries.count { $0.status == .accurate }) / Double(entries.count)
  }
}
