import JSON
import Quantities

/// The keys of a trace's first lines that mean nothing to a replay, and those among them that look like a mistake.
struct UnknownKeys: Equatable, Sendable {
  /// Lines that are looked at: a mistake is in each line.
  private static let lines = 64
  /// Different keys that are kept.
  private static let most = 16

  private var left = Self.lines
  /// In the order of their first occurrence.
  private(set) var names: [String] = []

  /// Counts a line; false once enough were looked at.
  mutating func beginLine() { if left > 0 { left -= 1 } }

  mutating func add(_ key: JSONKey) {
    guard left > 0, names.count < Self.most, let name = key.text, !names.contains(name) else {
      return
    }
    names.append(name)
  }

  /// What other programs call the keys of a trace.
  private static let others: [String: [String]] = [
    "t": ["time", "timestamp", "ts", "t_s", "t_ms", "t_us", "time_s"],
    "mag": [
      "magn", "magnetometer", "magnetic_field", "magnetic", "magfield", "mag_ut", "m", "field",
    ],
    "accel": ["acc", "accl", "acceleration", "accelerometer", "accel_mps2", "a"],
    "gyro": ["gyr", "gyroscope", "angular_rate", "angular_velocity", "gyro_rps", "w", "omega"],
    "fix": ["gps", "gnss", "tpv"],
    "id": ["source"],
    "delay_s": ["delay"],
  ]

  /// For each key that looks like a known one, what to write instead.
  var warnings: [String] {
    names.compactMap { name in
      let small = name.lowercased()
      guard let known = Self.others.first(where: { $0 == small || $1.contains(small) })?.key
      else { return nil }
      return "the key \"\(shown(name))\" is ignored; for a measurement write \"\(known)\""
    }
  }

  /// The keys as a list for a message; `nil` without any.
  var list: String? {
    names.isEmpty ? nil : names.map { "\"\(shown($0))\"" }.joined(separator: ", ")
  }
}
