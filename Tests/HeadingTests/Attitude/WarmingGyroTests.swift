import Glibc
import Quantities
import Simulation
import Testing

@testable import Heading

/// A gyro that warms up while it is used, with and without the temperature of its chip.
@Suite struct WarmingGyroTests {
  /// rad/s/K. Source: ±20 °/s between −40 and 85 °C (InvenSense PS-MPU-6000A-00, 6.1), so within 65 K of 25 °C.
  private static let perKelvin = (20.0 / 65).inRadians
  /// K, after a minute.
  private static let warming = 10.0

  /// The headings of a minute in which the chip warms up. The device turns back and forth by 60°.
  ///
  /// - Parameter celsius: what the thermometer says of a temperature; `nil` where nothing reads it.
  private func run(_ celsius: ((Double) -> Double)?) throws -> [Judged] {
    var cheap = InertialTolerances.cheapBoard
    cheap.areOfNamedChips = true
    var filter = HeadingFilter(mount: .identity, calibration: .given, tolerances: cheap)
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 300 + 60 * sin(time / 3), pitchDegrees: 10 * sin(time / 2))
    }
    var judged: [Judged] = []
    for step in Simulator(scene: scene, model: SensorModel(), seed: 3) {
      var sample = step.sample
      let time = sample.time.seconds(since: Timestamp(microseconds: 0))
      guard time < 60 else { break }
      let kelvins = Self.warming * time / 60
      if let rate = sample.angularRate?.radiansPerSecond {
        let bias = Vector3(1, -1, 1) * (Self.perKelvin * kelvins)
        sample.angularRate = AngularRate(radiansPerSecond: rate + bias)
        sample.temperatureCelsius = celsius?(25 + kelvins)
      }
      filter.update(sample)
      guard time > 10 else { continue }
      judged.append(
        Judged(time: time, estimate: filter.estimate(at: sample.time), truth: step.pose))
    }
    return judged
  }

  private func rms(_ judged: [Judged]) -> Double {
    let squares = judged.compactMap(\.error).map { $0 * $0 }
    return (squares.reduce(0, +) / Double(max(squares.count, 1))).squareRoot()
  }

  @Test func theTemperatureOfTheChipHalvesTheErrorOfAGyroThatWarmsUp() throws {
    let (measured, unmeasured) = (try run { $0 }, try run(nil))
    #expect(measured.count > 1000)
    #expect(rms(measured) < 0.5 * rms(unmeasured))
    let within = measured.filter { abs($0.error ?? 180) <= $0.estimate.error68Degrees ?? 0 }
    #expect(Double(within.count) > 0.68 * Double(measured.count))
  }

  // A thermometer whose zero is off, and one that is stuck.
  @Test func onlyChangesOfTheTemperatureCount() throws {
    let (right, shifted) = (try run { $0 }, try run { $0 - 200 })
    #expect(zip(right, shifted).allSatisfy { abs(($0.error ?? 0) - ($1.error ?? 9)) < 0.01 })
    let (stuck, unmeasured) = (try run { _ in 25 }, try run(nil))
    #expect(stuck.map(\.error) == unmeasured.map(\.error))
  }
}
