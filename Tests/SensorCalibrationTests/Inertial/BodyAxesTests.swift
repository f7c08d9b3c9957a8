import Quantities
import Testing

@testable import SensorCalibration

/// The body's axes are between those of the accelerometer and those of the gyro, by their tolerances.
@Suite struct BodyAxesTests {
  /// By how much the body's axes are turned against the accelerometer's, rad.
  ///
  /// - Parameters:
  ///   - turn: rad: by how much the gyro's matrix turns.
  ///   - accelerometer: rad, and `gyro`: the cross-axis sensitivities of their data sheets.
  ///   - variance: (part of 1)²: of each element of the gyro's matrix.
  private func bodyTurn(
    _ turn: Vector3, accelerometer: Double = 0.02, gyro: Double = 0.02, variance: Double = 0
  ) -> Vector3 {
    var model = TumbleModel(rotation: .identity, delay: 0)
    model.rateMatrix = Quaternion(rotationVector: turn).matrix
    var tolerances = InertialTolerances.cheapBoard
    tolerances.accelerometer.crossAxis = accelerometer
    tolerances.gyro.crossAxis = gyro
    var covariance = SymmetricMatrix(order: TumbleModel.Unknown.count)
    for index in 0..<TumbleModel.Unknown.ofMatrix {
      covariance[
        TumbleModel.Unknown.rateMatrix + index, TumbleModel.Unknown.rateMatrix + index] =
        variance
    }
    return Quaternion(BodyAxes(model, covariance, tolerances).fromAccelerometer).rotationVector
  }

  private static let turn = Vector3(0.01, -0.015, 0.02)

  // The gyro's matrix turns by the accelerometer's turn less its own: half of it is the accelerometer's.
  @Test func equalSensorsShareTheirDifference() {
    #expect((bodyTurn(Self.turn) + Self.turn / 2).length < 1e-5)
  }

  // σa² / (σa² + σg²) = 4 / 4.04 with the 2 % and 0.2 % of a BMI270.
  @Test func theAxesAreThoseOfTheMoreExactSensor() {
    #expect((bodyTurn(Self.turn, gyro: 0.002) + Self.turn * (4 / 4.04)).length < 1e-5)
    #expect(bodyTurn(Self.turn, accelerometer: 0.002).length < 0.011 * Self.turn.length)
  }

  @Test func aDifferenceThatIsHardlyKnownTurnsNothing() {
    #expect(bodyTurn(Self.turn, variance: 1).length < 1e-3 * Self.turn.length)
  }

  // χ² of 16.27 is 4.03 standard deviations of √2 · 2 % / √2.
  @Test func aDifferenceThatNoToleranceExplainsIsTheGyros() {
    #expect(bodyTurn(Vector3(0, 0, 0.079)).z < -0.039)
    #expect(bodyTurn(Vector3(0, 0, 0.082)) == .zero)
  }
}
