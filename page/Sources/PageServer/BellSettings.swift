internal import PrayerTimes

/// When the bell rings, and how.
package struct BellSettings: Codable, Equatable, Sendable {
  /// What is played.
  package enum Sound: String, Codable, Sendable {
    case off, chime
    /// `PRAYER.wav` in the folder of sounds, else `adhan.wav`, else the chime.
    case file
  }

  /// The bell of one prayer.
  package struct Ring: Codable, Equatable, Sendable {
    package var sound = Sound.off
    /// Minutes before the time, 0 to 30.
    package var beforeMin = 0

    package init(sound: Sound = .off, beforeMin: Int = 0) {
      (self.sound, self.beforeMin) = (sound, beforeMin)
    }
  }

  /// By the prayer's name; absent: off.
  package var prayers: [String: Ring] = [:]
  /// Local clock times `22:00` between which nothing sounds; both or none.
  package var quietFrom, quietTo: String?
  /// Whether the daemon's motor is played too.
  package var motor: Bool?

  package init() {}

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Throws: what is wrong, as a sentence.
  func check() throws(Problem) {
    for (name, ring) in prayers {
      guard let prayer = Prayer(rawValue: name), prayer != .sunrise else {
        throw Problem(
          description: "bell: \(name) is no prayer; take one of fajr, dhuhr, asr, maghrib, isha")
      }
      guard (0...30).contains(ring.beforeMin) else {
        throw Problem(description: "bell: minutes before \(name) are out of range: 0 to 30")
      }
    }
    for text in [quietFrom, quietTo].compactMap(\.self) where Self.minutes(text) == nil {
      throw Problem(description: "bell: '\(text)' is no clock time such as 22:00")
    }
  }

  /// Whether nothing sounds at a minute of the local day; the time may go over midnight.
  package func isQuiet(minute: Int) -> Bool {
    guard let from = quietFrom.flatMap(Self.minutes), let to = quietTo.flatMap(Self.minutes)
    else { return false }
    return from <= to ? (from..<to).contains(minute) : minute >= from || minute < to
  }

  /// `22:30` as minutes of the day.
  static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }
}
