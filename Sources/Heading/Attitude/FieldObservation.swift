private import Glibc
import Quantities

/// The mean field of an interval in the earth frame, as a measurement of the error state.
struct FieldObservation {
  /// µT.
  var measured: Vector3
  /// µT. What turns with the attitude: the reference field where the measured one differs from it only by noise and
  /// local anomaly, which would count as information in the Jacobian (`rows`); else the measured one.
  var lever: Vector3
  /// Body → earth.
  var attitude: Matrix3
  /// By how much `measured` changes for each second that the magnetometer is later, µT/s.
  var perDelay: Vector3

  /// What a field depends on.
  static var parts: Range<Int> { StateIndex.attitude..<StateIndex.velocity }

  /// How the field's north, east and down depend on the state.
  ///
  /// measured = (1 − [φ]×) (reference + local anomaly + attitude · hard iron) to first order in the
  /// error φ of the attitude.
  var rows: StateVectors {
    let (north, east, down) = (0, 1, 2)
    var rows = StateVectors()
    rows.set(Vector3(0, -lever.z, lever.y), of: north, from: StateIndex.attitude)
    rows.set(Vector3(lever.z, 0, -lever.x), of: east, from: StateIndex.attitude)
    rows.set(Vector3(-lever.y, lever.x, 0), of: down, from: StateIndex.attitude)
    rows.set(attitude, from: StateIndex.hardIron)
    rows[north, StateIndex.localAnomaly] = 1
    rows[east, StateIndex.localAnomaly + 1] = 1
    rows[north, StateIndex.reference] = 1
    rows[down, StateIndex.reference + 1] = 1
    rows[north, StateIndex.delay] = -perDelay.x
    rows[east, StateIndex.delay] = -perDelay.y
    rows[down, StateIndex.delay] = -perDelay.z
    return rows
  }

  /// The same of a spot without an anomaly.
  var rowsWithoutAnomaly: StateVectors {
    var rows = rows
    let (north, east) = (0, 1)
    rows[north, StateIndex.localAnomaly] = 0
    rows[east, StateIndex.localAnomaly + 1] = 0
    return rows
  }

  /// Measured − expected, µT.
  ///
  /// - Parameters:
  ///   - hardIron: that the calibration left, body frame, µT.
  ///   - reference: of this place.
  func innovation(
    hardIron: Vector3, reference: ReferenceField, localAnomaly: LocalAnomaly
  ) -> Vector3 {
    measured - attitude * hardIron - reference.vector
      - Vector3(localAnomaly.north, localAnomaly.east, 0)
  }

  /// The same, seen from an earth frame that is turned about down by `angle` rad.
  func turned(by angle: Double) -> FieldObservation {
    let turn = Matrix3(Quaternion(rotationVector: Vector3(0, 0, angle)))
    return FieldObservation(
      measured: turn * measured, lever: turn * lever, attitude: turn * attitude,
      perDelay: turn * perDelay)
  }
}

/// The noise of a field observation, and what may learn from it.
struct FieldWeight {
  /// µT², of each horizontal component: the magnetometer's noise, and what its uncertain time does to a
  /// field that turns.
  var variance: Double
  /// µT², of the vertical component.
  var verticalVariance: Double
  /// Whether the field is calibrated; otherwise only north is corrected.
  var isCalibrated: Bool
  /// Whether attitude and gyro are corrected.
  var correctsAttitude: Bool

  /// The share of the gain of each part (see `Covariance.update`).
  ///
  /// - Parameter share: of hard iron, which learns as far as turning distinguishes it from north.
  func gainShare(hardIron share: Double) -> StateVector {
    var gainShare = StateVector.ones
    gainShare.set(Vector3(share, share, share), from: StateIndex.hardIron)
    if !isCalibrated || !correctsAttitude {
      for index in 0..<StateIndex.hardIron where isCalibrated || index != StateIndex.north {
        gainShare[index] = 0
      }
      gainShare[StateIndex.delay] = 0
    }
    return gainShare
  }
}
