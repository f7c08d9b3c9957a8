import Glibc
import Quantities
import Randomness
import Testing

@testable import SensorHealth

/// A sensor that repeats one value is not measuring, as long as another one measures.
@Suite struct RepetitionCheckTests {
  private var check = RepetitionCheck()

  /// 100 samples a second; a sensor has a new value in each sample where it measures.
  private mutating func run(
    from start: Int, seconds: Double, field: Bool, force: Bool, rate: Bool
  ) {
    for index in start..<(start + Int(seconds * 100)) {
      let change = Double(index * 5 % 7) * 0.01
      check.take(
        Sample(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          magneticField: MagneticField(microtesla: Vector3(20 + (field ? change : 0), 0, 40)),
          acceleration: Acceleration(
            metresPerSecondSquared: Vector3(0, force ? change : 0, -9.8)),
          angularRate: AngularRate(radiansPerSecond: Vector3(0, 0, rate ? change : 0))))
    }
  }

  @Test mutating func sensorsThatMeasureAreNotStuck() {
    run(from: 0, seconds: 10, field: true, force: true, rate: true)
    #expect(!check.isFieldStuck && !check.isForceStuck && !check.isRateStuck)
    #expect(check.hasFieldChanged)
  }

  @Test mutating func aRepeatedFieldIsStuckAfterAHundredSamplesAlsoFromTheFirstOneOn() {
    run(from: 0, seconds: 0.9, field: false, force: true, rate: false)
    #expect(!check.isFieldStuck)
    run(from: 90, seconds: 0.2, field: false, force: true, rate: false)
    #expect(check.isFieldStuck && check.isFieldRepeated && !check.hasFieldChanged)
    #expect(!check.isForceStuck)
  }

  @Test mutating func aGyroThatStopsIsStuckAndOneThatNeverChangedIsNot() {
    run(from: 0, seconds: 5, field: true, force: true, rate: false)
    #expect(!check.isRateStuck)
    run(from: 500, seconds: 1, field: true, force: true, rate: true)
    run(from: 600, seconds: 1.2, field: true, force: true, rate: false)
    #expect(check.isRateStuck && !check.isForceStuck)
  }

  /// A gyro that says the same rate from the first sample on, about down, beside a field that turns about down at another rate for 5 s
  /// and then rests, and a noisy accelerometer.
  private mutating func runDeadGyro(saying rate: Double, turning: Double) {
    for index in 0..<1000 {
      let (time, change) = (Double(index) / 100, Double(index * 5 % 7) * 0.01)
      let angle = turning * min(time, 5)
      check.take(
        Sample(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          magneticField: MagneticField(
            microtesla: Vector3(40 * cos(angle), -40 * sin(angle), 10 + change)),
          acceleration: Acceleration(metresPerSecondSquared: Vector3(0, change, -9.8)),
          angularRate: AngularRate(radiansPerSecond: Vector3(0, 0, rate))))
    }
  }

  // 60° in 5 s.
  @Test mutating func aGyroThatNeverChangedIsStuckWhereTheDeviceTurns() {
    runDeadGyro(saying: 0, turning: 12.0.inRadians)
    #expect(check.isRateStuck && !check.isForceStuck && !check.isFieldStuck)
    run(from: 1000, seconds: 0.1, field: true, force: true, rate: true)
    #expect(!check.isRateStuck)
  }

  // A turn without noise that the gyro measures, and a field that a hand's sway turns by 20°.
  @Test(arguments: [(12.0, 12.0), (0, 4)])
  mutating func aGyroThatNeverChangedIsNotStuckWhereItsRateExplainsTheTurn(
    _ rate: Double, _ turning: Double
  ) {
    runDeadGyro(saying: rate.inRadians, turning: turning.inRadians)
    #expect(!check.isRateStuck)
  }

  @Test mutating func theNextNewValueEndsIt() {
    run(from: 0, seconds: 4, field: false, force: true, rate: true)
    run(from: 400, seconds: 0.02, field: true, force: true, rate: true)
    #expect(!check.isFieldStuck && check.hasFieldChanged)
  }

  // A trace written by hand: nothing measures, and nothing is concluded.
  @Test mutating func whereAllSensorsRepeatNoneIsStuck() {
    run(from: 0, seconds: 10, field: false, force: false, rate: false)
    #expect(!check.isFieldStuck && !check.isForceStuck && !check.isRateStuck)
  }

