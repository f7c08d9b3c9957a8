private import Glibc
import Quantities

/// The mean field of an interval in the earth frame, as a measurement of the error state.
struct FieldObservation {
  /// µT.
  var measured: Vector3
  /// µT. What turns with the attitude: the reference field where the measured one is that but for noise and
  /// local anomaly, which would pass for knowledge if they were in the rows; else the measured one.
  var lever: Vector3
  /// Body → earth.
  var attitude: Matrix3
  /// By how much `measured` changes for each second that the magnetometer is later, µT/s.
  var perDelay: Vector3

  /// How the field depends on the state, for north, east and down.
  ///
  /// measured = (1 − [φ]×) (reference + local anomaly + attitude · hard iron) to first order in the
  /// error φ of the attitude.
  var rows: (MeasurementRow, MeasurementRow, MeasurementRow) {
    var (north, east, down) = (MeasurementRow(), MeasurementRow(), MeasurementRow())
    north.set(Vector3(0, -lever.z, lever.y), from: StateIndex.attitude)
    east.set(Vector3(lever.z, 0, -lever.x), from: StateIndex.attitude)
    down.set(Vector3(-lever.y, lever.x, 0), from: StateIndex.attitude)
    north.set(attitude.row0, from: StateIndex.hardIron)
    east.set(attitude.row1, from: StateIndex.hardIron)
    down.set(attitude.row2, from: StateIndex.hardIron)
    north.set(1, at: StateIndex.localAnomaly)
    east.set(1, at: StateIndex.localAnomaly + 1)
    north.set(1, at: StateIndex.reference)
    down.set(1, at: StateIndex.reference + 1)
    north.set(-perDelay.x, at: StateIndex.delay)
    east.set(-perDelay.y, at: StateIndex.delay)
    down.set(-perDelay.z, at: StateIndex.delay)
    return (north, east, down)
  }

  /// The same, seen from an earth frame that is turned about down by `angle` rad.
  func turned(by angle: Double) -> FieldObservation {
    let turn = Matrix3(Quaternion(rotationVector: Vector3(0, 0, angle)))
    return FieldObservation(
      measured: turn * measured, lever: turn * lever, attitude: turn * attitude,
      perDelay: turn * perDelay)
  }
}

/// The noise of a field observation, and how much each part of the state may learn from it.
struct FieldWeight {
  /// µT², of each horizontal component: the magnetometer's noise, and what its uncertain time does to a
  /// field that turns.
  var variance: Double
  /// µT², of the vertical component.
  var verticalVariance: Double
  /// The share of the gain of each part; `nil` is all of it (see `Covariance.update`).
  var trust: StateVector?
}
