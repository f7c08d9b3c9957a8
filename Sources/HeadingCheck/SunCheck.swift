private import Glibc
public import Quantities
private import Sun

/// A heading that was read while the device pointed at the sun.
public struct SunSight: Equatable, Sendable {
  public var heading: Azimuth<TrueNorth>
  /// Seconds since 1970-01-01 UTC.
  public var unixSeconds: Double

  public init(heading: Azimuth<TrueNorth>, unixSeconds: Double) {
    (self.heading, self.unixSeconds) = (heading, unixSeconds)
  }
}

/// Why the sun proves nothing about a heading.
public enum SunCheckRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  case noSight
  /// The sun's altitude as seen, degrees.
  case tooLow(altitude: Double)
  case tooHigh(altitude: Double)
  /// The uncertainty of the check, degrees, 68 %.
  case tooUncertain(degrees: Double)

  public var description: String {
    func words(_ degrees: Double) -> String { tenths(degrees) + "°" }
    return switch self {
    case .noSight: "nothing was measured"
    case .tooLow(let altitude) where altitude < 0: "the sun is below the horizon"
    case .tooLow(let altitude):
      "the sun stands at \(words(altitude)): too low, \(words(SunCheck.altitudes.lowerBound)) is the least"
    case .tooHigh(let altitude):
      "the sun stands at \(words(altitude)): too high for a direction, at most \(words(SunCheck.altitudes.upperBound)); try again when it is lower"
    case .tooUncertain(let degrees):
      "the check would be good to \(words(degrees)) only, over \(words(SunCheck.largestUncertainty)): point more carefully, or give a better clock or place"
    }
  }
}

/// The error of a heading against the sun's azimuth, with the uncertainty of that comparison.
///
/// Nothing in it is magnetic, so it shows what the device itself cannot: an iron fence all around, a wrong mount, a wrong
/// declination.
public struct SunCheck: Equatable, Sendable {
  /// What makes the comparison uncertain.
  public enum Cause: String, CaseIterable, Sendable {
    /// The device is pointed by hand.
    case aligning
    /// The thread that throws the shadow, or the device, does not stand upright.
    case leaning
    case clock
    case place
  }

  /// A cause with its uncertainty, degrees, 68 %.
  public struct Term: Equatable, Sendable {
    public let cause: Cause
    public let degrees: Double
  }

  /// Altitudes of the sun, degrees, at which the check is offered. Source: below, haze and hills hide the disk; above,
  /// a lean of half a degree is more than 0.6° of azimuth.
  public static let altitudes = 3.0...50.0
  /// Sights that are wanted.
  public static let sights = 3
  /// s, of a clock that is synchronised, or a receiver's. Source: chosen; the least that a person's tap is late.
  public static let usualClockError = 1.0
  /// m, of a position without an error of its own. Source: chosen; a place in a town, given with two decimals.
  public static let usualPlaceError = 1_000.0
  /// Degrees, 68 %. Source: chosen; a check is to be better than the 5° of `accurate`, by 95 %.
  public static let largestUncertainty = 2.0
  /// Degrees, 68 %, of one sight. Source: derived; 2 mm on a shadow or an edge of 10 cm.
  private static let aligning = 1.15
  /// Degrees, 68 %. Source: chosen; a thread in still air, a board on a table.
  private static let leaning = 0.5

  /// Heading minus the sun's azimuth, degrees, in [−180, 180): positive where the heading is too far clockwise.
  public let errorDegrees: Double
  /// Degrees: the error of the check itself is at most this in 68 of 100 cases.
  public let error68Degrees: Double
  public let terms: [Term]
  /// Of the first sight, degrees, with refraction.
  public let altitude: Double

  /// - Parameters:
  ///   - sights: at least one; their scatter counts from the second on.
  ///   - isAway: whether the device's front pointed away from the sun, along the shadow.
  ///   - clockError: s, 68 %.
  ///   - placeError: m, 68 %.
  /// - Throws: a refusal where the sun is too low or too high, or the comparison too uncertain.
  public init(
    _ sights: [SunSight], at place: Coordinates, isAway: Bool = false, clockError: Double,
    placeError: Double
  ) throws(SunCheckRefusal) {
    let suns = sights.map { SunDirection(from: place, unixSeconds: $0.unixSeconds) }
    for sun in suns {
      let altitude = sun.seenAltitude()
      if !(altitude >= Self.altitudes.lowerBound) { throw .tooLow(altitude: altitude) }
      if !(altitude <= Self.altitudes.upperBound) { throw .tooHigh(altitude: altitude) }
    }
    let turn = isAway ? 180.0 : 0
    let differences = zip(sights, suns).map { sight, sun in
      sight.heading.degrees - sun.azimuth.degrees - turn
    }
    guard let sun = suns.first, let mean = DirectionMean(differences) else { throw .noSight }
    altitude = sun.seenAltitude()
    errorDegrees = RelativeBearing(degrees: mean.degrees).degrees
    let placeDegrees = placeError / Self.metresPerDegree
    terms = [
      Term(cause: .aligning, degrees: Self.aligning(mean.offsets)),
      Term(cause: .leaning, degrees: Self.leaning * tan(altitude.inRadians)),
      Term(cause: .clock, degrees: abs(sun.azimuthRate) / 60 * clockError),
      // north and south act by tan(altitude) at most, east and west as the Earth's turn does
      Term(
        cause: .place,
        degrees: placeDegrees * (tan(altitude.inRadians) + abs(sun.azimuthRate) / Self.earthRate)),
    ]
    error68Degrees = terms.reduce(0) { $0 + $1.degrees * $1.degrees }.squareRoot()
    guard error68Degrees <= Self.largestUncertainty else {
      throw .tooUncertain(degrees: error68Degrees)
    }
  }

  /// Whether a heading that promises this error, degrees, 68 %, agrees with the sun: within twice the error of both.
  public func agrees(withError68 promised: Double) -> Bool {
    isWithinTwice(errorDegrees, promised, error68Degrees)
  }

  /// Degrees of the Earth's turn in a minute.
  private static let earthRate = 0.25
  /// Of a great circle. Source: 40 030 km of the mean sphere.
  private static let metresPerDegree = 111_195.0

  /// The uncertainty of the mean of sights: what hands can do, or what their scatter shows where that is more.
  private static func aligning(_ offsets: [Double]) -> Double {
    let count = Double(offsets.count)
    let known = aligning / count.squareRoot()
    guard count > 1 else { return known }
    let variance = offsets.reduce(0) { $0 + $1 * $1 } / (count - 1)
    // Student's t of 68 %, two-sided, for 1, 2 and more degrees of freedom
    let student = count == 2 ? 1.84 : count == 3 ? 1.32 : 1.2
    return max(known, student * (variance / count).squareRoot())
  }
}
