import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// Chips whose mark of a new measurement goes with a read of the data.
struct DataReadyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let chip: Chip
    let address: UInt8
    let registers: [UInt8: UInt8]
    let status: (register: UInt8, bit: UInt8)
    let firstData: UInt8
    /// The registers whose read clears the bit.
    let clearing: ClosedRange<UInt8>

    var testDescription: String { chip.name }
  }

  // AKM: any register of the data, and ST2 (InvenSense DS-000189 rev. 1.3, p. 78). ADXL345: any of the data. ST: with
  // the high byte of the last axis that is read (the emulated chips have it so).
  static let cases = [
    Case(
      chip: .ak8963, address: 0x0C, registers: [0x00: 0x48, 0x10: 128, 0x11: 128, 0x12: 128],
      status: (0x02, 1), firstData: 0x03, clearing: 0x03...0x09),
    Case(
      chip: .ak09916, address: 0x0C, registers: [0x00: 0x48, 0x01: 0x09], status: (0x10, 1),
      firstData: 0x11, clearing: 0x11...0x18),
    Case(
      chip: .ak09918, address: 0x0C, registers: [0x00: 0x48, 0x01: 0x0C], status: (0x10, 1),
      firstData: 0x11, clearing: 0x11...0x18),
    Case(
      chip: .lis2MDL, address: 0x1E, registers: [0x4F: 0x40], status: (0x67, 0b1000),
      firstData: 0x68, clearing: 0x6D...0x6D),
    Case(
      chip: .lis3MDL, address: 0x1C, registers: [0x0F: 0x3D], status: (0x27, 0b1000),
      firstData: 0x28, clearing: 0x2D...0x2D),
    Case(
      chip: .lis3DH, address: 0x18, registers: [0x0F: 0x33], status: (0x27, 0b1000),
      firstData: 0x28, clearing: 0x2D...0x2D),
    Case(
      chip: .l3GD20, address: 0x6A, registers: [0x0F: 0xD4], status: (0x27, 0b1000),
      firstData: 0x28, clearing: 0x2D...0x2D),
    Case(
      chip: .adxl345, address: 0x53, registers: [0x00: 0xE5], status: (0x30, 0b1000_0000),
      firstData: 0x32, clearing: 0x32...0x37),
  ]

  // The chip's clock is up to 3 % slow or 4 % fast. With status and data in one read 10 to 92 of 100 measurements
  // a second arrive, and at 100 kHz up to 0.2 s pass without one.
  @Test(arguments: cases, [0.97, 0.993, 1, 1.002, 1.01, 1.04])
  func noMeasurementIsLostToAPollThatFindsNothingNew(_ test: Case, _ clockRatio: Double) throws {
    for hertz in [100_000, 400_000] {
      let bus = DataReadyBus(test, hertz: hertz, clockRatio: clockRatio)
      let times = bus.sample(seconds: 6).filter { $0 > 1_000_000 }
      let period = 1e6 / (test.chip.rateHz * clockRatio)
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      let longest = try #require(gaps.max())
      #expect(Double(longest) < 1.5 * period, "\(longest) µs at \(hertz) Hz")
      let expected = 5e6 / period
      #expect(abs(Double(times.count) - expected) < 3, "\(times.count) and not \(expected)")
    }
  }
}

/// A bus with one chip that measures by its own clock, while the bytes of a transfer pass too.
private final class DataReadyBus: I2CBus {
  private let test: DataReadyTests.Case
  private let hertz: Int
  /// µs.
  private let period: Double
  private let clock = HandClock()
  private var registers = [UInt8](repeating: 0, count: 256)
  /// Clock cycles that are not a whole µs yet.
  private var rest = 0
  private var measurements = 0

  /// - Parameter clockRatio: of the chip's clock to a true one.
  init(_ test: DataReadyTests.Case, hertz: Int, clockRatio: Double) {
    (self.test, self.hertz) = (test, hertz)
    period = 1e6 / (test.chip.rateHz * clockRatio)
    for (register, value) in test.registers { registers[Int(register)] = value }
  }

  /// Samples the chip as the daemon does.
  ///
  /// - Returns: when each sample was read, µs.
  func sample(seconds: Int64) -> [Int64] {
    var times: [Int64] = []
    let sampler = BusSampler(
      chips: [PolledChip(test.chip, at: test.address)], clock: clock,
      open: { [unowned self] () throws(I2CError) in self },
      onSample: { times.append($1.time.microseconds) }, onEvent: { _, _ in })
    while clock.now.microseconds < seconds * 1_000_000 { clock.sleep(until: sampler.step()) }
    return times
  }

  func read(
    _ register: UInt8, of address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    guard address == test.address else { throw .noAcknowledge(address: address) }
    spend(30)
    for index in bytes.indices {
      spend(9)
      // Bit 7 makes the chips of ST count up; none of these chips has so many registers.
      let number = (register & 0x7F) + UInt8(index)
      bytes[index] = registers[Int(number)]
      if test.clearing.contains(number) { registers[Int(test.status.register)] = 0 }
    }
  }

  func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {
    guard address == test.address else { throw .noAcknowledge(address: address) }
    spend(20 + 9 * bytes.count)
    for (index, byte) in bytes.enumerated() { registers[Int(register) + index] = byte }
  }

  /// Lets the time of some clock cycles pass, in which the chip may measure.
  private func spend(_ cycles: Int) {
    rest += cycles
    let microseconds = rest * 1_000_000 / hertz
    rest -= microseconds * hertz / 1_000_000
    clock.sleep(until: clock.now.advanced(byMicroseconds: Int64(microseconds)))
    let due = Int(Double(clock.now.microseconds) / period)
    guard due > measurements else { return }
    measurements = due
    registers[Int(test.status.register)] = test.status.bit
    registers[Int(test.firstData)] = UInt8(measurements % 100 + 1)
  }
}
