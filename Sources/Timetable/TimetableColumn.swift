internal import PrayerTimes

/// What a column of a timetable holds.
enum TimetableColumn: Hashable {
  case date
  case time(Prayer)
  case iqama(Prayer)

  /// The columns that every table has, for messages.
  static let needed = (["date"] + Prayer.allCases.map(\.rawValue)).joined(separator: ", ")

  /// - Parameter name: in small or capital letters.
  init?(name: String) {
    let name = name.lowercased()
    let suffix = "_iqama"
    if name == "date" {
      self = .date
    } else if let prayer = Prayer(rawValue: name) {
      self = .time(prayer)
    } else if name.hasSuffix(suffix),
      let prayer = Prayer(rawValue: String(name.dropLast(suffix.count))),
      prayer != .sunrise
    {
      self = .iqama(prayer)
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .date: "date"
    case .time(let prayer): prayer.rawValue
    case .iqama(let prayer): prayer.rawValue + "_iqama"
    }
  }

  /// Whether a table without it is refused.
  var isNeeded: Bool { if case .iqama = self { false } else { true } }
}
