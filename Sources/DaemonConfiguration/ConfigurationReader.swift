private import Haptics
private import Quantities
private import Wire

extension Configuration {
  /// Reads a configuration from a text.
  ///
  /// - Parameters:
  ///   - toml: the text; an empty one leaves every default.
  ///   - file: the file's name for error messages.
  /// - Throws: `ConfigurationError`, the first one found.
  package init(toml: String, file: String) throws(ConfigurationError) {
    let entries: [TOMLEntry]
    do {
      entries = try parseTOML(toml)
    } catch {
      throw ConfigurationError(
        file: file,
        problem: .syntax(line: error.line, column: error.column, reason: error.reason))
    }
    self.init()
    for entry in entries { try read(entry, file) }
  }

  /// - Parameter refused: paths of keys that were left out because their values are wrong.
  mutating func read(
    _ entry: TOMLEntry, _ file: String, refused: [String] = []
  ) throws(ConfigurationError) {
    guard let known = KnownKeys.sections.first(where: { $0.name == entry.key }) else {
      throw ConfigurationError(
        file: file,
        problem: .unknownKey(
          key: entry.key, nearest: KnownKeys.nearest(to: entry.key, in: nil),
          known: KnownKeys.paths(in: nil)))
    }
    guard case .table(let entries) = entry.item else {
      throw ConfigurationError(
        file: file,
        problem: .badValue(
          key: entry.key, value: entry.item.description, allowed: "a table: [\(entry.key)]"))
    }
    let section = try Section(
      file: file, name: known.name, entries: entries, known: known.keys, refused: refused)
    switch known.name {
    case "place": place = try Self.place(section)
    case "north":
      declination = try Self.declination(section)
      coefficients = try section.string("coefficients", "the absolute path of a coefficient file") {
        $0.hasPrefix("/")
      }
    case "target":
      target = try Self.target(section)
      method = try Self.method(section)
    case "sensors":
      sensorBus = try section.bus(
        "bus", "the number, the node or the name of an I2C bus, as `i2cdetect -l` lists it")
      let chips = try section.string(
        "chips", "drivers and addresses separated by blanks, as in \"hmc5883l@0x1E lis3dh@0x19\""
      ) { text in text.split(separator: " ").allSatisfy { $0.contains("@0x") } }
      sensorChips = chips?.split(separator: " ").map(String.init) ?? []
      usesKernelDrivers = try section.bool("kernel_drivers") ?? true
      pauseAfterSeconds = try section.number("pause_after_s", 1...86_400, "seconds")
    case "mount":
      try mount.read(section)
      mountErrorDegrees = try section.number("error_deg", 0...45, "degrees") ?? mountErrorDegrees
    case "gpsd": gpsd = try GPSD(section)
    case "haptics": haptics = try HapticSettings(section)
    case "stream": try stream.read(section)
    case "control": try control.read(section)
    case "alignment": try alignment.read(section)
    case "calibration": calibratesAutomatically = try section.bool("automatic") ?? true
    case "prayers": prayers = try section.words()
    case "hijri": hijri = try section.words()
    default: try readLog(section)
    }
  }

  private static func place(_ section: Section) throws(ConfigurationError) -> Position? {
    let altitude = try section.number("altitude_m", -20_000...1_000_000, "metres")
    let error = try section.number("error_m", 0...20_000_000, "metres")
    guard let coordinates = try section.coordinates() else {
      for key in ["altitude_m", "error_m"] where section.has(key) {
        throw section.missing("latitude_deg", because: key)
      }
      return nil
    }
    do {
      return try Position(
        coordinates: coordinates, altitudeMetres: altitude, error68Metres: error)
    } catch {
      throw section.badValue("altitude_m", "\(error)")
    }
  }

  private static func declination(_ section: Section) throws(ConfigurationError) -> Declination? {
    let allowed = -180.0...180.0
    let unit = "degrees, east positive"
    guard let degrees = try section.number("declination_deg", allowed, unit) else { return nil }
    do {
      return try Declination(degrees: degrees)
    } catch {
      throw section.badValue("declination_deg", "\(error)")
    }
  }

  private static func target(_ section: Section) throws(ConfigurationError) -> QiblaMessage.Target?
  {
    let name = try section.string(
      "name", QiblaMessage.Target.allowedName, where: QiblaMessage.Target.isName)
    let coordinates = try section.coordinates()
    guard let coordinates else {
      guard name == nil else { throw section.missing("latitude_deg", because: "name") }
      return nil
    }
    guard let name else { throw section.missing("name", because: "latitude_deg") }
    return QiblaMessage.Target(name: name, coordinates: coordinates)
  }

  private static func method(
    _ section: Section
  ) throws(ConfigurationError) -> QiblaMessage.Method {
    let methods = QiblaMessage.Method.allCases.map { "\"\($0.rawValue)\"" }
    let allowed = "one of " + methods.joined(separator: ", ")
    let name = try section.string("method", allowed) { QiblaMessage.Method(rawValue: $0) != nil }
    return name.flatMap(QiblaMessage.Method.init) ?? .greatCircle
  }

  private mutating func readLog(_ section: Section) throws(ConfigurationError) {
    let names = LogLevel.allCases.map(\.rawValue)
    let allowed = "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    let name = try section.string("level", allowed) { names.contains($0) }
    if let name, let level = LogLevel(rawValue: name) { logLevel = level }
  }
}

extension Section {
  /// Both coordinates; `nil` if neither is given.
  fileprivate func coordinates() throws(ConfigurationError) -> Coordinates? {
    let latitude = try number("latitude_deg", -90...90, "degrees, north positive")
    let longitude = try number("longitude_deg", -180...360, "degrees, east positive")
    guard let latitude else {
      guard longitude == nil else { throw missing("latitude_deg", because: "longitude_deg") }
      return nil
    }
    guard let longitude else { throw missing("longitude_deg", because: "latitude_deg") }
    do {
      return try Coordinates(latitude: latitude, longitude: longitude)
    } catch {
      throw badValue("latitude_deg", "\(error)")
    }
  }
}
