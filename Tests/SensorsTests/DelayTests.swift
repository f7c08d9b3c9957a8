import I2C
import Quantities
import Sensors
import TestDoubles
import Testing
import Wire

@testable import Pipeline

/// By how much what the chips measured is older than the instant at which it was read.
struct DelayTests {
  private static let forward = Vector3(1, 0, 0)
  private static let right = Vector3(0, 1, 0)
  private static let down = Vector3(0, 0, 1)
  /// Flat, components up, x arrow forward.
  private static let flat = Axes(x: forward, y: -right, z: -down)

  /// Degrees at s: at rest for 3 s, then to the right at 120°/s, then at rest.
  private static func heading(_ time: Double) -> Double { 40 + 120 * min(max(time - 3, 0), 1) }

  /// A board with an MPU-6050 and a LIS3MDL, each late as its chip's driver says.
  private func turning() -> [Sample] {
    var (magnetometer, inertial) = (Die.lis3MDL, Die.mpu(0x68))
    // 155 measurements a second at most, so 6.45 ms each; the register map's delay of DLPF_CFG 3.
    (magnetometer.delay, inertial.delay) = (0.00645 / 2, 0.0048)
    let board = ScriptedBoard([magnetometer, inertial], board: Self.flat, hidden: nil) {
      Pose(heading: Self.heading($0), turnRate: (3..<4).contains($0) ? 120 : 0)
    }
    board.run(seconds: 6)
    return board.samples
  }

  /// Degrees: the largest difference from the truth while the device turns, and at rest after it.
  private func errors(_ samples: [Sample]) -> (turning: Double, after: Double) {
    var settings = PipelineSettings()
    settings.calibration = .given
    func largest(_ span: Range<Double>) -> Double {
      readings(of: samples, settings).compactMap { reading in
        let time = reading.time.seconds(since: Timestamp(microseconds: 0))
        guard span.contains(time), let heading = reading.headingMagnetic else { return nil }
        return abs(RelativeBearing(degrees: heading.degrees - Self.heading(time)).degrees)
      }.max() ?? .infinity
    }
    return (largest(3.02..<3.99), largest(4.1..<6))
  }

  // Without being told, the filter takes the field to be 20 ms late (`fieldDelay`); at 120°/s that is 2.4°, of
  // which the first turns take a part.
  @Test func theDriversDelaysRemoveTheHeadingErrorOfATurn() {
    let samples = turning()
    #expect(samples.allSatisfy { $0.delay != nil })
    let told = errors(samples)
    let untold = errors(
      samples.map { sample in
        var sample = sample
        sample.delay = nil
        return sample
      })
    #expect(told.turning < untold.turning, "\(told), \(untold)")
    #expect(told.after < untold.after, "\(told), \(untold)")
    #expect(told.turning < 0.1)  // 1 ms of 120°/s is 0.12°
  }

  @Test func aSampleHasTheTimeOfItsTransfer() {
    let samples = turning()
    for (earlier, later) in zip(samples, samples.dropFirst()) {
      #expect(earlier.time <= later.time)
    }
  }

  // A single measurement takes 8 ms, and was asked for 10 ms before it is read: the middle of it is 6 ms ago.
  @Test func aMeasurementThatWaitedToBeReadIsOlder() throws {
    let setUp = try SetUp(Chip.mmc5983MA.withFixedFilm, [0x2F: 0x30])
    setUp.clock.advance(milliseconds: 10)
    let field: (UInt8, [UInt8]) = (0x00, [0x84, 0x00, 0x7C, 0x00, 0x80, 0x00, 0])
    #expect(try setUp.poll([field, (0x08, [0x01])])?.delay == 6_000)
    setUp.clock.advance(milliseconds: 8)
    #expect(try setUp.poll([field])?.delay == 4_000)
  }

  // A suspend, or another chip that holds the bus for longer than any sensor is late.
  @Test(arguments: [200, 7_200_000] as [Int64])
  func aMeasurementThatWaitedTooLongIsNotDelivered(_ milliseconds: Int64) throws {
    let setUp = try SetUp(.ist8310, [0x00: 0x10])
    setUp.clock.advance(milliseconds: milliseconds)
    setUp.bus.forgetTransfers()
    let ready: (UInt8, [UInt8]) = (0x02, [0x01, 0x64, 0x00, 0xCE, 0xFF, 0x96, 0x00])
    let old = try #require(try setUp.poll([ready]))
    #expect(old.measurement.magneticField == nil && old.delay == nil)
    // The next one is triggered: 10 ms later it is 10 − 6 + 3 ms old.
    #expect(setUp.bus.writes == [.write([0x01], to: 0x0A, of: 0x0E)])
    setUp.clock.advance(milliseconds: 10)
    let next = try #require(try setUp.poll([ready]))
    #expect(next.measurement.magneticField != nil && next.delay == 7_000)
  }

  // Nothing that is averaged is longer than two periods.
  @Test(arguments: Chip.supported.indices) func delaysFitThePeriod(_ index: Int) {
    let chip = Chip.supported[index]
    #expect((chip.conversionTime == nil) == chip.trigger.isEmpty)
    guard let delay = chip.averagingDelay else { return }
    #expect(delay > 0 && Double(delay) <= 1e6 / chip.rateHz)
    if let conversion = chip.conversionTime {
      #expect(Double(conversion) <= 1e6 / chip.rateHz)
      #expect(abs(delay - conversion / 2) <= 100)
    }
  }

  @Test func eachMagnetometerAndEachGyroHasADelay() {
    let silent = Chip.supported.filter { $0.averagingDelay == nil }
    // Nobody tells the filters of an LSM6DSV16X at 120 Hz and of a BNO08x; the delay of an accelerometer alone is
    // used by nobody.
    #expect(silent.map(\.name) == ["LSM6DSV16X", "LIS3DH", "ADXL345", "BNO08x"])
  }
}
