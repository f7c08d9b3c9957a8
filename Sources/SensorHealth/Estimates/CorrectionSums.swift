package import Quantities

/// By how much the measurements have turned the attitude beyond what the covariance explains.
///
/// Where the sensors err as the covariance says, each correction is independent of the ones before (white innovations), and their sum has
/// the variance that the updates took from the state's. Corrections that turn one way without end have another cause. A force that is no gravity,
/// or an accelerometer that has shifted, does so with the tilt; a field that has changed with the device, or a tilt that is wrong, with
/// north. A bias of the gyro that is corrected turns north on: that turn counts, too.
package struct CorrectionSums: Sendable {
  /// What the covariance says of one state.
  package struct Variances: Sendable {
    /// rad²: of the tilt about north and east together.
    var tilt: Double
    /// rad²: of north.
    var north: Double
    /// (rad/s)²: of the gyro's bias, mean of the axes.
    var gyroBias: Double

    package init(tilt: Double, north: Double, gyroBias: Vector3) {
      (self.tilt, self.north) = (tilt, north)
      self.gyroBias = (gyroBias.x + gyroBias.y + gyroBias.z) / 3
    }
  }

  /// Rotation vector, earth frame, rad: the corrections of the tilt.
  private var tilt = Vector3.zero
  /// rad²: the variance that the updates took from the tilt's.
  private var tiltVariance = 0.0
  /// rad about down: the corrections of north, and what those of the gyro's bias have made of it since.
  private var north = 0.0
  /// rad²: the variance of `north`.
  private var northVariance = 0.0
  /// rad/s, body frame: the corrections of the gyro's bias.
  private var gyroBias = Vector3.zero
  /// (rad/s)²: the variance of `gyroBias`, each axis, and rad²/s: that of both together, of its growth in `north` alone.
  private var (biasVariance, biasNorthVariance) = (0.0, 0.0)
  private var before = Variances(tilt: 0, north: 0, gyroBias: .zero)
  /// s between the two newest updates.
  private var interval = 0.0
  /// rad: how far north was turned beyond what the covariance explains, until a turn has proven it.
  package private(set) var unexplainedNorth = 0.0

  /// s. Source: chosen of 20, 30 and 60 s; the sum of white innovations grows with the root of the time, and what a shifted
  /// accelerometer does with the time.
  private static let memory = 60.0
  /// s. A device that turns shows which field turns with it. Source: chosen of 10 and 20 s on copies of recordings with a broken
  /// accelerometer.
  private static let provingTime = 10.0
  /// s for which a device that does not turn remembers an unexplained north. Source: assumed; who does not turn has put it down.
  private static let longestMemory = 600.0
  /// Source: chosen; the 5 σ at which a detection is usual. With 5 and with 6 σ no recording's bar grows too large, and no heading is
  /// `accurate` and wrong while an accelerometer shifts in a walk (`CorruptedSceneTests`).
  private static let tiltDeviations = 5.0
  /// Source: derived; white innovations, of which a minute makes one independent sum, exceed it once in a day and a half.
  private static let northDeviations = 3.5

  package init() {}

  /// rad: how far the tilt was corrected in the last minute beyond what white innovations explain.
  package var unexplainedTilt: Double {
    Self.excess(tilt.length, variance: tiltVariance, deviations: Self.tiltDeviations)
  }

  private static func excess(_ sum: Double, variance: Double, deviations: Double) -> Double {
    max(sum * sum - deviations * deviations * variance, 0).squareRoot()
  }

  /// Notes what is known before an update.
  ///
  /// - Parameters:
  ///   - attitudeIntegral: ∫ body → earth dt, s, of the time since the update before.
  ///   - interval: s, of that time.
  package mutating func expect(
    _ before: Variances, attitudeIntegral: Matrix3, interval: Double
  ) {
    (self.before, self.interval) = (before, interval)
    north -= (attitudeIntegral * gyroBias).z
    northVariance += interval * (2 * biasNorthVariance + interval * biasVariance)
    biasNorthVariance += interval * biasVariance
  }

  /// Adds the corrections of an update.
  ///
  /// - Parameters:
  ///   - rotation: of the attitude, a rotation vector in the earth frame, rad.
  ///   - bias: of the gyro's bias, rad/s, body frame.
  ///   - left: what the update has left.
  ///   - proven: in [0, 1]: how much of a turn that proves north the device has made of late.
  package mutating func add(
    _ rotation: Vector3, bias: Vector3, left: Variances, proven: Double
  ) {
    let keptTilt = 1 - interval / Self.memory
    tilt = tilt * keptTilt + Vector3(rotation.x, rotation.y, 0)
    tiltVariance = tiltVariance * keptTilt * keptTilt + max(before.tilt - left.tilt, 0)
    // A hand that sways proves little: as the square.
    let rate = proven * proven / Self.provingTime
    let kept = 1 - interval * min(1 / Self.memory + rate, 1)
    north = north * kept + rotation.z
    gyroBias = gyroBias * kept + bias
    northVariance = northVariance * kept * kept + max(before.north - left.north, 0)
    biasVariance = biasVariance * kept * kept + max(before.gyroBias - left.gyroBias, 0)
    biasNorthVariance *= kept * kept
    unexplainedNorth = max(
      Self.excess(north, variance: northVariance, deviations: Self.northDeviations),
      unexplainedNorth * (1 - interval * min(1 / Self.longestMemory + rate, 1)))
  }

  /// Corrections, the sum of rotation vectors in the earth frame, rad, are undone.
  package mutating func undo(_ rotation: Vector3) {
    tilt = tilt - Vector3(rotation.x, rotation.y, 0)
    north -= rotation.z
  }

  /// Corrections of the gyro's bias, rad/s in all, body frame, are undone.
  package mutating func undo(bias: Vector3) { gyroBias = gyroBias - bias }

  /// The corrections found an attitude that was not known before.
  package mutating func restart() { self = Self() }
}
