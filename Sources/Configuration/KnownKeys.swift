/// Every key of the file, by section.
enum KnownKeys {
  static let place = ["latitude_deg", "longitude_deg", "altitude_m", "error_m"]
  static let north = ["declination_deg", "coefficients"]
  static let target = ["name", "latitude_deg", "longitude_deg", "method"]
  static let sensors = ["bus", "chips", "kernel_drivers"]
  static let gpsd = ["enabled", "host", "port"]
  static let haptics = [
    "output", "motor", "rated_v", "clamp_v", "compensation", "back_emf", "back_emf_gain", "bus",
    "line", "active_low", "device", "muted", "settle_ms", "aligned", "aligned_uncertain", "left",
    "locked", "passed", "error",
  ]
  static let stream = ["directory", "mode"]
  static let alignment = [
    "enter_deg", "leave_deg", "dwell_ms", "pass_dps", "lock_s", "haptic_gap_ms",
  ]
  static let log = ["level"]

  static let sections: [(name: String, keys: [String])] = [
    ("place", place), ("north", north), ("target", target), ("sensors", sensors), ("gpsd", gpsd),
    ("haptics", haptics), ("stream", stream), ("alignment", alignment), ("log", log),
  ]

  /// The paths of a section's keys; without a section, the sections.
  static func paths(in section: String?) -> [String] {
    guard let section else { return sections.map { "[\($0.name)]" } }
    return sections.first { $0.name == section }?.keys.map { "\(section).\($0)" } ?? []
  }

  /// The path of the known key that looks most like `key`, or `nil` where none does.
  ///
  /// Looked for in its own section first; a key that stands in the wrong one is found too.
  static func nearest(to key: String, in section: String?) -> String? {
    // A longer key is no slip of the pen, and the distance takes the product of the lengths.
    guard key.utf8.count <= 64 else { return nil }
    var best: (path: String, distance: Int)?
    func consider(_ name: String, _ path: String, penalty: Int) {
      let distance = editDistance(Array(key.utf8), Array(name.utf8))
      guard distance <= max(name.utf8.count / 2, 1) || name.hasPrefix(key + "_") else { return }
      // Half steps: in the same section wins among equals.
      if distance * 2 + penalty < best?.distance ?? .max { best = (path, distance * 2 + penalty) }
    }
    for known in sections {
      consider(known.name, "[\(known.name)]", penalty: section == nil ? 0 : 3)
      for name in known.keys {
        consider(name, "\(known.name).\(name)", penalty: section == known.name ? 0 : 1)
      }
    }
    return best?.path
  }

  /// How many bytes have to be put in, taken out or changed (Levenshtein).
  static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let change = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
