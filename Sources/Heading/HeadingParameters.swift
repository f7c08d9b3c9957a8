private import Quantities

/// Noise figures and time constants of the heading filter, in physical units.
///
/// None is tuned to one recording: `docs/heading.md` has how they were chosen and what each does.
/// Fields are in µT; where the magnetometer gives counts they stand for the same parts of a field of
/// 45 µT, the middle of what the Earth has.
package struct HeadingParameters: Equatable, Sendable {
  /// s. How often the covariance takes a step and the measurements since the last one count.
  /// Source: chosen on the recordings and their copies.
  package var updateInterval = 0.1

  // What the gyro does wrong.
  /// rad/s/√Hz. What makes the attitude's error grow at the least.
  /// Source: chosen on the recordings and their copies.
  package var gyroNoise = 1.2e-4
  /// Part of the rate by which a gyro's scale and axes are off, as if it changed each second.
  /// Source: chosen on the recordings and their copies.
  package var gyroScaleError = 0.0012
  /// rad/s, for each axis: what is known of the bias before the first measurement.
  /// Source: chosen on the recordings and their copies.
  package var gyroBiasAtStart = 3.0.inRadians
  /// rad/s, each axis: by how much the bias may change while the gyro has no samples.
  /// Source: derived; 20 K of warming up at 0.05°/s/K (data sheet of the BMI160).
  package var gyroBiasStep = 1.0.inRadians
  /// rad/s/√s. How the bias walks.
  /// Source: chosen on the recordings and their copies.
  package var gyroBiasWalk = 1e-5
  /// The same for each rad/s of turning: a scale error looks like a bias that comes with the motion.
  /// Source: chosen on the recordings and their copies.
  package var gyroBiasWalkPerRate = 5.5e-5
  /// rad/s. What the mean rate over one interval may still be while the device rests.
  /// Source: chosen on the recordings and their copies.
  package var restRate = 0.0009

  // The accelerometer and down.
  /// m/s. A device in the hand stays where it is: its velocity is zero within this at the least …
  /// Source: chosen on the recordings and their copies.
  package var velocityFloor = 0.05
  /// … and within this part of what it was over the last second.
  /// Source: chosen on the recordings and their copies.
  package var velocityShare = 0.07
  /// s. How long a velocity is remembered, so that a vehicle's does not count for ever.
  /// Source: chosen on the recordings and their copies.
  package var velocityTimeConstant = 20.0
  /// m/s²/√Hz. The accelerometer's noise.
  /// Source: chosen on the recordings and their copies.
  package var forceNoise = 0.006

  // The magnetometer and north.
  /// µT. The magnetometer's noise in one interval.
  /// Source: chosen on the recordings and their copies.
  package var fieldNoise = 0.7
  /// s. Standard deviation of a field's time stamp, once its delay is known.
  /// Source: chosen on the recordings and their copies.
  package var fieldJitter = 0.001
  /// s. How late the magnetometer is taken to be before anything is measured.
  /// Source: chosen; the recordings have 12 and 35 ms.
  package var fieldDelay = 0.02
  /// The standard deviation of that delay, s.
  /// Source: chosen; the recordings have 12 and 35 ms.
  package var fieldDelayError = 0.02
  /// s. How uncertain it is where the drivers of magnetometer and gyro report by how much their samples are
  /// late.
  /// Source: chosen.
  package var driverDelayError = 0.005
  /// µT. The local anomaly: how far the field of one spot differs from the reference, on each axis.
  /// Source: chosen on the recordings and their copies.
  package var localAnomaly = 1.0
  /// µT. The same of the spot where the filter starts: users start where nothing is in the way.
  /// Source: chosen on the recordings and their copies.
  package var localAnomalyAtStart = 0.35
  /// m. How far the device must move to another local anomaly …
  /// Source: chosen on the recordings and their copies.
  package var localAnomalyLength = 0.06
  /// s. … and how long it lasts where nothing moves.
  /// Source: chosen on the recordings and their copies.
  package var localAnomalyTimeConstant = 3600.0
  /// The vertical local anomaly, as a part of the horizontal one's variance.
  /// Source: chosen on the recordings and their copies.
  package var verticalAnomaly = 0.26
  /// µT/√s. How the reference field walks.
  /// Source: chosen on the recordings and their copies.
  package var referenceWalk = 0.008
  /// µT, for each axis: what a calibration may have left of the hard iron.
  /// Source: chosen on the recordings and their copies.
  package var hardIronAtStart = 0.33
  /// µT/√s, for each axis. How the hard iron walks.
  /// Source: chosen on the recordings and their copies.
  package var hardIronWalk = 0.001
  /// µT, for each axis. The most that is refined of the hard iron.
  /// Source: chosen on the recordings and their copies.
  package var hardIronBound = 0.28
  /// How much of a turn (1 − the length of the mean direction) distinguishes hard iron from north.
  /// Source: chosen on the recordings and their copies.
  package var excitation = 0.2
  /// In standard deviations: a larger residual gets less weight (Huber).
  /// Source: chosen on the recordings; 1.345 has 95 % efficiency with normal noise (Huber 1964).
  package var misfitLimit = 2.0

  // When the heading may be shown, and held.
  /// s. A gyro that is silent for longer has lost the attitude.
  /// Source: chosen.
  package var longestGyroGap = 0.5
  /// s. Without a magnetometer the gyro holds the heading at most this long.
  /// Source: chosen.
  package var longestHold = 60.0
  /// s. For so long after its start the filter is warming up.
  /// Source: chosen.
  package var warmUp = 2.0
  /// s. The lag of field and gravity without a gyro: both get the same, so that they belong together.
  /// Source: chosen on the recordings and their copies.
  package var tiltCompassTimeConstant = 0.2
  /// Of the tracker without a gyro.
  package var withoutGyro = WithoutGyroParameters()

  package init() {}

  /// µT². The variance of the vertical local anomaly.
  var verticalVariance: Double { verticalAnomaly * localAnomaly * localAnomaly }
}
