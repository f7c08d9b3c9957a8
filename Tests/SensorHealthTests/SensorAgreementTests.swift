import Glibc
import Quantities
import Randomness
import Testing

@testable import SensorHealth

/// Of three sensors in one device, two that agree contradict the third.
@Suite struct SensorAgreementTests {
  /// Magnetic north, east, down, µT: about Berlin's.
  private static let earthField = Vector3(18.9, 0, 45.9)
  private static let gravity = Vector3(0, 0, -9.80665)
  private static let interval = 0.01

  /// What one sample says, body frame.
  private struct Measured {
    var rate: Vector3
    var force: Vector3
    var field: Vector3
  }

  /// The device's attitude at a time, s: rests of 2 s between turns of 2 s, by yaw and pitch.
  private static func attitude(at time: Double) -> Quaternion {
    let (round, part) = ((time / 4).rounded(.down), time.truncatingRemainder(dividingBy: 4))
    let share = part < 2 ? (1 - cos(part / 2 * .pi)) / 2 : 1
    return Quaternion(
      yaw: (round + share) * 70.0.inRadians,
      pitch: 40.0.inRadians * sin((round + share) * 1.3), roll: 0)
  }

  /// Lets a check take `seconds` of a device that is turned.
  ///
  /// - Parameters:
  ///   - attitude: body → earth, by the time in s.
  ///   - alter: what a fault makes of a sample.
  private static func run(
    _ check: inout SensorAgreement, from start: Double = 0, seconds: Double,
    attitude: (Double) -> Quaternion = attitude(at:),
    alter: (inout Measured, Double) -> Void = { _, _ in }
  ) {
    var time = start
    while time < start + seconds {
      let (before, now) = (attitude(time), attitude(time + interval))
      time += interval
      let body = now.inverse
      var measured = Measured(
        rate: (before.inverse * now).rotationVector / interval, force: body.rotate(gravity),
        field: body.rotate(earthField))
      alter(&measured, time)
      check.take(rate: measured.rate, at: Timestamp(microseconds: Int64((time * 1e6).rounded())))
      if check.isDue {
        check.judge(
          bias: AgreementBias(.zero, limit: 0.2.inRadians), scaleError: 0.005,
          reference: AgreementReference(strength: earthField.length, down: earthField.z))
      }
      check.take(force: measured.force)
      check.take(field: measured.field)
    }
  }

  private var check = SensorAgreement(gravityTolerance: 0.1)

  @Test mutating func sensorsThatAgreeContradictNone() {
    Self.run(&check, seconds: 120)
    #expect(!check.isGyroContradicted && !check.isForceContradicted)
  }

  @Test(arguments: [0, 0.5, 2, -1]) mutating func aGyroWithAnotherScaleIsContradicted(
    scale: Double
  ) {
    Self.run(&check, seconds: 10, attitude: Self.attitude(at:)) { measured, _ in
      measured.rate = measured.rate * scale
    }
    #expect(check.isGyroContradicted && !check.isForceContradicted)
  }

  // The largest scale error of a chip's data sheet is 3 % (MPU-6050); its 68 % are given as 1.5 %.
  @Test(arguments: [0.97, 1.03]) mutating func aScaleErrorOfTheDataSheetIsNot(scale: Double) {
    Self.run(&check, seconds: 60, attitude: Self.attitude(at:)) { measured, _ in
      measured.rate = measured.rate * scale
    }
    #expect(!check.isGyroContradicted && !check.isForceContradicted)
  }

