extension Configuration.GPSD {
  /// `nil` if gpsd is switched off.
  init?(_ section: Section) throws(ConfigurationError) {
    self.init()
    let behindHost = try readHost(section)
    if let port = try section.integer("port", 1...65_535) {
      if let behindHost, behindHost != port {
        throw section.badValue("port", "\(behindHost), as in gpsd.host, or leave one of them out")
      }
      self.port = UInt16(port)
    }
    guard try section.bool("enabled") ?? true else { return nil }
  }

  /// - Returns: the port after the host's name; `nil` without one.
  private mutating func readHost(_ section: Section) throws(ConfigurationError) -> Int? {
    guard let text = try section.string("host", GPSDHostError.host.allowed, where: { _ in true })
    else { return nil }
    do throws(GPSDHostError) {
      let read = try GPSDHost(parsing: text)
      host = read.host
      if let port = read.port { self.port = port }
      return read.port.map(Int.init)
    } catch {
      throw section.badValue("host", error.allowed)
    }
  }
}

extension Configuration.Stream {
  /// The longest directory, bytes: a socket's path has at most 107, and `/control.sock` follows.
  private static let longestDirectory = 94

  mutating func read(_ section: Section) throws(ConfigurationError) {
    let longest = Self.longestDirectory
    directory = try section.string(
      "directory", "an absolute path of at most \(longest) bytes"
    ) { $0.hasPrefix("/") && $0.utf8.count <= longest }
    let allowed =
      "a string of octal digits, \"0600\" to \"0777\", that lets the owner read and write"
    let text = try section.string("mode", allowed) { Self.mode($0) != nil }
    if let mode = text.flatMap(Self.mode) { self.mode = mode }
    clientsPerUser = try section.integer("clients_per_user", 1...1024) ?? clientsPerUser
  }

  /// The permission bits; `nil` unless the owner can read and write.
  private static func mode(_ text: String) -> UInt32? {
    guard 3...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x37 ~= $0 }),
      let mode = UInt32(text, radix: 8), mode <= 0o777, mode & 0o600 == 0o600
    else { return nil }
    return mode
  }
}

extension Configuration.Control {
  mutating func read(_ section: Section) throws(ConfigurationError) {
    isEnabled = try section.bool("enabled") ?? isEnabled
    // useradd(8): at most 32 characters.
    group = try section.string("group", "a group's name, or \"\" for none") { name in
      name.utf8.count <= 32 && !name.contains { $0 == ":" || $0.isWhitespace || $0 == "/" }
    }
  }
}

extension Configuration.Alignment {
  mutating func read(_ section: Section) throws(ConfigurationError) {
    func set(_ target: inout Double, _ key: String, _ range: ClosedRange<Double>, _ unit: String)
      throws(ConfigurationError)
    {
      if let value = try section.number(key, range, unit) { target = value }
    }
    try set(&enterDegrees, "enter_deg", 0.5...10, "degrees")
    try set(&leaveDegrees, "leave_deg", 0.5...30, "degrees")
    try set(&dwellMilliseconds, "dwell_ms", 0...10_000, "milliseconds")
    try set(&passDegreesPerSecond, "pass_dps", 1...1000, "degrees a second")
    try set(&lockSeconds, "lock_s", 0...60, "seconds")
    try set(&hapticGapMilliseconds, "haptic_gap_ms", 0...60_000, "milliseconds")
    // The default in the place of a value that was refused is not compared.
    let isOneRefused = section.isRefused("enter_deg") || section.isRefused("leave_deg")
    guard leaveDegrees > enterDegrees || isOneRefused else {
      let isLeave = section.has("leave_deg")
      throw section.badValue(
        isLeave ? "leave_deg" : "enter_deg",
        isLeave ? "more than enter_deg, \(enterDegrees)" : "less than leave_deg, \(leaveDegrees)")
    }
  }
}
