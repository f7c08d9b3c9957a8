import Glibc
import Quantities
import Randomness
import SensorCalibration
import Testing

/// The gyro's bias by a rest, beside even turns about the vertical, which gravity does not show.
struct RestWatchTests {
  private static let bias = Vector3(0.1, -0.2, 0.3)

  /// A level device in a horizontal field of 20 µT that turns evenly by each rate, °/s, for so many s.
  ///
  /// - Parameters:
  ///   - force: m/s², sensor frame.
  ///   - measured: the field as it is measured, µT.
  private func watch(
    _ course: [(rate: Double, seconds: Double)],
    force: Vector3 = Vector3(0, 0, -standardGravity),
    measured: (Vector3) -> MagneticField? = { MagneticField(microtesla: $0) }
  ) -> RestWatch {
    var generator = SeededGenerator(seed: 4)
    var watch = RestWatch(mount: .identity)
    var (time, heading) = (0.0, 0.0)
    for (rate, seconds) in course {
      let end = time + seconds
      while time < end {
        time += 0.01
        heading += rate.inRadians * 0.01
        func noise(_ size: Double) -> Vector3 {
          Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * size
        }
        var sample = Sample(time: Timestamp(microseconds: Int64(time * 1e6)))
        sample.magneticField = measured(
          Vector3(20 * cos(heading), -20 * sin(heading), 40) + noise(0.3))
        sample.acceleration = Acceleration(metresPerSecondSquared: force + noise(0.03))
        sample.angularRate = AngularRate(
          radiansPerSecond: Vector3(0, 0, rate.inRadians) + Self.bias + noise(0.003))
        watch.take(sample)
      }
    }
    return watch
  }

  /// The largest error, rad/s, of what a watch has seen in a rest.
  private func error(_ watch: RestWatch) throws -> Double {
    (try #require(watch.rate).mean - Self.bias).length
  }

  // of noise alone 0.3 mrad/s in the mean of a hundred
  @Test func aRestShowsTheBias() throws {
    #expect(try error(watch([(0, 3)])) < 0.002)
    #expect(try #require(watch([(0, 3)]).rate).duration >= 2.5)
    #expect(watch([(0, 0.4)]).rate == nil)
  }

  // The beginning of the turn counts as the end of the rest, until the field has moved by 3 of its 20 µT: 8.6° in 3 s.
  @Test(arguments: [-25.0, -16, -8, 8, 16, 25])
  func anEvenTurnDoesNotReplaceWhatARestHasShown(rate: Double) throws {
    #expect(try error(watch([(0, 3), (rate, 30)])) < 2.9.inRadians)
    #expect(try error(watch([(0, 3), (rate, 30), (0, 1)])) < 2.9.inRadians)
  }

  @Test(arguments: [-25.0, -16, -8, 8, 16, 25])
  func aRestReplacesWhatAnEvenTurnHasShown(rate: Double) throws {
    // The last of the turn may be in the first window of the rest.
    #expect(try error(watch([(rate, 30), (0, 3)])) < 0.1 * abs(rate.inRadians))
  }

  /// The bias is off by as much as the field moved in the rest, and by no more.
  @Test(arguments: [2.0, 4, 8, 16])
  func theLimitOfTheBiasHoldsWhileTheDeviceTurns(rate: Double) {
    let tolerances = InertialTolerances.cheapBoard.gyro
    let unseen = UnbiasedGyro(
      calibration: nil, tolerances: tolerances, rests: RestWatch(mount: .identity))
    #expect(unseen.largestBias == 40.0.inRadians)
    let gyro = UnbiasedGyro(calibration: nil, tolerances: tolerances, rests: watch([(rate, 30)]))
    #expect(gyro.rate(Self.bias).length <= gyro.largestBias)
    // of three window means at least
    #expect(gyro.largestBias >= rate.inRadians)
  }

  // What a user is asked for, of whose windows the first is the beginning. `LiveCalibration` compares turns from 10°/s on.
  @Test func aRestOfASecondShowsTheBiasWellEnoughToCompareTurns() throws {
    let seen = try #require(watch([(40, 3), (0, 1.25)]).rate)
    #expect(seen.error < 10.0.inRadians && (seen.mean - Self.bias).length < seen.error)
  }

  // 3 of 20 µT are 8.6°.
  @Test func aTurnBy25DegreesASecondIsNoRest() {
    #expect(watch([(25, 30)]).rate == nil)
  }

  // A level turn shows in the field alone.
  @Test(arguments: [0.0, 8, 30])
  func withoutALivingFieldNothingIsKnownOfTheBias(rate: Double) {
    #expect(watch([(rate, 10)], measured: { _ in nil }).rate == nil)
    let constant = MagneticField(microtesla: Vector3(18.45, -3.15, 41.7))
    #expect(watch([(rate, 10)], measured: { _ in constant }).rate == nil)
    let inGauss = watch([(rate, 10)], measured: { MagneticField(microtesla: $0 * 0.01) })
    #expect(inGauss.rate == nil)
  }

  @Test func aGyroThatBeginsToMeasureInARestHasRestedSinceThen() throws {
    var watch = RestWatch(mount: .identity)
    for index in 0..<6000 {
      let noise = Double(index % 7) * 0.01
      var sample = Sample(time: Timestamp(microseconds: Int64(index) * 10_000))
      sample.magneticField = MagneticField(microtesla: Vector3(20 + noise, 0, 40))
      sample.acceleration = Acceleration(metresPerSecondSquared: Vector3(0, 0, -standardGravity))
      if index >= 5900 { sample.angularRate = AngularRate(radiansPerSecond: Self.bias) }
      watch.take(sample)
    }
    #expect(watch.duration > 59)
    #expect(try #require(watch.rate).duration <= 1)
  }

  // The bias of a gyro that senses specific force is another one upside down: 0.01 rad/s for 1 m/s² make 11°/s of gravity.
  @Test func theBiasFollowsTheForceFromTheRestToTheUse() {
    let sensitivity = Matrix3.identity * 0.01
    let calibration = AxesCalibration(
      offset: .zero, matrix: .identity, forceSensitivity: sensitivity)
    let up = Vector3(0, 0, -standardGravity)
    let rests = watch([(0, 6)], force: up)
    for force in [Vector3.zero, up, -up] {
      var gyro = UnbiasedGyro(
        calibration: calibration, tolerances: InertialTolerances.cheapBoard.gyro, rests: rests)
      for (index, force) in [force, -up].enumerated() {
        var sample = Sample(time: Timestamp(microseconds: 7_000_000 + Int64(index) * 10_000))
        sample.acceleration = Acceleration(metresPerSecondSquared: force)
        gyro.take(sample)
      }
      let measured = Self.bias + sensitivity * (-up - up)
      #expect(gyro.rate(measured).length < 0.005)
    }
  }
}
