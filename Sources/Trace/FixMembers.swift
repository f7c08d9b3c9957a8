import JSON
import Quantities

/// The members of a line's `fix`.
struct FixMembers {
  private var mode: Double?
  private var latitude: Double?
  private var longitude: Double?
  private var altitude: Double?
  private var error: Double?
  private var utcMicroseconds: Int64?
  private var speed: Double?
  private var course: Double?
  private var seen: Set<TraceKey> = []
  private var problem: BadLine?

  /// m/s: no receiver is faster.
  static let highestSpeed = 100_000.0

  /// Reads a fix, or over what is not one.
  static func read(_ scanner: inout JSONScanner) throws(JSONError) -> Result<Fix, BadLine> {
    guard scanner.peek() == UInt8(ascii: "{") else {
      try scanner.skipValue()
      return .failure(.badValue(.fix))
    }
    var members = FixMembers()
    try members.scan(&scanner)
    return members.result()
  }

  private mutating func scan(_ scanner: inout JSONScanner) throws(JSONError) {
    try scanner.beginObject()
    var first = true
    while let key = try scanner.nextKey(first: first) {
      first = false
      switch key {
      case "mode": mode = try number(.fixMode, 0...3, &scanner)
      case "latitude_deg": latitude = try number(.fixLatitude, -90...90, &scanner)
      case "longitude_deg": longitude = try number(.fixLongitude, -180...360, &scanner)
      case "altitude_m": altitude = try number(.fixAltitude, -20_000...1_000_000, &scanner)
      case "error_m": error = try number(.fixError, 0...Position.largestError, &scanner)
      case "time": utcMicroseconds = try time(&scanner)
      case "speed_mps": speed = try number(.fixSpeed, 0...Self.highestSpeed, &scanner)
      case "course_deg": course = try number(.fixCourse, 0...360.0.nextDown, &scanner)
      default: try scanner.skipValue()
      }
    }
  }

  private mutating func number(
    _ key: TraceKey, _ range: ClosedRange<Double>, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Double? {
    if !seen.insert(key).inserted { note(.repeatedKey(key)) }
    guard let value = try scanner.numberIfThere(), range.contains(value) else {
      note(.badValue(key))
      return nil
    }
    return value
  }

  private mutating func time(_ scanner: inout JSONScanner) throws(JSONError) -> Int64? {
    if !seen.insert(.fixTime).inserted { note(.repeatedKey(.fixTime)) }
    guard scanner.peek() == UInt8(ascii: "\"") else {
      try scanner.skipValue()
      note(.badValue(.fixTime))
      return nil
    }
    guard let instant = UTCTime.microseconds(parsing: try scanner.string()) else {
      note(.badValue(.fixTime))
      return nil
    }
    return instant
  }

  private mutating func note(_ reason: BadLine) {
    problem = problem ?? reason
  }

  private func result() -> Result<Fix, BadLine> {
    if let problem { return .failure(problem) }
    guard let mode, mode == mode.rounded() else { return .failure(.badValue(.fixMode)) }
    let motion = speed.map {
      Fix.Motion(speedMetresPerSecond: $0, course: course.map(Azimuth.init(degrees:)))
    }
    guard mode >= 2 else {
      return .success(Fix(mode: .none, utcMicroseconds: utcMicroseconds, motion: motion))
    }
    guard let latitude else { return .failure(.badValue(.fixLatitude)) }
    guard let longitude else { return .failure(.badValue(.fixLongitude)) }
    do {
      let position = try Position(
        coordinates: try Coordinates(latitude: latitude, longitude: longitude),
        altitudeMetres: altitude, error68Metres: error)
      let found: Fix.Mode = mode == 2 ? .twoDimensional(position) : .threeDimensional(position)
      return .success(Fix(mode: found, utcMicroseconds: utcMicroseconds, motion: motion))
    } catch {
      return .failure(.badValue(.fix))
    }
  }
}