  // A turn in a simulation without noise: gravity and rate are constant, and the field changes evenly.
  @Test mutating func besideAnEvenChangeWithoutNoiseNoneIsStuck() {
    for index in 0..<1000 {
      check.take(
        Sample(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          magneticField: MagneticField(microtesla: Vector3(Double(index) * 0.01, 0, 40)),
          acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.8)),
          angularRate: AngularRate(radiansPerSecond: Vector3(0, 0, 0.5))))
      #expect(!check.isForceStuck && !check.isRateStuck)
    }
  }

  // One sample a second: three seconds are only three repetitions.
  @Test mutating func aSlowMagnetometerIsStuckAfterFiveRepetitions() {
    for index in 0..<700 {
      let hasField = index % 100 == 0
      check.take(
        Sample(
          time: Timestamp(microseconds: Int64(index) * 10_000),
          magneticField: hasField ? MagneticField(microtesla: Vector3(20, 0, 40)) : nil,
          acceleration: Acceleration(
            metresPerSecondSquared: Vector3(0, 0.01 * Double(index * 5 % 7), -9.8))))
      #expect(check.isFieldStuck == (index >= 500))
    }
  }

  /// Takes a sample of an accelerometer and a gyro, 100 a second, with a number on each of the six axes.
  private mutating func take(noise values: [Double], at index: Int) {
    check.take(
      Sample(
        time: Timestamp(microseconds: Int64(index) * 10_000),
        acceleration: Acceleration(
          metresPerSecondSquared: Vector3(values[0] + 1, values[1], values[2] - 9.8)),
        angularRate: AngularRate(radiansPerSecond: Vector3(values[3], values[4], values[5]))))
  }

  /// Both sensors have noise on each axis; from 60 s on an axis of one of them keeps its value.
  private mutating func breakAxis(_ axis: Int, ofForce isForce: Bool) -> (before: Bool, after: Bool)
  {
    var generator = SeededGenerator(seed: UInt64(axis) + 1)
    var before = false
    for index in 0..<6400 {
      var values = (0..<6).map { _ in (generator.nextNormal() * 4).rounded() * 0.01 }
      if index >= 6000 { values[isForce ? axis : 3 + axis] = 0 }
      take(noise: values, at: index)
      if index < 6000, check.isForceStuck || check.isRateStuck { before = true }
    }
    let (stuck, other) =
      isForce ? (check.isForceStuck, check.isRateStuck) : (check.isRateStuck, check.isForceStuck)
    return (before || other, stuck)
  }

  @Test(arguments: [true, false], 0...2)
  mutating func anAxisThatHadNoiseAndKeepsItsValueForThreeSecondsIsStuck(isForce: Bool, axis: Int) {
    let found = breakAxis(axis, ofForce: isForce)
    #expect(!found.before && found.after)
  }

  // An axis of the accelerometer that never measured, while the device is rocked by 20°: sin(20°) is 3.4 m/s². At rest, and in a
  // computed motion without noise, it may be the third axis of a motion in a plane.
  @Test(arguments: 0...2, [(3.4, 1.0, true), (0.5, 1, false), (3.4, 0, false)])
  mutating func anAxisThatNeverMeasuredIsStuckWhereTheOthersShowMotionAndNoise(
    axis: Int, scene: (swing: Double, noise: Double, isStuck: Bool)
  ) {
    var generator = SeededGenerator(seed: UInt64(axis) + 50)
    for index in 0..<2000 {
      var values = (0..<6).map { _ in (generator.nextNormal() * scene.noise).rounded() * 0.01 }
      values[(axis + 1) % 3] += (scene.swing * sin(Double(index) / 100) * 100).rounded() / 100
      values[axis] = 0
      take(noise: values, at: index)
    }
    #expect(check.isForceStuck == scene.isStuck && !check.isRateStuck)
  }

  // The noise of an axis in counts: from none to several. A tenth of an hour each.
  @Test(arguments: [0.1, 0.2, 0.3, 0.4, 0.6, 1, 4])
  mutating func anAxisWhoseNoiseIsBelowItsResolutionIsNotStuckAtRest(counts: Double) {
    var generator = SeededGenerator(seed: UInt64(counts * 10))
    for index in 0..<36_000 {
      let values = (0..<6).map { _ in (generator.nextNormal() * counts).rounded() * 0.01 }
      take(noise: values, at: index)
      #expect(!check.isForceStuck && !check.isRateStuck)
    }
  }
}
