private import Glibc
import Quantities

/// Terms of a device that is tilted: steep, calibrated level only, or without an accelerometer.
struct TiltTerms: Equatable, Sendable {
  /// A calibration from a level turn: `inclination` of the place in rad, and `sineOfTilt`, of the angle
  /// between the device and level.
  struct LevelCalibration: Equatable, Sendable {
    var inclination: Double
    var sineOfTilt: Double

    /// Degrees. Tilted by θ the field is off by V·sin θ across, V being its vertical part, and north by
    /// tan(inclination)·sin θ.
    var degrees: Double { min((slope(inclination: inclination) * sineOfTilt).inDegrees, 180) }
  }

  /// A device that is assumed to be level: `inclinationSpread` is by how much the inclination differs from
  /// the expected one, rad; `inclination` is that of the field at most, rad.
  struct AssumedLevel: Equatable, Sendable {
    var inclinationSpread: Double
    var inclination: Double
    /// Whether the device had an accelerometer before: then it is held, or mounted, at an angle that is not known any more.
    var isTiltLost = false

    /// Degrees, 68 %. Source: assumed; a hand holds a device at that angle where it is read. Where the field is level, too, it
    /// makes 9°, which is never `accurate`.
    fileprivate static let lostTilt = 45.0
  }

  /// The direction whose azimuth is shown, level frame; `nil` without a gyro.
  var direction: Vector3?
  /// rad²: the part of the azimuth's variance that the accelerometer's offset makes.
  var offsetVariance = 0.0
  /// `nil` where the calibration holds in all attitudes.
  var levelCalibration: LevelCalibration?
  /// `nil` with an accelerometer.
  var assumedLevel: AssumedLevel?

  func add(to budget: inout HeadingErrorBudget, _ parameters: ErrorBudgetParameters) {
    if let direction { budget[.tilt] = Self.degrees(steep: direction, parameters) }
    budget[.accelerometerOffset] = offsetVariance.squareRoot().inDegrees
    if let levelCalibration { budget[.levelCalibration] = levelCalibration.degrees }
    if let assumedLevel { budget[.assumedLevel] = Self.degrees(assumedLevel, parameters) }
  }

  /// By how much small rotations about north, east and down turn the azimuth of a direction.
  static func azimuthRow(of direction: Vector3) -> Vector3 {
    let square = max(direction.x * direction.x + direction.y * direction.y, leastSquare)
    return Vector3(
      -direction.z * direction.x / square, -direction.z * direction.y / square, 1)
  }

  /// rad²: of an azimuth, from a tilt about each horizontal axis that north was found with. A tilt about north turns it by
  /// the tangent of the inclination, and the direction by what it is steep.
  ///
  /// - Parameter tiltVariance: rad², about each axis.
  static func azimuthVariance(
    of direction: Vector3, tiltVariance: Double, reference: ReferenceField
  ) -> Double {
    let row = azimuthRow(of: direction)
    let north = reference.down / max(reference.horizontal, 1) + row.x
    return tiltVariance * (north * north + row.y * row.y)
  }

  /// Source: numerical; the horizontal part of a unit vector, squared, that is divided by.
  private static let leastSquare = 1e-6

  /// Degrees: a tilt ε turns the azimuth of a direction by ε times the tangent of its steepness. Up to 45°,
  /// where the tangent is 1, the term of the misalignment has it.
  private static func degrees(
    steep direction: Vector3, _ parameters: ErrorBudgetParameters
  ) -> Double {
    let steepness = abs(direction.z) / max(hypot(direction.x, direction.y), Self.leastHorizontal)
    return parameters.misalignment * max(steepness - 1, 0)
  }

  /// Degrees. A level field is turned as well by a tilt θ: atan2(sin ψ, cos ψ cos θ) − ψ is θ²/4 at the most.
  ///
  /// A tilt changes the inclination by its part in the plane of the field: of any direction about the
  /// vertical by 1/√2 of it in the root mean square.
  private static func degrees(
    _ level: AssumedLevel, _ parameters: ErrorBudgetParameters
  ) -> Double {
    let spread = 2.0.squareRoot() * level.inclinationSpread.inDegrees
    let assumed = level.isTiltLost ? AssumedLevel.lostTilt : parameters.assumedTilt
    let tilt = hypot(assumed, spread)
    return tilt * hypot(slope(inclination: level.inclination), tilt.inRadians / 2 / 2)
  }

  /// How much longer a field of that inclination, rad, is downwards than level: its tangent, at most 20.
  static func slope(inclination: Double) -> Double {
    min(tan(min(inclination, steepest)), largestSlope)
  }

  /// Source: numerical; the tangent of 87°.
  private static let largestSlope = 20.0
  /// The horizontal part of a unit vector that is divided by. Source: numerical.
  private static let leastHorizontal = 1e-3
  /// rad. Source: numerical; steeper the tangent changes its sign.
  private static let steepest = 89.0.inRadians
}
