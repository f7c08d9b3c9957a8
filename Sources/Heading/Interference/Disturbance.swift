import Quantities

/// What the filter remembers of a field that did not fit, and of the one that did.
struct Disturbance {
  /// Whether the filter has made room for a field that does not fit: hard iron and deviation are
  /// free to be anything, and the turning device will show which of them it is.
  var isWidened = false
  /// The hard iron as it was when all was well, body frame, µT …
  var hardIron = Vector3.zero
  /// … and its variance along each axis, µT².
  var variance: Vector3
  /// The place's field then, north and down, µT …
  var reference = (horizontal: 0.0, down: 0.0)
  /// … and the variances of both, µT².
  var referenceVariance = (horizontal: 0.0, down: 0.0)
  /// Since when the field has been far from what was expected.
  var misfitSince: Timestamp?
  /// Since when it has been the place's again by the calibration alone.
  var fitsSince: Timestamp?
  /// s for which the place's field has been believed: what a new one has to compete with.
  var evidence = 0.0
  /// Whether the north of now is right, where another one was believed before.
  var northDoubt = NorthDoubt()
  var steady = SteadyField()
  var change = SuddenChange()
  /// What sort of thing it is; `nil` where nothing disturbs.
  var kind: DisturbanceKind?

  /// - Parameter variance: µT², along each axis, of the hard iron that a calibration leaves.
  init(variance: Double) { self.variance = Vector3(variance, variance, variance) }
}
