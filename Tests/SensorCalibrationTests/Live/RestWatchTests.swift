import Glibc
import Quantities
import Randomness
import SensorCalibration
import Testing

/// The gyro's bias by a rest, beside even turns about the vertical, which gravity does not show.
struct RestWatchTests {
  private static let bias = Vector3(0.1, -0.2, 0.3)

  /// A level device in a horizontal field of 20 µT that turns evenly by each rate, °/s, for so many s.
  private func watch(_ course: [(rate: Double, seconds: Double)]) -> RestWatch {
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
        sample.magneticField = MagneticField(
          microtesla: Vector3(20 * cos(heading), -20 * sin(heading), 40) + noise(0.3))
        sample.acceleration = Acceleration(
          metresPerSecondSquared: Vector3(0, 0, -standardGravity) + noise(0.03))
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

  /// The bias is off by as much as the field may move in a rest, and by no more.
  @Test(arguments: [2.0, 4, 8, 16, 25])
  func theLimitOfTheBiasHoldsWhileTheDeviceTurns(rate: Double) throws {
    let watch = watch([(rate, 30)])
    guard let seen = watch.rate else { return }
    var gyro = UnbiasedGyro(calibration: nil, tolerances: InertialTolerances.cheapBoard.gyro)
    #expect(gyro.largestBias == 40.0.inRadians)
    gyro.take(seen)
    #expect((gyro.rate(Self.bias)).length <= gyro.largestBias)
  }
}
