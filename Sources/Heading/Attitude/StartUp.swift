private import Glibc
import Quantities
import SensorHealth

/// How far a start of the filter with a gyro has come.
struct StartUp {
  /// Whether there is an attitude now.
  private(set) var isRunning = false
  /// Whether there ever was one: then something is known of the gyro's bias.
  private(set) var hasBegun = false
  /// Whether the first seconds are over, and north is known as well as it will soon be.
  private(set) var hasSettled = false
  /// s of updates.
  private(set) var elapsed = 0.0
  /// Whether the force that it started with was not gravity's alone.
  private var isShaken = false
  /// rad, earth frame: the corrections of the attitude since the start.
  private var corrections = Vector3.zero
  /// How often north was read off the field with a tilt that was found.
  private var readings = 0
  /// Whether the attitude is the right way up.
  private(set) var upright = UprightCheck()
  /// rad/s, each axis, 68 %: by how much more the gyro's bias may be off at the next start.
  private(set) var gyroBiasStep = 0.0

  /// Of the gyro before anything is measured.
  private(set) var gyroBias = GyroBiasRange(error: 0)

  mutating func begin(isShaken: Bool, gyroBias: GyroBiasRange) {
    let wasShaken = elapsed == 0 && self.isShaken
    self = StartUp()
    self.gyroBias = gyroBias
    (isRunning, hasBegun, self.isShaken) = (true, true, wasShaken || isShaken)
  }

  /// The attitude is lost.
  mutating func stop() { isRunning = false }

  /// The gyro's bias may have changed by what warming up, or switching on, changes it.
  mutating func inflateGyroBias() { gyroBiasStep = SensorNoise.gyroBiasStep }

  /// `interval` s of updates have passed.
  mutating func advance(_ interval: Double) { elapsed += interval }

  /// With a bias that is still unknown what looks like north is in part the gyro's drift. A north that is corrected by
  /// more than its variance or a known tilt explains was found with an acceleration that passed for a tilt.
  mutating func noteSettling(_ state: NavigationState) {
    let northError = state.northVarianceOfMotion.squareRoot()
    hasSettled =
      elapsed >= state.parameters.warmUp && northError < state.parameters.tiltAtStart
      && abs(state.recentNorthCorrection)
        < max(state.parameters.misfitLimit * northError, state.parameters.knownTilt)
      && state.tiltVarianceOfMotion < state.parameters.knownTiltVariance
      && state.largestGyroBiasError < state.parameters.settledBias && !upright.isWrong
  }

  /// What was known of the gyro's bias before is what is known of it now. Where that is too little for a start to be over, the
  /// first seconds go on.
  mutating func unsettle(_ state: NavigationState) {
    if state.largestGyroBiasError >= state.parameters.settledBias { hasSettled = false }
  }

  /// Takes an interval's mean specific force (earth frame, m/s²), and a small rotation (earth frame) that corrected the attitude after it.
  mutating func note(force: Vector3?, correction: Quaternion, interval: Double) {
    if let force { upright.take(force: force, correction: correction, interval: interval) }
    corrections = corrections + Vector3(correction.x, correction.y, correction.z) * 2
  }

  /// rad. Source: derived; its tangent is 0.5° larger.
  private static let largestLinearTurn = 0.3

  /// Whether north was read off the field with too wrong a tilt. A horizontal acceleration passes for a tilt of up to some
  /// 25°, which turns north by that angle times the tangent of the inclination; a linear filter cannot undo a large one.
  /// A tilt that is found while the hand still pushes is another one when the first seconds are over. A bias that was not
  /// known corrects the attitude too: north is then read anew without need.
  ///
  /// Where it is so, north has to be read anew.
  func hasFoundTilt(_ state: NavigationState) -> Bool {
    let reference = state.reference.vector
    let north =
      hypot(corrections.x, corrections.y) * reference.z / max(abs(reference.x), leastField)
    let isDue = readings == 0 || readings == 1 && elapsed >= state.parameters.warmUp
    return !hasSettled && isDue && state.tiltVarianceOfMotion < state.parameters.knownTiltVariance
      && (isShaken || abs(north) > Self.largestLinearTurn)
  }

  /// North is read anew at the end of an interval of so many s: the first seconds begin again.
  mutating func noteReading(interval: Double) {
    (readings, elapsed, corrections, isShaken) = (readings + 1, interval, .zero, false)
    hasSettled = false
  }
}
