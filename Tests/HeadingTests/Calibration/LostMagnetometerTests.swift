import Quantities
import Simulation
import Testing

@testable import Heading

/// A magnetometer that is lost and measures again may be another board of its model.
@Suite struct LostMagnetometerTests {
  /// s, as the sample's time counts from 0.
  private static let (loss, recovery, end) = (18.0, 20.0, 30.0)

  /// Whether the calibration is unconfirmed before the loss, after it, and 10 s after the recovery.
  ///
  /// The device turns by 170° between 6 and 14.5 s, which confirms the calibration, and then rests.
  ///
  /// - Parameter hardIron: µT: what the magnetometer that measures again has more than the calibrated one.
  private func isUnconfirmed(
    hasRate: Bool, hardIron: Vector3
  ) throws -> (before: Bool, lost: Bool, after: Bool) {
    var model = SensorModel()
    model.hasRate = hasRate
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 20 * min(max(time - 6, 0), 8.5))
    }
    var filter = HeadingFilter(
      mount: model.mount,
      calibration: Calibration(hardIron: .zero, softIron: .identity, grade: .a))
    var found = (before: false, lost: false, after: false)
    var isLost = false
    for step in Simulator(scene: scene, model: model, seed: 1) {
      var sample = step.sample
      let seconds = Double(sample.time.microseconds) / 1e6
      guard seconds < Self.end else { break }
      if seconds >= Self.loss, !isLost {
        isLost = true
        found.before = unconfirmed(&filter, at: sample.time)
        filter.loseMagnetometer()
        found.lost = unconfirmed(&filter, at: sample.time)
      }
      if isLost {
        sample.magneticField = sample.magneticField.flatMap { field in
          seconds < Self.recovery ? nil : MagneticField(microtesla: field.microtesla + hardIron)
        }
      }
      filter.update(sample)
      found.after = unconfirmed(&filter, at: sample.time)
    }
    return found
  }

  private func unconfirmed(_ filter: inout HeadingFilter, at time: Timestamp) -> Bool {
    filter.estimate(at: time).conditions.contains(.calibrationUnconfirmed)
  }

  // 25 µT across 45 µT make 51 µT.
  @Test func withoutAGyroTheFieldOfAnotherBoardDoesNotConfirmTheCalibration() throws {
    let found = try isUnconfirmed(hasRate: false, hardIron: Vector3(0, 25, 0))
    #expect(!found.before && found.lost && found.after)
  }

  @Test func withoutAGyroTheFieldOfTheSameBoardConfirmsItAgain() throws {
    let found = try isUnconfirmed(hasRate: false, hardIron: .zero)
    #expect(!found.before && found.lost && !found.after)
  }

  // The gyro carries the attitude, by which the field of before is known.
  @Test func withAGyroItStaysConfirmed() throws {
    let found = try isUnconfirmed(hasRate: true, hardIron: .zero)
    #expect(!found.before && !found.lost && !found.after)
  }
}
