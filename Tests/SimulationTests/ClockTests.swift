import Quantities
import Testing

@testable import Simulation

@Suite struct ClockTests {
  private func device() -> Device {
    var device = Device()
    device.magnetometer?.clock = SampleClock(rateHz: 30, start: 0.004, stream: 1)
    device.accelerometer?.clock = SampleClock(rateHz: 250)
    device.gyro?.sensor.clock = SampleClock(rateHz: 1000, stream: 2)
    return device
  }

  private func samples(_ device: Device, seconds: Double = 20) throws -> [Sample] {
    steps(World(earth: try earthField(), motion: awkward), device, seconds: seconds).map(\.sample)
  }

  @Test func everySensorHasItsOwnRate() throws {
    let found = try samples(device())
    #expect(found.count { $0.magneticField != nil } == 600)
    #expect(found.count { $0.acceleration != nil } == 5000)
    #expect(found.count { $0.angularRate != nil } == 20_000)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(found.first { $0.magneticField != nil }?.time.microseconds == 4000)
  }

  @Test func sensorsOfOneClockShareTheirInstants() throws {
    var device = Device()
    device.accelerometer?.clock.jitter = 0.3
    device.accelerometer?.clock.loss = 0.1
    device.gyro?.sensor.clock.jitter = 0.3
    device.gyro?.sensor.clock.loss = 0.1
    let found = try samples(device)
    #expect(found.allSatisfy { ($0.acceleration == nil) == ($0.angularRate == nil) })
    #expect(found.contains { $0.acceleration != nil })
  }

  // 2000 even numbers within ±3 ms spread by 3/√3 = 1.732 ms.
  @Test func jitterMovesInstantsAndDoesNotAddUp() throws {
    var device = Device()
    device.magnetometer?.clock.jitter = 0.3
    let times = try samples(device).filter { $0.magneticField != nil }.map(\.time.microseconds)
    let errors = times.enumerated().dropFirst().map { Double($1 - Int64($0) * 10_000) }
    #expect(errors.allSatisfy { abs($0) <= 3000 })
    #expect(abs(errors.deviation / 1732 - 1) < 0.05)
  }

  // 2000 · 0.2 = 400 are lost, ±18 (one deviation); 4 of those.
  @Test func lossesAndGapsTakeSamplesAway() throws {
    var device = Device()
    device.accelerometer?.clock.loss = 0.2
    device.gyro?.sensor.clock.gaps = [3..<5, 7..<7.5]
    let found = try samples(device)
    #expect(abs(found.count { $0.acceleration == nil } - 400) < 72)
    let silent = found.filter { $0.angularRate == nil }.map(\.time.microseconds)
    #expect(silent.count == 250)
    #expect(
      silent.allSatisfy {
        (3_000_000..<5_000_000).contains($0) || (7_000_000..<7_500_000).contains($0)
      })
  }

  @Test func whatAllSensorsLostStillHasItsTruth() throws {
    var device = Device()
    device.magnetometer = nil
    device.gyro = nil
    device.accelerometer?.clock.gaps = [0..<1]
    let found = steps(World(earth: try earthField(), motion: awkward), device, seconds: 2)
    #expect(found.count == 200)
    #expect(found.prefix(100).allSatisfy { !$0.sample.hasMeasurement })
    #expect(found.suffix(100).allSatisfy { $0.sample.hasMeasurement })
    device.accelerometer = nil
    #expect(steps(World(earth: try earthField(), motion: awkward), device, seconds: 2).isEmpty)
  }

  @Test func theSameSeedGivesTheSameAndAnotherOneDoesNot() throws {
    let world = World(earth: try earthField(), motion: awkward)
    for chip in Chips.allCases where chip != .ideal {
      let first = steps(world, chip.device, seconds: 3, seed: 7)
      #expect(first == steps(world, chip.device, seconds: 3, seed: 7))
      #expect(first != steps(world, chip.device, seconds: 3, seed: 8))
    }
  }

  @Test func leavingASensorOutChangesNothingForTheOthers() throws {
    let whole = Chips.icm20948.device
    var part = whole
    part.gyro = nil
    for (a, b) in zip(try samples(whole), try samples(part)) {
      #expect(a.magneticField == b.magneticField && a.acceleration == b.acceleration)
      #expect(a.angularRate != nil && b.angularRate == nil)
    }
  }
}
