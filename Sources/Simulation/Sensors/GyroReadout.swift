private import Glibc
import Quantities
import Randomness

/// The state of a simulated gyro.
struct GyroReadout: Sendable {
  var ticker: Ticker
  private let gyro: Gyro
  private let deviation: Double
  private var generator: SeededGenerator
  /// The random walk of the bias so far, rad/s.
  private var walked = Vector3.zero
  /// The attitude at the previous measurement.
  private var before: Quaternion?

  init(_ gyro: Gyro, seeds: SensorSeeds, noise: UInt64) {
    self.gyro = gyro
    let clock = gyro.sensor.clock
    ticker = Ticker(clock, generator: seeds.clock(clock.stream))
    deviation = gyro.sensor.response.noise.deviation(rateHz: clock.rateHz)
    generator = seeds.noise(noise)
  }

  /// The next measurement; `nil` if it is lost. Advances the clock.
  ///
  /// - Parameters:
  ///   - attitude: sensor → earth at a time, s.
  ///   - force: m/s² at a time, s, in the sensor frame.
  mutating func read(
    attitude: (Double) -> Quaternion, force: (Double) -> Vector3
  ) -> Vector3? {
    defer { ticker.advance() }
    let seconds = Double(ticker.next - ticker.previous) / 1e6
    let end = Double(ticker.next) / 1e6 - gyro.sensor.delay
    let after = attitude(end)
    let step = (before ?? attitude(end - seconds)).inverse * after
    before = after
    walk(seconds)
    guard !ticker.isLost else { return nil }
    var rate = step.rotationVector / seconds
    if gyro.accelerationSensitivity != 0 {
      rate = rate + force(end) * gyro.accelerationSensitivity
    }
    let response = gyro.sensor.response
    return response.converted(
      response.read(rate, deviation: deviation, &generator) + walked + warmed(at: end))
  }

  private mutating func walk(_ seconds: Double) {
    guard gyro.biasWalk > 0 else { return }
    let normal = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
    walked = walked + normal * (gyro.biasWalk * seconds.squareRoot())
  }

  private func warmed(at time: Double) -> Vector3 {
    gyro.warming == .zero ? .zero : gyro.warming * (1 - exp(-max(time, 0) / gyro.warmingTime))
  }
}