  // A bias that jumps by 5°/s, about any axis across the field: 7° are measured in 1.4 s, and a contradiction lasts for 1 s.
  @Test(arguments: 0..<20) mutating func aSlowTurnOfASwayingDeviceThatOnlyTheGyroSeesContradictsIt(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: 300 + seed)
    let any = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
    let axis = try #require(any.cross(Self.earthField).normalized)
    func sway(_ time: Double) -> Quaternion {
      Quaternion(
        yaw: 1 + 0.07 * sin(2 * .pi * 0.7 * time), pitch: 0.07 * cos(2 * .pi * 0.5 * time), roll: 0)
    }
    Self.run(&check, seconds: 10, attitude: sway)
    #expect(!check.isGyroContradicted)
    Self.run(&check, from: 10, seconds: 3, attitude: sway) { measured, _ in
      measured.rate = measured.rate + sway(10).inverse.rotate(axis) * 5.0.inRadians
    }
    #expect(check.isGyroContradicted)
  }

  @Test mutating func aTurnThatTheGyroMeasuresEndsIt() {
    Self.run(&check, seconds: 12, attitude: Self.attitude(at:)) { measured, _ in
      measured.rate = .zero
    }
    #expect(check.isGyroContradicted)
    // At rest nothing confirms it.
    Self.run(&check, from: 12, seconds: 20, attitude: { _ in Self.attitude(at: 12) })
    #expect(check.isGyroContradicted)
    Self.run(&check, from: 32, seconds: 12)
    #expect(!check.isGyroContradicted)
  }

  // Beside a gyro that turns it shows what a gyro with a wrong bias shows, so that it must not accuse the gyro.
  @Test mutating func aStuckMagnetometerDoesNotContradictTheGyro() {
    var generator = SeededGenerator(seed: 11)
    let stuck = Self.attitude(at: 6).inverse.rotate(Self.earthField)
    Self.run(&check, seconds: 6)
    for second in 6..<60 {
      Self.run(&check, from: Double(second), seconds: 1, attitude: Self.attitude(at:)) {
        measured, _ in
        let noise = Vector3(
          generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
        measured.field = stuck + noise * 0.3
      }
      #expect(!check.isGyroContradicted, "at \(second) s")
    }
  }

  // Level, a mirrored field keeps strength and inclination and turns the other way round.
  @Test mutating func aMagnetometerWhoseAxesAreExchangedAtOnceDoesNot() {
    func level(_ time: Double) -> Quaternion {
      Quaternion(yaw: 1 + (time < 5 ? 0 : time - 5) * 0.5, pitch: 0, roll: 0)
    }
    Self.run(&check, seconds: 40, attitude: level) { measured, time in
      guard time > 3 else { return }
      measured.field = Vector3(measured.field.y, measured.field.x, measured.field.z)
    }
    #expect(!check.isGyroContradicted)
  }

  // A dipole of 0.1 A·m², as that of a loudspeaker, that passes at 10 cm to 30 cm on a straight line, from any side and in any
  // direction. What it makes of the field is no turn of the device.
  @Test(arguments: 0..<60) mutating func aPassingMagnetContradictsNone(seed: UInt64) {
    var generator = SeededGenerator(seed: 100 + seed)
    func direction() -> Vector3 {
      Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()).normalized
        ?? Vector3(1, 0, 0)
    }
    let (moment, way) = (direction() * 0.1, direction())
    let side = way.cross(direction()).normalized ?? Vector3(0, 1, 0)
    let distance = 0.1 + 0.2 * Double(seed) / 60
    Self.run(&check, seconds: 30, attitude: Self.attitude(at:)) { measured, time in
      let place = side * distance + way * ((time - 15) * 0.1)
      let (length, axis) = (place.length, place / place.length)
      // µ₀/4π = 0.1 µT·m³/(A·m²)
      let field =
        (axis * (3 * moment.dot(axis)) - moment) * (0.1 / (length * length * length))
      let body = Self.attitude(at: time).inverse
      measured.field = measured.field + body.rotate(field)
    }
    #expect(!check.isGyroContradicted && !check.isForceContradicted)
  }

  // Without a field the check looks back for 2 s, in which 10°/s turn by less than its 29°.
  @Test mutating func anAccelerometerThatDoesNotFollowASlowTurnIsContradicted() {
    func attitude(_ time: Double) -> Quaternion {
      Quaternion(yaw: 0.5, pitch: min(max(time - 4, 0) * 10, 60).inRadians, roll: 0)
    }
    Self.run(&check, seconds: 14, attitude: attitude) { measured, _ in measured.force = Self.gravity
    }
    #expect(check.isForceContradicted && !check.isGyroContradicted)
  }

  // 0.5 g for 5 s is a bend of a car; its specific force is 27° from down.
  @Test mutating func aBendOfACarContradictsNone() {
    Self.run(&check, seconds: 40, attitude: Self.attitude(at:)) { measured, time in
      guard (10..<15).contains(time) else { return }
      measured.force =
        measured.force + Self.attitude(at: time).inverse.rotate(Vector3(0, 4.9, 0))
    }
    #expect(!check.isGyroContradicted && !check.isForceContradicted)
  }

  // ±2 m/s² at 2 Hz, as of a hand that carries the device.
  @Test mutating func aWalkContradictsNone() {
    Self.run(&check, seconds: 60, attitude: Self.attitude(at:)) { measured, time in
      let push = Vector3(sin(2 * .pi * 2 * time), cos(2 * .pi * 2 * time), 0) * 2
      measured.force = measured.force + Self.attitude(at: time).inverse.rotate(push)
    }
    #expect(!check.isGyroContradicted && !check.isForceContradicted)
  }

  // The same gyro goes on; nothing has confirmed it.
  @Test mutating func anotherCalibrationOfTheMagnetometerConfirmsNoGyro() {
    Self.run(&check, seconds: 12, attitude: Self.attitude(at:)) { measured, _ in
      measured.rate = .zero
    }
    check.forgetMagnetometer()
    #expect(check.isGyroContradicted)
    Self.run(&check, from: 12, seconds: 12)
    #expect(!check.isGyroContradicted)
  }

  // Without a gap a turn of 90° in it would be one that the gyro has not measured.
  @Test mutating func aGapOfTheGyroIsNoTurn() {
    Self.run(&check, seconds: 10)
    Self.run(
      &check, from: 20, seconds: 10,
      attitude: { Quaternion(yaw: 2, pitch: 0.4, roll: 0) * Self.attitude(at: $0 - 20) })
    #expect(!check.isGyroContradicted && !check.isForceContradicted)
  }

  @Test mutating func aRateThatIsNoNumberLeavesTheCheckWorking() {
    Self.run(&check, seconds: 8)
    Self.run(&check, from: 8, seconds: 0.1, attitude: Self.attitude(at:)) { measured, _ in
      measured.rate = Vector3(.nan, 0, 0)
    }
    Self.run(&check, from: 8.1, seconds: 12, attitude: Self.attitude(at:)) { measured, _ in
      measured.rate = .zero
    }
    #expect(check.isGyroContradicted)
  }
}
