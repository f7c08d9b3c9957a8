import Quantities

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

  /// s after which the tilt of a shaken start is as well known as it will be.
  private static let longest = 10.0
  /// rad, 68 %. A tilt that is known so well has been found.
  private static let knownTilt = 1.0.inRadians
  /// rad.
  private static let settledNorth = 0.1
  /// rad/s.
  private static let settledBias = 0.35.inRadians

  mutating func begin(isShaken: Bool) {
    let wasShaken = elapsed == 0 && self.isShaken
    self = StartUp()
    (isRunning, hasBegun, self.isShaken) = (true, true, wasShaken || isShaken)
  }

  mutating func stop() { isRunning = false }

  /// `interval` s of updates have passed.
  mutating func advance(_ interval: Double) { elapsed += interval }

  /// With a bias that is still unknown what looks like north is in part the gyro's drift.
  mutating func noteSettling(_ state: NavigationState, warmUp: Double) {
    guard !hasSettled else { return }
    hasSettled =
      elapsed >= warmUp && state.northVariance.squareRoot() < Self.settledNorth
      && state.largestGyroBiasError < Self.settledBias
  }

  /// Whether the tilt has just been found after a start with a shaken accelerometer: a tilt that was off
  /// by more than a linear filter can undo took north with it, which the field must find anew.
  mutating func findsTilt(_ state: NavigationState) -> Bool {
    let tilt = state.covariance.variances(from: StateIndex.attitude)
    guard isShaken, elapsed < Self.longest, tilt.x + tilt.y < Self.knownTilt * Self.knownTilt
    else { return false }
    isShaken = false
    return true
  }
}

extension NavigationState {
  /// rad/s, 68 %: of the axis whose bias is known least.
  var largestGyroBiasError: Double {
    let variances = covariance.variances(from: StateIndex.gyroBias)
    return max(variances.x, variances.y, variances.z).squareRoot()
  }
}
