private import Glibc
import Quantities

extension AttitudeFilter {
  /// rad, 68 %: how far north may be off.
  ///
  /// The filter's own variance counts the noise that it was told of. What it was not told of, a room
  /// full of iron or a calibration that is not quite right, shows in the strays of the field; a fast
  /// turn adds what the sensors' times are unsure of. How much each counts was measured
  /// (`docs/heading.md`).
  func northError68(_ earth: EarthModel) -> Double {
    let northVariance = state.northVariance
    let confirmed = min(northVariance, quality.confirmedVariance)
    let grown = northVariance - confirmed
    let own = Self.ownShare * Self.ownShare * max(confirmed - Self.settledVariance, 0) + grown
    let spot = Self.spotError * Self.spotError / (1 + quality.spots / Self.alikeSpots)
    let news = max(quality.strayNow - Self.noisyStray, 0)
    let stray =
      Self.strayShare * max(quality.stray - Self.smallestStray, 0) + Self.newStrayShare * news
    let bias = Self.biasTime * state.largestGyroBiasError
    let memory = Self.memoryShare * max(quality.memory - Self.ordinaryStray, 0)
    let late = state.covariance[StateIndex.delay, StateIndex.delay] * Self.lateShare
    let time = (Self.timeError * Self.timeError + late).squareRoot() * quality.turnRate
    let scale = Self.scaleError * quality.unconfirmedTurn
    let doubt = hypot(monitor.uncertainty.angle68, modelError68(earth))
    let field = stray * stray + memory * memory + doubt * doubt
    let gyro = bias * bias + time * time + scale * scale
    return (own + spot + field + gyro).squareRoot()
  }

  /// Of what the filter's variance was when a field was last believed. What it has grown by since then
  /// counts whole.
  private static let ownShare = 0.2
  /// rad². What the filter's variance settles at in a place without magnets, where the errors are
  /// those that a calibration leaves: they are counted apart.
  private static let settledVariance = 1.5.inRadians * 1.5.inRadians
  /// rad. How far the field of the spot where it begins turns north from the place's, and how many
  /// spots are as good as one, since those beside each other have like strays.
  private static let spotError = 0.66.inRadians
  private static let alikeSpots = 2.0
  private static let strayShare = 0.3
  /// rad. What a calibrated magnetometer's noise makes of ten seconds.
  private static let smallestStray = 0.85.inRadians
  /// s. A bias that is not known looks for so long like a turn.
  private static let biasTime = 6.0
  private static let newStrayShare = 0.5
  /// rad. What noise and a fast turn make of a third of a second.
  private static let noisyStray = 8.0.inRadians
  private static let memoryShare = 1.8
  /// rad. Strays of a place without magnets stay below.
  private static let ordinaryStray = 14.0.inRadians
  /// s. At the least the gyro's own filter lags by this …
  private static let timeError = 0.0013
  /// … and by a part of what is not known of the magnetometer's delay, as a variance's share.
  private static let lateShare = 0.25
  /// Part of the rate: what a consumer gyro's scale is off by.
  private static let scaleError = 0.0065
}
