private import Glibc
import Quantities

/// What an interval's field looks like in the earth frame.
struct FieldView {
  /// µT.
  var measured: Vector3
  /// µT. What turns with the attitude: the expected field where the measured one is that but for its
  /// noise, which would pass for knowledge if it were in the rows; else the measured one.
  var lever: Vector3
  /// Body → earth.
  var attitude: Matrix3
  /// By how much `measured` changes for each second that the magnetometer is later, µT/s.
  var perDelay: Vector3

  /// How the field depends on the state, for north, east and down.
  ///
  /// measured = (1 − [φ]×) (reference + deviation + attitude · hard iron) to first order in the
  /// error φ of the attitude.
  var rows: (MeasurementRow, MeasurementRow, MeasurementRow) {
    var (north, east, down) = (MeasurementRow(), MeasurementRow(), MeasurementRow())
    north.set(Vector3(0, -lever.z, lever.y), from: StateIndex.attitude)
    east.set(Vector3(lever.z, 0, -lever.x), from: StateIndex.attitude)
    down.set(Vector3(-lever.y, lever.x, 0), from: StateIndex.attitude)
    north.set(attitude.row0, from: StateIndex.hardIron)
    east.set(attitude.row1, from: StateIndex.hardIron)
    down.set(attitude.row2, from: StateIndex.hardIron)
    north.set(1, at: StateIndex.deviation)
    east.set(1, at: StateIndex.deviation + 1)
    north.set(1, at: StateIndex.reference)
    down.set(1, at: StateIndex.reference + 1)
    north.set(-perDelay.x, at: StateIndex.delay)
    east.set(-perDelay.y, at: StateIndex.delay)
    down.set(-perDelay.z, at: StateIndex.delay)
    return (north, east, down)
  }

  /// The same, seen from an earth frame that is turned about down by `angle` rad.
  func turned(by angle: Double) -> FieldView {
    let turn = Matrix3(Quaternion(rotationVector: Vector3(0, 0, angle)))
    return FieldView(
      measured: turn * measured, lever: turn * lever, attitude: turn * attitude,
      perDelay: turn * perDelay)
  }
}

extension AttitudeFilter {
  /// Takes in an interval's mean field (earth frame, µT).
  mutating func update(meanField: Vector3, interval: Double, at time: Timestamp) {
    var view = view(of: meanField)
    excitation.update(turn: batch.turn.z, interval: interval)
    let variance = fieldVariance(interval)
    var misfit = misfit(of: view, variance: variance)
    if isCalibrated {
      judge(&view, misfit: misfit, interval: interval, at: time)
      misfit = self.misfit(of: view, variance: variance)
    }
    note(view, interval: interval)
    if !surroundings.isDisturbed || disturbance.isWidened && misfit < parameters.misfitLimit {
      quality.confirm(
        fully: !surroundings.isDisturbed, variance: northVariance, interval: interval)
    }
    // A misfit that may be the start of something is waited out.
    let isSuspect = isCalibrated && disturbance.misfitSince != nil
    let weight = isSuspect ? 1e6 : max(misfit / parameters.misfitLimit, 1)
    let rows = view.rows
    let innovation = innovation(of: view)
    let trust = trust
    let vertical = variance + parameters.verticalVariance * repetition(interval)
    covariance.update(
      rows.0, innovation: innovation.x, variance: variance * weight, trust: trust)
    covariance.update(
      rows.1, innovation: innovation.y, variance: variance * weight, trust: trust)
    covariance.update(
      rows.2, innovation: innovation.z, variance: vertical * weight, trust: trust)
  }

  private func view(of meanField: Vector3) -> FieldView {
    var view = FieldView(
      measured: meanField, lever: meanField, attitude: batch.meanFieldAttitude,
      perDelay: batch.meanFieldPerDelay)
    let innovation = innovation(of: view)
    if innovation.length < Self.smallestMisfit * strength { view.lever = meanField - innovation }
    return view
  }

  /// How many intervals in a row have the same vertical stray: at one spot it is measured again and
  /// again, and says no more for it.
  private func repetition(_ interval: Double) -> Double {
    min(max(Self.samePlace / max(pace * interval, 1e-3), 1), Self.longestRepetition)
  }

  /// Part of the way to another stray that an interval may cover at the same spot.
  private static let samePlace = 0.03
  private static let longestRepetition = 30.0

  /// µT²: the magnetometer's noise, and what an unsure time does to a field that turns.
  private func fieldVariance(_ interval: Double) -> Double {
    let late = parameters.fieldJitter * batch.turning / interval * strength
    return parameters.fieldNoise * parameters.fieldNoise + late * late
  }

  /// The place's strength, µT.
  var strength: Double { hypot(reference.horizontal, reference.down) }

  /// The field of the place, earth frame, µT.
  var referenceField: Vector3 { Vector3(reference.horizontal, 0, reference.down) }

  /// Measured less expected, µT.
  func innovation(of view: FieldView) -> Vector3 {
    view.measured - view.attitude * hardIron - referenceField
      - Vector3(deviation.north, deviation.east, 0)
  }

  /// How far a field is from what was expected, in standard deviations: the root of the mean square.
  private func misfit(of view: FieldView, variance: Double) -> Double {
    let innovation = innovation(of: view)
    let rows = view.rows
    let squares =
      innovation.x * innovation.x / (covariance.variance(of: rows.0) + variance)
      + innovation.y * innovation.y / (covariance.variance(of: rows.1) + variance)
      + innovation.z * innovation.z
      / (covariance.variance(of: rows.2) + variance + parameters.verticalVariance)
    return (squares / 3).squareRoot()
  }

  /// Which parts may learn from the field: hard iron as far as turning tells it from north, the
  /// attitude not from a field that has just changed at a stroke, and from an uncalibrated one north
  /// alone.
  private var trust: StateVector? {
    let share = min(excitation.value / parameters.excitation, 1)
    var trust = StateVector(repeating: 1)
    for index in 0..<3 { trust[StateIndex.hardIron + index] = share }
    if !isCalibrated {
      for index in 0..<StateIndex.hardIron where index != 2 { trust[index] = 0 }
      trust[StateIndex.delay] = 0
      return trust
    }
    let isStrange = surroundings.state != .undisturbed || disturbance.isWidened
    if isStrange, disturbance.change.isRecent, disturbance.evidence < Self.young {
      for index in 0..<StateIndex.hardIron { trust[index] = 0 }
      trust[StateIndex.delay] = 0
    } else if share == 1 {
      return nil
    }
    return trust
  }

  /// s. A north that was believed for less is not yet much better than another one.
  static let young = 10.0
}
