private import Quantities
package import SensorHealth

/// Noise figures and time constants of the heading filter, in physical units.
///
/// None is tuned to one recording: `docs/heading.md` has how they were chosen and what each does.
/// Fields are in µT; where the magnetometer gives counts they stand for the same parts of a field of
/// 45 µT, the middle of what the Earth has.
package struct HeadingParameters: Equatable, Sendable {
  /// s. Interval between two steps of the covariance, in each of which the measurements since the last one count;
  /// also between two fields that check the calibration.
  /// Source: chosen on the recordings and their copies.
  package var updateInterval = 0.1

  // Errors of the gyro; `SensorNoise` has its noise.
  /// Part of the rate by which a gyro's scale and axes are off beyond what is estimated of them, as if it changed
  /// each second.
  /// Source: chosen on the recordings and their copies.
  package var gyroScaleError = 0.0007
  /// rad/s, for each axis: standard deviation of the bias before the first measurement.
  /// Source: chosen on the recordings and their copies.
  package var gyroBiasAtStart = 3.0.inRadians
  /// rad/s/√s. How the bias walks.
  /// Source: chosen on the recordings and their copies.
  package var gyroBiasWalk = 1e-5
  /// The same for each rad/s of turning: a scale error looks like a bias that comes with the motion.
  /// Source: chosen on the recordings and their copies.
  package var gyroBiasWalkPerRate = 5.5e-5

  // When the device rests (`RestDetector`).
  /// s for which rate, gravity and field must not change until the device rests. What looks like gravity for as
  /// long and elsewhere than "down" shows that the attitude is wrong (`TiltCheck`): no push lasts as long.
  /// Source: chosen on the recordings and their copies.
  package var restAfter = 2.0
  /// s over which rate, gravity and field are averaged for that.
  /// Source: chosen on the recordings and their copies.
  package var restAveraging = 0.5
  /// rad/s. A device whose mean rate changes by more does not rest.
  /// Source: chosen on the recordings and their copies.
  package var rateTolerance = 0.008
  /// rad/s. A mean rate that differs by more from a known bias is a slow turn and no rest.
  /// Source: chosen on the recordings and their copies; with `rateTolerance` in its place the recording in
  /// Tests/Traces is off by more than its error.
  package var slowTurn = 0.4.inRadians
  /// rad/s. Standard deviation of the mean rate over one interval of a device that rests.
  /// Source: chosen on the recordings and their copies.
  package var restRate = 0.0009

  // The accelerometer and down.
  /// rad, 68 %. How well one sample of a hand-held accelerometer shows down. A force that is longer or shorter than
  /// gravity by more than this part is a push. A north that is known better than one sample shows down has settled.
  /// Source: chosen on the scenes; a hand accelerates by 1 m/s².
  package var tiltAtStart = 0.1
  /// rad, 68 %. A tilt that is known as well as this needs no more time: a start with a push has ended, and an
  /// inclination can be measured.
  /// Source: chosen on the recordings and their copies.
  package var knownTilt = 1.8.inRadians
  /// m/s. Standard deviation of the velocity at the start.
  /// Source: chosen on the scenes; a hand moves as fast.
  package var velocityAtStart = 0.5
  /// m/s. A device in the hand stays where it is: its velocity is zero within this at the least …
  /// Source: chosen on the recordings and their copies.
  package var velocityFloor = 0.05
  /// … and within this part of what it was over the last second.
  /// Source: chosen on the recordings and their copies.
  package var velocityShare = 0.07
  /// s. Time constant with which a velocity and the directions of a turn are discarded: those of a vehicle do not
  /// count for ever.
  /// Source: chosen on the recordings and their copies.
  package var motionMemory = 20.0

  // The magnetometer and north.
  /// µT. The magnetometer's noise in one interval; a device whose mean field changes by more does not rest.
  /// Source: chosen on the recordings and their copies.
  package var fieldNoise = 0.7
  /// s. How late the magnetometer is taken to be before anything is measured; its standard deviation is as large.
  /// Source: chosen; the recordings have 12 and 35 ms.
  package var fieldDelay = 0.02
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
  /// Source: chosen on the recordings; without it the error of one recording is too small.
  package var localAnomalyTimeConstant = 3600.0
  /// The vertical local anomaly, as a part of the horizontal one's variance.
  /// Source: chosen on the recordings and their copies.
  package var verticalAnomaly = 0.26
  /// Intervals in a row for which a device that does not move has the same vertical anomaly: measured again
  /// and again, it is no better known.
  /// Source: chosen on the recordings and their copies.
  package var verticalRepetition = 30.0
  /// µT/√s. How the reference field and, on each axis, the hard iron walk.
  /// Source: chosen on the recordings and their copies.
  package var fieldWalk = 0.004
  /// µT, for each axis: what a calibration may have left of the hard iron. No more is refined.
  /// Source: chosen on the recordings and their copies.
  package var hardIronAtStart = 0.33
  /// How much of a turn (1 − the length of the mean direction) distinguishes hard iron from north.
  /// Source: chosen on the recordings and their copies.
  package var excitation = 0.2
  /// In standard deviations: a larger residual gets less weight (Huber).
  /// Source: chosen on the recordings; 1.345 has 95 % efficiency with normal noise (Huber 1964).
  package var misfitLimit = 2.0

  // When the heading may be shown, and held.
  /// s. A gyro that is silent for longer has lost the attitude.
  /// Source: chosen; with a tick no heading is shown after 0.3 s.
  package var longestGyroGap = 0.25
  /// s. Without a magnetometer the gyro holds the heading at most this long.
  /// Source: chosen.
  package var longestHold = 60.0
  /// s. For so long after its start the filter is warming up.
  /// Source: chosen.
  package var warmUp = 2.0
  /// rad/s, 68 %, of the axis whose bias is known least: with more the filter is still warming up.
  /// Source: chosen on the recordings; with any bias 0.4 ‰ more readings are wrongly called accurate.
  package var settledBias = 0.35.inRadians
  /// rad, nose up or down. Above the larger limit the heading is that of the back axis, until it is under the
  /// smaller one (`HeadingAxis`).
  /// Source: chosen; the azimuth of an axis that points up is unsure.
  package var uprightPitch = 65.0.inRadians...75.0.inRadians
  /// rad. An axis is steep above the larger limit, until it is under the smaller one.
  /// Source: chosen.
  package var steepness = 55.0.inRadians...60.0.inRadians

  /// Of faults that the magnetometer's values show.
  package var fieldHealth = FieldHealthParameters()
  /// Of the tracker without a gyro.
  package var withoutGyro = WithoutGyroParameters()

  package init() {}

  /// µT². The variance of the vertical local anomaly.
  var verticalVariance: Double { verticalAnomaly * localAnomaly * localAnomaly }

  /// Part of gravity by which a specific force may be longer or shorter and still be taken for gravity.
  var gravityTolerance: Double { tiltAtStart }

  /// m/s². A device is accelerated where its specific force differs by more than the larger limit from gravity,
  /// in the mean of a second, until it is under the smaller one: by what a hand does, and twice that.
  var acceleration: ClosedRange<Double> {
    let ofHand = tiltAtStart * standardGravity
    return ofHand...(2 * ofHand)
  }

  /// rad². The variance of a tilt that is known.
  var knownTiltVariance: Double { knownTilt * knownTilt }
}
