import Glibc
import Quantities
import Randomness
import Testing

@testable import SensorHealth

/// Gyro and accelerometer of one device measure the same rotation, whether or not there is a magnetometer.
@Suite struct RotationAgreementTests {
  private static let interval = 0.01
  private static let gravity = Vector3(0, 0, -9.80665)
  private var check = SensorAgreement(gravityTolerance: 0.1)
  private var time = 0.0

  /// Lets the check take one sample of each.
  ///
  /// - Parameters:
  ///   - rate: rad/s, body frame.
  ///   - force: m/s², body frame.
  ///   - biasLimit: rad/s.
  private mutating func take(rate: Vector3, force: Vector3, biasLimit: Double = 3.0.inRadians) {
    time += Self.interval
    check.take(rate: rate, at: Timestamp(microseconds: Int64((time * 1e6).rounded())))
    if check.isDue {
      check.judge(
        bias: AgreementBias(.zero, limit: biasLimit), scaleError: 0.005, reference: nil)
    }
    check.take(force: force)
  }

  /// Runs `seconds` of a device that rolls to and fro once in four seconds.
  ///
  /// - Parameters:
  ///   - amplitude: degrees.
  ///   - biasLimit: rad/s.
  ///   - gyro: what the gyro measures of the true roll rate, rad/s.
  ///   - force: the specific force in the body, m/s², by the true roll.
  private mutating func roll(
    seconds: Double, amplitude: Double = 60, biasLimit: Double = 3.0.inRadians,
    gyro: (Double) -> Double = { $0 },
    force: (Double) -> Vector3 = { roll in
      Quaternion(rotationVector: Vector3(roll, 0, 0)).inverse.rotate(Self.gravity)
    }
  ) {
    let (end, frequency) = (time + seconds, 2 * Double.pi / 4)
    while time < end {
      let middle = time + Self.interval / 2
      let rate = amplitude.inRadians * frequency * cos(frequency * middle)
      let roll = amplitude.inRadians * sin(frequency * (time + Self.interval))
      take(rate: Vector3(gyro(rate), 0, 0), force: force(roll), biasLimit: biasLimit)
    }
  }

  @Test mutating func sensorsThatAgreeDoNotContradict() {
    roll(seconds: 60)
    #expect(!check.isRotationContradicted)
  }

  @Test mutating func aStuckAccelerometerContradictsWithinThreeSecondsOfTheTurn() {
    roll(seconds: 3.1, force: { _ in Self.gravity })
    #expect(check.isRotationContradicted)
  }

  // A sway of ±8° turns gravity by 1 m/s² (root mean square); the force of a stuck accelerometer has noise only.
  @Test(arguments: [0, 0.2])
  mutating func anAccelerometerThatStandsStillInASwayContradicts(noise: Double) {
    var random = SeededGenerator(seed: 3)
    func force(_: Double) -> Vector3 { Self.gravity + Vector3(noise * random.nextNormal(), 0, 0) }
    roll(seconds: 8, amplitude: 8, biasLimit: 0.5.inRadians, force: force)
    #expect(!check.isRotationContradicted)
    roll(seconds: 3, amplitude: 8, biasLimit: 0.5.inRadians, force: force)
    #expect(check.isRotationContradicted)
  }

  // 1 m/s² to and fro across gravity, as a hand makes it.
  @Test mutating func aForceThatMovesInASwayDoesNotContradict() {
    roll(seconds: 60, amplitude: 8, biasLimit: 0.5.inRadians)
    roll(
      seconds: 60, amplitude: 8, biasLimit: 0.5.inRadians,
      force: { roll in Self.gravity + Vector3(0, 7 * roll, 0) })
    #expect(!check.isRotationContradicted)
  }

  // At rest a gyro's bias turns gravity in the carried frame, and the force stands still.
  @Test mutating func aRestWithAnUnknownBiasDoesNotContradict() {
    for _ in 0..<6_000 { take(rate: Vector3(3.0.inRadians, 0, 0), force: Self.gravity) }
    #expect(!check.isRotationContradicted)
  }

  @Test mutating func aStuckGyroContradicts() {
    roll(seconds: 3.1, gyro: { _ in 0 })
    #expect(check.isRotationContradicted)
  }

  @Test mutating func aReversedGyroContradicts() {
    roll(seconds: 3.1, gyro: { -$0 })
    #expect(check.isRotationContradicted)
  }

  // A rest proves nothing; a turn that both measure does.
  @Test mutating func aTurnThatBothMeasureEndsIt() {
    roll(seconds: 4, gyro: { _ in 0 })
    roll(seconds: 6, gyro: { _ in 0 }, force: { _ in Self.gravity })
    #expect(check.isRotationContradicted)
    roll(seconds: 12)
    #expect(!check.isRotationContradicted)
  }

  // 0.5 g for 5 s is a bend of a car; its specific force is 27° from down.
  @Test mutating func aBendOfACarDoesNotContradict() {
    for index in 0..<2000 {
      let isBend = (500..<1000).contains(index)
      take(
        rate: Vector3(0, 0, isBend ? 0.3 : 0), force: Vector3(0, isBend ? 4.9 : 0, -9.80665))
      #expect(!check.isRotationContradicted)
    }
  }

  // For 2 s at most two means are compared: 20°/s turn gravity by 40°, of which 29° may be an acceleration. Within 8 s no
  // acceleration is such that the force stands still.
  @Test(arguments: [(9.0, false), (20, true), (-20, true)])
  mutating func aBiasBeyondItsLimitContradicts(rate: Double, isAtOnce: Bool) {
    for _ in 0..<800 { take(rate: Vector3(rate.inRadians, 0, 0), force: Self.gravity) }
    #expect(check.isRotationContradicted == isAtOnce)
    for _ in 0..<200 { take(rate: Vector3(rate.inRadians, 0, 0), force: Self.gravity) }
    #expect(check.isRotationContradicted)
  }

  @Test mutating func aBiasWithinItsLimitDoesNot() {
    for _ in 0..<1000 {
      take(
        rate: Vector3(20.0.inRadians, 0, 0), force: Self.gravity, biasLimit: 20.0.inRadians)
    }
    #expect(!check.isRotationContradicted)
  }

  @Test(arguments: [0.6, 1.5]) mutating func aForceThatIsNotGravitysLengthIsImplausible(
    factor: Double
  ) {
    roll(
      seconds: 5,
      force: { roll in
        Quaternion(rotationVector: Vector3(roll, 0, 0)).inverse.rotate(Self.gravity * factor)
      })
    #expect(check.isRotationContradicted)
  }

  // With a bias of 40°/s the mean of two seconds may be any shorter force, and none that is longer than gravity.
  @Test(arguments: [(0.6, false), (1.5, true)])
  mutating func aLargeBiasHidesAForceThatIsTooShortAndNoneThatIsTooLong(
    factor: Double, isImplausible: Bool
  ) {
    for _ in 0..<1000 {
      take(rate: .zero, force: Self.gravity * factor, biasLimit: 40.0.inRadians)
    }
    #expect(check.isRotationContradicted == isImplausible)
  }

  // A device that is dropped from a table, and three metres of free fall.
  @Test(arguments: [0.4, 0.8]) mutating func aFallIsNotImplausible(seconds: Double) {
    for index in 0..<1000 {
      let isFalling = index >= 500 && Double(index - 500) * Self.interval < seconds
      take(rate: .zero, force: isFalling ? .zero : Self.gravity)
      #expect(!check.isRotationContradicted)
    }
  }
}
