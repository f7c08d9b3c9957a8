internal import I2C
internal import Quantities
internal import Sensors
internal import TestDoubles
internal import Threads

/// What probing and sampling put on a bus: counted from the transfers that are made, on a bus that takes
/// its time and with chips that measure in theirs. `benchmarks --bus` prints it; it is the same each time.
enum BusBudget {
  /// Of simulated time, after one to settle.
  private static let seconds = 20

  private static let qmc5883L: [UInt8: UInt8] = [0x0C: 0x01, 0x0D: 0xFF]
  private static let qmc5883P: [UInt8: UInt8] = [0x00: 0x80]
  private static let mpu6050: [UInt8: UInt8] = [0x75: 0x68]

  /// Something that is no chip, at every address: the most questions and every wake-up.
  private static let zeros = Dictionary(
    uniqueKeysWithValues: Set(Chip.supported.flatMap(\.addresses)).map { ($0, [UInt8: UInt8]()) })

  /// The last column is the bus's time; where it is asked what is there, also what is waited for.
  static func printAll() {
    print(
      "what".padded(to: 36)
        + ["kHz", "transfers", "refused", "bytes", "clocks", "ms"].map { $0.leftPadded(to: 11) }
        .joined())
    for hertz in [400_000, 100_000] {
      probe("asking everywhere, nothing there", [:], hertz)
      probe("asking everywhere, two chips there", [0x0D: qmc5883L, 0x68: mpu6050], hertz)
      probe("asking everywhere, zeros everywhere", zeros, hertz)
      sample("a second of a QMC5883L, 100 Hz", [PolledChip(.qmc5883L, at: 0x0D)], hertz)
      sample("a second of a QMC5883P, 100 Hz", [PolledChip(.qmc5883P, at: 0x2C)], hertz)
      sample("a second of an MPU-6050, 100 Hz", [PolledChip(.mpu6050, at: 0x68)], hertz)
      sample(
        "a second of both", [PolledChip(.qmc5883L, at: 0x0D), PolledChip(.mpu6050, at: 0x68)], hertz
      )
    }
  }

  private static func probe(_ name: String, _ chips: [UInt8: [UInt8: UInt8]], _ hertz: Int) {
    let clock = BusClock(hertz: hertz)
    let scripted = ScriptedBus()
    for (address, registers) in chips { scripted.connect(address, registers) }
    let bus = MeteredBus(scripted, spend: clock.spend)
    var probe = Probe(bus, clock: clock)
    probe.run()
    row(name, hertz, bus.total, milliseconds: Double(clock.now.microseconds) / 1000)
  }

  private static func sample(_ name: String, _ chips: [PolledChip], _ hertz: Int) {
    let clock = BusClock(hertz: hertz)
    let bus = MeteredBus(Self.measuringBus(clock), spend: clock.spend)
    let sampler = BusSampler(
      chips: chips, clock: clock, open: { () throws(I2CError) in bus },
      onSample: { _, _ in }, onEvent: { _, _ in })
    func run(until second: Int) {
      while clock.now.microseconds < Int64(second) * 1_000_000 {
        clock.sleep(until: sampler.step())
      }
    }
    run(until: 1)
    let start = bus.total
    run(until: 1 + seconds)
    let share = zip(bus.total, start).map { ($0 - $1) / seconds }
    row(name, hertz, share, milliseconds: Double(share[3]) * 1000 / Double(hertz))
  }

  /// The chips, each with something new every 10 ms.
  private static func measuringBus(_ clock: BusClock) -> ScriptedBus {
    let bus = ScriptedBus()
    bus.connect(0x0D, qmc5883L)
    bus.connect(0x2C, qmc5883P)
    bus.connect(0x68, mpu6050)
    var last: [UInt8: Int64] = [:]
    bus.onRead = { bus, address, register in
      let (ready, data): (UInt8, UInt8) =
        switch address {
        case 0x0D: (0x06, 0x00)
        case 0x2C: (0x09, 0x01)
        default: (0x3A, 0x3C)
        }
      guard register == ready else { return }
      let measurement = clock.now.microseconds / 10_000
      bus.set(ready, of: address, to: measurement > last[address] ?? 0 ? 1 : 0)
      bus.set(data, of: address, to: UInt8(truncatingIfNeeded: measurement) | 1)
      last[address] = measurement
    }
    return bus
  }

  private static func row(
    _ name: String, _ hertz: Int, _ counts: [Int], milliseconds: Double
  ) {
    let columns = ([hertz / 1000] + counts).map(String.init) + [milliseconds.formatted(decimals: 1)]
    print(name.padded(to: 36) + columns.map { $0.leftPadded(to: 11) }.joined())
  }
}

/// A clock that advances when a thread sleeps, and with each transfer of the bus.
private final class BusClock: MonotonicClock {
  private(set) var now = Timestamp(microseconds: 0)
  private let hertz: Int
  private var clocks = 0

  init(hertz: Int) { self.hertz = hertz }

  func sleep(until time: Timestamp) { now = max(now, time) }

  func spend(_ more: Int) {
    clocks += more
    let microseconds = clocks * 1_000_000 / hertz
    clocks -= microseconds * hertz / 1_000_000
    now = now.advanced(byMicroseconds: Int64(microseconds))
  }
}

extension MeteredBus {
  fileprivate var total: [Int] { [transfers, refused, bytes, clocks] }
}
