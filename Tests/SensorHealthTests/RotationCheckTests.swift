import Glibc
import Quantities
import Testing

@testable import SensorHealth

/// Gyro and accelerometer of one device measure the same rotation.
@Suite struct RotationCheckTests {
  private static let interval = 0.1
  private static let gravity = Vector3(0, 0, -9.80665)
  private var check = RotationCheck(gravityTolerance: 0.1)
  private var time = 0.0

  /// Runs `seconds` of a device that rolls by ±60° once in four seconds.
  ///
  /// - Parameters:
  ///   - gyro: body → earth as the gyro measures it, by the true roll, rad.
  ///   - force: the specific force in the body, m/s², by the true roll.
  private mutating func roll(
    seconds: Double, gyro: (Double) -> Double = { $0 },
    force: (Double) -> Vector3 = { roll in
      Quaternion(rotationVector: Vector3(roll, 0, 0)).inverse.rotate(Self.gravity)
    }
  ) {
    let end = time + seconds
    while time < end {
      time += Self.interval
      let roll = 60.0.inRadians * sin(2 * .pi * time / 4)
      let attitude = Quaternion(rotationVector: Vector3(gyro(roll), 0, 0))
      check.take(
        force: attitude.rotate(force(roll)), attitude: attitude, biasRotation: .zero,
        biasLimit: 9.0.inRadians,
        turnRate: 60.0.inRadians * .pi / 2, interval: Self.interval)
    }
  }

  @Test mutating func sensorsThatAgreeDoNotContradict() {
    roll(seconds: 60)
    #expect(!check.isContradicted && !check.isForceImplausible)
  }

  @Test mutating func aStuckAccelerometerContradictsWithinThreeSecondsOfTheTurn() {
    roll(seconds: 3, force: { _ in Self.gravity })
    #expect(check.isContradicted)
  }

  @Test mutating func aStuckGyroContradicts() {
    roll(seconds: 3, gyro: { _ in 0 })
    #expect(check.isContradicted)
  }

  @Test mutating func aReversedGyroContradicts() {
    roll(seconds: 3, gyro: { -$0 })
    #expect(check.isContradicted)
  }

  // A rest proves nothing; a turn that both measure does.
  @Test mutating func aTurnThatBothMeasureEndsIt() {
    roll(seconds: 4, gyro: { _ in 0 })
    roll(seconds: 6, gyro: { _ in 0 }, force: { _ in Self.gravity })
    #expect(check.isContradicted)
    roll(seconds: 12)
    #expect(!check.isContradicted)
  }

  // 0.5 g for 5 s is a bend of a car; its specific force is 27° from down.
  @Test mutating func aBendOfACarDoesNotContradict() {
    for index in 0..<200 {
      time += Self.interval
      let isBend = (50..<100).contains(index)
      let force = Vector3(0, isBend ? 4.9 : 0, -9.80665)
      check.take(
        force: force, attitude: .identity, biasRotation: .zero, biasLimit: 9.0.inRadians,
        turnRate: 0.3,
        interval: Self.interval)
      #expect(!check.isContradicted)
    }
  }

  // For 2 s at most two means are compared: 20°/s turn gravity by 40°, of which 30° may be an acceleration.
  @Test(arguments: [(9.0, false), (20, true), (-20, true)])
  mutating func aBiasBeyondItsLimitContradicts(rate: Double, contradicts: Bool) {
    for _ in 0..<100 {
      time += Self.interval
      let attitude = Quaternion(rotationVector: Vector3(rate.inRadians * time, 0, 0))
      check.take(
        force: attitude.rotate(Self.gravity), attitude: attitude, biasRotation: .zero,
        biasLimit: 3.0.inRadians, turnRate: abs(rate).inRadians, interval: Self.interval)
    }
    #expect(check.isContradicted == contradicts)
  }

  @Test mutating func aBiasWithinItsLimitDoesNot() {
    for _ in 0..<100 {
      time += Self.interval
      let attitude = Quaternion(rotationVector: Vector3(20.0.inRadians * time, 0, 0))
      check.take(
        force: attitude.rotate(Self.gravity), attitude: attitude, biasRotation: .zero,
        biasLimit: 20.0.inRadians, turnRate: 20.0.inRadians, interval: Self.interval)
    }
    #expect(!check.isContradicted)
  }

  // The filter turns its earth frame when it finds north: no sensor has measured that.
  @Test mutating func aCorrectionOfTheFilterIsNoRotation() {
    for index in 0..<100 {
      let angle = Double(index) * 0.5
      let attitude = Quaternion(rotationVector: Vector3(0, angle, 0))
      check.take(
        force: attitude.rotate(Self.gravity), attitude: attitude, biasRotation: .zero,
        biasLimit: 9.0.inRadians,
        turnRate: 0, interval: Self.interval)
      check.take(correction: Quaternion(rotationVector: Vector3(0, 0.5, 0)))
    }
    #expect(!check.isContradicted)
  }

  @Test(arguments: [0.6, 1.5]) mutating func aForceThatIsNotGravitysLengthIsImplausible(
    factor: Double
  ) {
    roll(
      seconds: 5,
      force: { roll in
        Quaternion(rotationVector: Vector3(roll, 0, 0)).inverse.rotate(Self.gravity * factor)
      })
    #expect(check.isForceImplausible)
  }

  // With a bias of 40°/s the mean of two seconds may be any shorter force, and none that is longer than gravity.
  @Test(arguments: [(0.6, false), (1.5, true)])
  mutating func aLargeBiasHidesAForceThatIsTooShortAndNoneThatIsTooLong(
    factor: Double, isImplausible: Bool
  ) {
    for _ in 0..<100 {
      check.take(
        force: Self.gravity * factor, attitude: .identity, biasRotation: .zero,
        biasLimit: 40.0.inRadians, turnRate: 0, interval: Self.interval)
    }
    #expect(check.isForceImplausible == isImplausible)
  }

  // A device that is dropped from a table, and three metres of free fall.
  @Test(arguments: [0.4, 0.8]) mutating func aFallIsNotImplausible(seconds: Double) {
    for index in 0..<100 {
      let isFalling = index >= 50 && Double(index - 50) * Self.interval < seconds
      check.take(
        force: isFalling ? .zero : Self.gravity, attitude: .identity, biasRotation: .zero,
        biasLimit: 9.0.inRadians,
        turnRate: 0, interval: Self.interval)
      #expect(!check.isForceImplausible)
    }
  }
}
