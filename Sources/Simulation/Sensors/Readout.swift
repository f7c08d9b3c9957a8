import Quantities
import Randomness

/// The state of a simulated magnetometer or accelerometer.
struct Readout: Sendable {
  /// The number of points for the mean over a window.
  private static let points = 8

  var ticker: Ticker
  private let sensor: Sensor
  private let deviation: Double
  private var generator: SeededGenerator

  init(_ sensor: Sensor, seeds: SensorSeeds, noise: UInt64) {
    self.sensor = sensor
    ticker = Ticker(sensor.clock, generator: seeds.clock(sensor.clock.stream))
    deviation = sensor.response.noise.deviation(rateHz: sensor.clock.rateHz)
    generator = seeds.noise(noise)
  }

  /// The next measurement; `nil` if it is lost. Advances the clock.
  ///
  /// - Parameter exact: the quantity at a time, s, in the sensor frame.
  mutating func read(_ exact: (Double) -> Vector3) -> Vector3? {
    defer { ticker.advance() }
    guard !ticker.isLost else { return nil }
    let end = Double(ticker.next) / 1e6 - sensor.delay
    var value = Vector3.zero
    if sensor.window > 0 {
      for index in 0..<Self.points {
        let part = (Double(index) + 0.5) / Double(Self.points)
        value = value + exact(end - part * sensor.window) / Double(Self.points)
      }
    } else {
      value = exact(end)
    }
    let response = sensor.response
    return response.converted(response.read(value, deviation: deviation, &generator))
  }
}

/// The random generators of one run. Each sensor has its own, so that leaving out a sensor does not
/// change the others.
struct SensorSeeds: Sendable {
  let seed: UInt64

  func clock(_ stream: UInt64) -> SeededGenerator { generator(stream &* 2) }

  func noise(_ sensor: UInt64) -> SeededGenerator { generator(sensor &* 2 &+ 1) }

  private func generator(_ number: UInt64) -> SeededGenerator {
    var first = SeededGenerator(seed: seed)
    var second = SeededGenerator(seed: first.next() ^ number)
    return SeededGenerator(seed: second.next())
  }
}
