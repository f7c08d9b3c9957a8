import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// A quantity that is beyond its range does not take the others with it.
struct ClippingTests {
  private static let low: [UInt8] = [0xFF, 0x7F]
  private static let high: [UInt8] = [0x7F, 0xFF]

  /// A chip with both, and where and in which order its bytes are 32 767: the end of 16 bits.
  struct Case: Sendable, CustomTestStringConvertible {
    let chip: Chip
    let registers: [UInt8: UInt8]
    var code: [UInt8]?
    /// Which register follows one in a read, where it is not the next.
    var successors: [UInt8: UInt8] = [:]
    let force: UInt8
    let rate: UInt8
    let end: [UInt8]
    let ready: (register: UInt8, value: UInt8)

    var testDescription: String { chip.name }

    func setUp() throws -> SetUp {
      let setUp = try SetUp(chip, registers, firmware: code) { bus, address, register, bytes in
        if register == 0x7F, bytes == [0x00] { bus.set(0x00, of: address, to: 0xEA) }
      }
      setUp.bus.successors[setUp.address] = successors
      return setUp
    }
  }

  static let cases = [
    Case(
      chip: .mpu6050, registers: [0x75: 0x68], force: 0x3B, rate: 0x43, end: high,
      ready: (0x3A, 1)),
    Case(
      chip: .mpu9250, registers: [0x75: 0x71], force: 0x3B, rate: 0x43, end: high,
      ready: (0x3A, 1)),
    Case(
      chip: .icm20948, registers: [0x00: 0xEA], force: 0x2D, rate: 0x33, end: high,
      ready: (0x1A, 1)),
    Case(
      chip: .lsm6dsox, registers: [0x0F: 0x6C], force: 0x28, rate: 0x22, end: low,
      ready: (0x1E, 0b11)),
    Case(
      chip: .bmi160, registers: [0x00: 0xD1, 0x03: 0x14], force: 0x12, rate: 0x0C, end: low,
      ready: (0x1B, 0xC0)),
    Case(
      chip: .bmi270, registers: [0x00: 0x24, 0x21: 0x01], code: [1, 2, 3, 4], force: 0x0C,
      rate: 0x12, end: low, ready: (0x03, 0xC0)),
    Case(
      chip: .icm42688P, registers: [0x75: 0x47], force: 0x1F, rate: 0x25, end: high,
      ready: (0x2D, 0x08)),
    Case(
      chip: .lsm9DS1, registers: [0x0F: 0x68], successors: [0x1D: 0x28], force: 0x28, rate: 0x18,
      end: low, ready: (0x17, 0b11)),
  ]

  @Test(arguments: cases) func aSaturatedAccelerometerDoesNotRemoveTheAngularRate(_ test: Case)
    throws
  {
    let polled = try test.setUp().poll([
      (test.force, test.end), (test.ready.register, [test.ready.value]),
    ])
    #expect(polled?.measurement.acceleration == nil)
    #expect(polled?.measurement.angularRate != nil)
    #expect(polled?.measurement.outOfRange == .acceleration)
  }

  @Test(arguments: cases) func aSaturatedGyroDoesNotRemoveTheAcceleration(_ test: Case) throws {
    let polled = try test.setUp().poll([
      (test.rate, test.end), (test.ready.register, [test.ready.value]),
    ])
    #expect(polled?.measurement.acceleration != nil)
    #expect(polled?.measurement.angularRate == nil)
    #expect(polled?.measurement.outOfRange == .angularRate)
  }

  // The field of the LSM303D begins at 0x08, its acceleration at 0x28; bit 7 counts up.
  @Test(
    arguments: [(0xA8, .acceleration), (0x88, .magneticField)] as [(UInt8, Measurement.Quantity)])
  func ofAnLSM303DOnlyTheSaturatedQuantityIsRemoved(
    _ register: UInt8, _ quantity: Measurement.Quantity
  ) throws {
    let setUp = try SetUp(.lsm303D, [0x0F: 0x49])
    let polled = try setUp.poll([(register, Self.low), (0x07, [0x08])])
    let measurement = try #require(polled).measurement
    #expect(measurement.outOfRange == quantity)
    #expect((measurement.acceleration == nil) == (quantity == .acceleration))
    #expect((measurement.magneticField == nil) == (quantity == .magneticField))
  }

  // A second of nothing but clipping is no knock: the accelerometer is broken, or its range is lost.
  @Test func overflowsAreCountedAndASecondOfThemIsAFaultThoughTheRateIsSound() {
    let bench = ClippingBench()
    bench.run(milliseconds: 1000)
    #expect(bench.events == [.started])
    let before = bench.samples.count
    bench.isClipped = true
    bench.run(milliseconds: 900)
    #expect(bench.events == [.started])
    let clipped = bench.samples.dropFirst(before)
    #expect(clipped.count > 80)
    #expect(clipped.dropFirst().allSatisfy { $0.acceleration == nil && $0.angularRate != nil })
    #expect(bench.sampler?.statistics[0].counts.overflows ?? 0 > 80)
    bench.run(milliseconds: 200)
    #expect(bench.events == [.started, .failed(ChipFault(.saturated))])
  }

  // Every second measurement clips, for 3 s: it is never a whole second.
  @Test func occasionalSaturationIsNoFault() {
    let bench = ClippingBench()
    bench.run(milliseconds: 1000)
    for _ in 0..<150 {
      bench.isClipped.toggle()
      bench.run(milliseconds: 20)
    }
    #expect(bench.events == [.started])
  }
}

/// A bus with an MPU-6050 whose accelerometer may be clipped.
private final class ClippingBench {
  var isClipped = false
  private(set) var samples: [Sample] = []
  private(set) var events: [BusSampler.Event] = []
  private(set) var sampler: BusSampler?
  private let bus = ScriptedBus()
  private let clock = HandClock()
  private var last: Int64 = 0

  init() {
    bus.connect(0x68, [0x75: 0x68])
    bus.onRead = { [unowned self] bus, address, register in
      guard register == 0x3A else { return }
      let measurement = clock.now.microseconds / 10_000
      bus.set(0x3A, of: address, to: measurement > last ? 1 : 0)
      last = measurement
      bus.set(0x3B, of: address, to: isClipped ? [0x7F, 0xFF] : [0x00, 0x10])
      bus.set(0x44, of: address, to: UInt8(measurement & 0x3F))
    }
    sampler = BusSampler(
      chips: [PolledChip(.mpu6050, at: 0x68)], clock: clock,
      open: { [bus] () throws(I2CError) in bus },
      onSample: { [unowned self] in samples.append($1) },
      onEvent: { [unowned self] in events.append($1) })
  }

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { sampler?.step() }
  }
}
