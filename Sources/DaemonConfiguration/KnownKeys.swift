/// Every key of the file, by section.
enum KnownKeys {
  static let place = ["latitude_deg", "longitude_deg", "altitude_m", "error_m"]
  static let north = ["declination_deg", "coefficients"]
  static let target = ["name", "latitude_deg", "longitude_deg", "method"]
  static let sensors = ["bus", "chips", "kernel_drivers", "pause_after_s"]
  static let mount = ["board", "magnetometer", "inertial", "error_deg"]
  static let gpsd = ["enabled", "host", "port"]
  static let haptics = [
    "output", "motor", "rated_v", "clamp_v", "compensation", "back_emf", "back_emf_gain", "bus",
    "line", "active_low", "device", "muted", "settle_ms", "aligned", "aligned_uncertain", "left",
    "locked", "passed", "error",
  ]
  static let stream = ["directory", "mode", "clients_per_user"]
  static let control = ["enabled", "group"]
  static let alignment = [
    "enter_deg", "leave_deg", "dwell_ms", "pass_dps", "lock_s", "haptic_gap_ms",
  ]
  static let calibration = ["automatic"]
  static let prayers = [
    "method", "madhab", "high_latitude", "polar", "shafaq", "rounding", "fajr_angle_deg",
    "isha_angle_deg", "isha_min", "height_m", "offsets", "timetable",
  ]
  static let hijri = ["day_begins", "first_days"]
  static let log = ["level"]

  static let sections: [(name: String, keys: [String])] = [
    ("place", place), ("north", north), ("target", target), ("sensors", sensors), ("mount", mount),
    ("gpsd", gpsd), ("haptics", haptics), ("stream", stream), ("control", control),
    ("alignment", alignment), ("calibration", calibration), ("prayers", prayers),
    ("hijri", hijri), ("log", log),
  ]

  /// The paths of a section's keys; for `nil`, the sections.
  static func paths(in section: String?) -> [String] {
    guard let section else { return sections.map { "[\($0.name)]" } }
    return sections.first { $0.name == section }?.keys.map { "\(section).\($0)" } ?? []
  }

  /// The path of the known key that is most similar to `key`; `nil` if none is similar.
  ///
  /// Keys of the same section are preferred. A key of another section has to be the same, or begin so.
  static func nearest(to key: String, in section: String?) -> String? {
    // A longer key is not a typing error, and the cost is the product of the lengths.
    guard key.utf8.count <= 64 else { return nil }
    let bytes = Array(key.utf8)
    var best: (path: String, distance: Int)?
    func consider(_ name: String, _ path: String, penalty: Int, isElsewhere: Bool) {
      // "lat" means "latitude_deg".
      let isShort = bytes.count >= 2 && name.hasPrefix(key)
      let isBeginning = isShort || name.hasPrefix(key + "_")
      let furthest = max(name.utf8.count / 2, 1)
      // The distance is at least the difference of the lengths.
      guard isBeginning || abs(bytes.count - name.utf8.count) <= furthest else { return }
      let distance = isShort ? 1 : editDistance(bytes, Array(name.utf8))
      guard isBeginning || distance <= furthest else { return }
      guard !isElsewhere || isBeginning || distance == 0 else { return }
      // Distances count double, so that the penalty decides only between equal distances.
      if distance * 2 + penalty < best?.distance ?? .max { best = (path, distance * 2 + penalty) }
    }
    for known in sections {
      consider(
        known.name, "[\(known.name)]", penalty: section == nil ? 0 : 3, isElsewhere: section != nil)
      let isElsewhere = section != nil && section != known.name
      for name in known.keys {
        consider(
          name, "\(known.name).\(name)", penalty: section == known.name ? 0 : 1,
          isElsewhere: isElsewhere)
      }
    }
    return best?.path
  }

  /// The number of bytes to insert, delete or replace (Levenshtein distance).
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
