import Glibc
import Quantities
import SensorHealth
import Testing

/// Pushes of a vehicle, and what looks like them.
@Suite struct VehicleCheckTests {
  /// The check after so many seconds of an acceleration, m/s², earth frame, at a time in s.
  private func check(
    _ check: VehicleCheck = VehicleCheck(), seconds: Double, _ acceleration: (Double) -> Vector3
  ) -> VehicleCheck {
    var check = check
    for index in 0..<Int(seconds * 10) {
      check.take(acceleration(Double(index) / 10), interval: 0.1)
    }
    return check
  }

  // 1.6 m/s² for 5 s, as a car that starts at a light.
  @Test func aCarThatStartsIsAVehicle() {
    let car = check(seconds: 5) { _ in Vector3(1.1, 1.16, 0) }
    #expect(car.isInVehicle)
    // 6 m/s for 5 s, along each axis.
    #expect(abs(car.velocityVariance - 2 * 5 * 36) < 1e-9)
  }

  // 2.4 m/s² for 1.2 s, as in a queue of cars: 2.9 m/s.
  @Test func aCarThatCreepsIsAVehicle() {
    let rest = check(seconds: 10) { _ in .zero }
    #expect(check(rest, seconds: 1.2) { _ in Vector3(2.4, 0, 0) }.isInVehicle)
  }

  // The mean acceleration of 1 s shows a push of 2 m/s² after 0.25 s.
  @Test func thePushHasLastedSinceTheAccelerationWasLastSmall() {
    let rest = check(seconds: 10) { _ in .zero }
    for seconds in [1.0, 2, 3] {
      let pushed = check(rest, seconds: seconds) { _ in Vector3(2, 0, 0) }
      #expect(abs(pushed.pushSeconds - (seconds + 0.75)) < 0.15, "\(pushed.pushSeconds)")
    }
    #expect(check(rest, seconds: 20) { _ in Vector3(2, 0, 0) }.pushSeconds == 5)
  }

  // A push that is too short for a vehicle, and another one after 3 s.
  @Test func whatMayBeAPushBeginsWithTheFirstOfTwo() {
    let rest = check(seconds: 10) { _ in .zero }
    let crept = check(rest, seconds: 2) { _ in Vector3(1.3, 0, 0) }
    let between = check(crept, seconds: 3) { _ in .zero }
    #expect(!between.isInVehicle)
    let car = check(between, seconds: 2) { _ in Vector3(2, 0, 0) }
    #expect(car.isInVehicle && car.pushSeconds < 3)
    #expect(abs(car.possiblePushSeconds - 7) < 1, "\(car.possiblePushSeconds)")
  }

  @Test func aCarThatDrivesEvenlyForAMinuteIsNoneUntilItBrakes() {
    let car = check(seconds: 5) { _ in Vector3(1.6, 0, 0) }
    let even = check(car, seconds: 60) { _ in .zero }
    #expect(!even.isInVehicle && even.velocityVariance == 0)
    #expect(check(even, seconds: 5) { _ in Vector3(-1.6, 0, 0) }.isInVehicle)
  }

  // 6 mg too weak, which would take away half of what the push adds, and too strong.
  @Test(arguments: [0.06, -0.06]) func theStrengthIsThatOfTheAccelerometerAtRest(down: Double) {
    let rest = check(seconds: 30) { _ in Vector3(0, 0, down) }
    #expect(!rest.isInVehicle)
    #expect(check(rest, seconds: 4) { _ in Vector3(1.5, 0, down) }.isInVehicle)
  }

  // Gravity in an attitude that is off by so much is as strong as ever.
  @Test(arguments: [2.0, 5, 10, 20]) func aTiltIsNoVehicle(degrees: Double) {
    let tilt = degrees.inRadians
    let force = Vector3(standardGravity * sin(tilt), 0, -standardGravity * cos(tilt))
    let acceleration = force + Vector3(0, 0, standardGravity)
    #expect(!check(seconds: 60) { _ in acceleration }.isInVehicle)
    // What was a vehicle is none any more once the attitude is lost.
    let car = check(seconds: 5) { _ in Vector3(1.6, 0, 0) }
    #expect(!check(car, seconds: 60) { _ in acceleration }.isInVehicle)
  }

  // 1.4 m/s within a second, and a stop after 10 s, again and again.
  @Test func whoWalksIsNoVehicle() {
    let walk = check(seconds: 120) { time in
      switch time.truncatingRemainder(dividingBy: 20) {
      case ..<1: Vector3(1.4, 0, 0)
      case 10..<11: Vector3(-1.4, 0, 0)
      default: .zero
      }
    }
    #expect(!walk.isInVehicle)
  }

  // 30 cm to and fro, up to 1.5 Hz, hard.
  @Test(arguments: [0.3, 0.5, 1, 1.5]) func anArmIsNoVehicle(hertz: Double) {
    let rate = 2 * Double.pi * hertz
    let arm = check(seconds: 60) { Vector3(0.15 * rate * rate * cos(rate * $0), 0, 0) }
    #expect(!arm.isInVehicle)
  }

  // A cheap accelerometer, 40 mg off along down, in an attitude that is off by 5° for it.
  @Test func anOffsetIsNoVehicle() {
    #expect(!check(seconds: 60) { _ in Vector3(0.85, 0, -0.4) }.isInVehicle)
  }

  // The same push, before and after the frame is turned round.
  @Test func theFrameOfTheEarthMayTurnMeanwhile() {
    let unturned = check(seconds: 2) { _ in Vector3(1.6, 0, 0) }
    var turned = unturned
    turned.turn(by: Quaternion(rotationVector: Vector3(0, 0, .pi)))
    #expect(check(turned, seconds: 3) { _ in Vector3(-1.6, 0, 0) }.isInVehicle)
    #expect(!check(unturned, seconds: 3) { _ in Vector3(-1.6, 0, 0) }.isInVehicle)
  }
}
