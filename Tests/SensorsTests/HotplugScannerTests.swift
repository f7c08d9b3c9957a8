import I2C
import Quantities
import Randomness
import Sensors
import TestDoubles
import Testing

/// A bus whose transfers take the time that they have at 400 kHz, with a QMC5883P that is sampled.
private final class BusyBus {
  let bus = ScriptedBus()
  let clock = HandClock()
  private(set) var told: [String] = []
  /// µs: when each chip's samples came, by index.
  private(set) var instants: [[Int64]] = [[], [], []]
  private var noise: UInt8 = 0
  private var runner: BusRunner?

  init(
    chosen: [ChosenChip] = [], firmware: @escaping FirmwareSource = { _ in nil }
  ) {
    bus.connect(0x2C, [0x00: 0x80])
    bus.onRead = { [unowned self] bus, address, register in
      // 30 + 9 n clocks of a combined read, n being 1 or 6; 11 where nobody answers
      let clocks: Int64 = bus.devices[address] == nil ? 11 : register == 0x01 ? 84 : 39
      clock.now = clock.now.advanced(byMicroseconds: clocks * 5 / 2)
      noise &+= 1
      if address == 0x2C, register == 0x09 {
        bus.set(0x01, of: address, to: noise, 1, 2, 3, 4, 5)
        bus.set(0x09, of: address, to: 1)
      }
      // a BMI270 that measures
      if address == 0x68, register == 0x0C { bus.set(0x0C, of: address, to: noise, 1, 2, 3, 4, 5) }
      // an HMC5883L that measures
      if address == 0x1E, register == 0x09 { bus.set(0x03, of: address, to: 1, noise, 2, 3, 4, 5) }
    }
    bus.onWrite = { [unowned self] _, _, _, _ in
      clock.now = clock.now.advanced(byMicroseconds: 70)
    }
    runner = BusRunner(
      clock: clock, chosen: chosen, firmware: firmware,
      listener: .init(
        sample: { [unowned self] index, sample in
          instants[index].append(sample.time.microseconds)
        },
        event: { [unowned self] index, event in told.append("\(index) \(event)") },
        probed: { [unowned self] found, evidence in
          told.append(
            "found [\(found.map(\.chip.name).joined(separator: " "))] now "
              + "[\(evidence.map { $0.chip ?? "a stranger" }.joined(separator: " "))]")
        },
        unavailable: { _ in }),
      open: { [unowned self] () throws(I2CError) in bus })
  }

  /// Reads of each address, and writes, of the last run.
  private(set) var asked: [UInt8: Int] = [:]
  private(set) var writes = 0

  private func count() {
    for transfer in bus.transfers {
      switch transfer {
      case .read(_, _, let address), .receive(_, let address): asked[address, default: 0] += 1
      case .write: writes += 1
      }
    }
    bus.forgetTransfers()
  }

  /// How often it was looked for others, and how often a sample was due before the look was over.
  private(set) var looks = (all: 0, late: 0)

  /// - Parameter oversleeping: µs by which the thread comes late, as on a busy machine.
  func run(seconds: Int64, oversleeping: () -> Int64 = { 0 }) {
    let end = clock.now.advanced(byMicroseconds: seconds * 1_000_000)
    (asked, writes) = ([:], 0)
    bus.forgetTransfers()
    while let next = runner?.step(), next < end {
      let isLook = bus.transfers.contains {
        if case .read(_, _, let address) = $0 { bus.devices[address] == nil } else { false }
      }
      if isLook { looks = (looks.all + 1, looks.late + (clock.now > next ? 1 : 0)) }
      count()
      clock.sleep(until: next.advanced(byMicroseconds: oversleeping()))
    }
    clock.sleep(until: end)
  }
}

@Suite struct LookoutTests {
  private static let hmc5883L: [UInt8: UInt8] = [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33, 0x09: 1]

  @Test func aChipConnectedBesideAnotherIsFoundWithinAMinute() {
    let busy = BusyBus()
    busy.run(seconds: 5)
    #expect(busy.told == ["found [QMC5883P] now [QMC5883P]", "0 started"])
    busy.bus.connect(0x1E, Self.hmc5883L)
    busy.run(seconds: 65)
    #expect(
      busy.told.dropFirst(2) == ["found [QMC5883P HMC5883L] now [HMC5883L]", "1 started"])
    #expect(busy.instants[1].count > 100)
  }

  // Like one that is there from the start.
  @Test func aChipConnectedLaterGetsItsFirmware() {
    let busy = BusyBus(firmware: { _ in [UInt8](repeating: 1, count: 8_192) })
    busy.run(seconds: 5)
    busy.bus.connect(0x68, [0x00: 0x24, 0x21: 0x01, 0x03: 0xC0])
    busy.run(seconds: 65)
    #expect(busy.told.dropFirst(2) == ["found [QMC5883P BMI270] now [BMI270]", "1 started"])
    #expect(busy.instants[1].count > 100)
  }

  @Test func theScanWritesNothingAndDoesNotProbeChipsInUse() {
    let busy = BusyBus()
    busy.run(seconds: 1)
    busy.run(seconds: 70)
    #expect(busy.writes == 0)
    let looks = busy.asked.filter { $0.key != 0x2C }
    // One transfer each two seconds, and every address of a chip that is known was among them.
    #expect((33...35).contains(looks.values.reduce(0, +)))
    #expect(Set(looks.keys) == Set(Chip.supported.flatMap(\.openAddresses)).subtracting([0x2C]))
  }

  @Test func theSamplesKeepTheirIntervals() throws {
    let busy = BusyBus()
    busy.run(seconds: 60)
    let instants = try #require(busy.instants.first)
    let intervals = zip(instants.dropFirst(), instants).map { $0 - $1 }
    // Those of the first two seconds, in which nobody looks.
    let before = Set(intervals.prefix(150).dropFirst(10))
    #expect(intervals.count > 5000)
    #expect(Set(intervals.dropFirst(200)).subtracting(before).isEmpty)
  }

  // Two chips at 100 and 75 Hz, so that often the one is due while the other is read.
  @Test func theScanRunsWhileNoSampleIsDue() {
    let busy = BusyBus()
    busy.bus.connect(0x1E, Self.hmc5883L)
    var random = SeededGenerator(seed: 3)
    busy.run(seconds: 1)  // it is found
    busy.run(seconds: 400) { Int64(random.next() % 6_000) }
    #expect(busy.instants[1].count > 1000)
    #expect(busy.looks.all > 180 && busy.looks.late == 0)
  }

  @Test func anUnknownChipIsProbedAndReportedOnce() {
    let busy = BusyBus()
    busy.run(seconds: 3)
    busy.bus.connect(0x0D, [0x0D: 0x11])  // another chip, where a QMC5883L might be
    busy.run(seconds: 200)
    #expect(busy.told.dropFirst(2) == ["found [QMC5883P] now [a stranger]"])
    #expect(busy.asked[0x0D] == 1)
    #expect(busy.writes == 0)
  }

  @Test func theScanDoesNotWakeASleepingChip() {
    let busy = BusyBus()
    busy.run(seconds: 3)
    busy.bus.connect(0x10)  // what a BMM150 reads asleep
    busy.run(seconds: 120)
    #expect(busy.writes == 0)
    #expect(busy.asked[0x10] ?? 0 > 0)
  }

  @Test func aChipWithAKernelDriverIsNotUsed() {
    let busy = BusyBus()
    busy.run(seconds: 3)
    busy.bus.connect(0x1E, Self.hmc5883L)
    busy.bus.fail(.ownedByKernelDriver(address: 0x1E), count: 1000, at: 0x1E)
    busy.run(seconds: 200)
    #expect(busy.instants[1].isEmpty)
    #expect(busy.told.dropFirst(2) == ["found [QMC5883P] now [a stranger]"])
  }

  // The magnetometer of a package is probed before the other half is known: by itself it looks like another chip,
  // half a turn off, with another scale, or mirrored.
  @Test(
    arguments: [
      ("LSM9DS1 MAG", 0x1C, [0x0F: 0x3D], 0x6A, [0x0F: 0x68]),
      ("LSM303DLHC", 0x1E, hmc5883L, 0x19, [0x0F: 0x33]),
      ("LSM303AGR", 0x1E, [0x4F: 0x40], 0x19, [0x0F: 0x33]),
    ] as [(String, UInt8, [UInt8: UInt8], UInt8, [UInt8: UInt8])])
  func theMagnetometerOfAPackageThatIsPluggedInIsIdentifiedByTheOtherHalf(
    _ name: String, _ field: UInt8, _ registers: [UInt8: UInt8], _ motion: UInt8,
    _ identity: [UInt8: UInt8]
  ) {
    let busy = BusyBus()
    busy.run(seconds: 1)  // the bus is probed
    repeat { busy.run(seconds: 1) } while busy.asked[0x19] == nil
    busy.bus.connect(field, registers)
    busy.bus.connect(motion, identity)
    busy.run(seconds: 20)
    #expect(
      busy.told.contains("found [QMC5883P \(name)] now [\(name)]"), "\(busy.told)")
  }

  // 0x6A is where an LSM9DS1's other half may be.
  @Test func aMagnetometerBesideAnotherInertialChipIsNotTakenForAHalfOfAPackage() {
    let busy = BusyBus()
    busy.bus.connect(0x6A, [0x0F: 0x6C])
    busy.run(seconds: 1)
    busy.bus.connect(0x1C, [0x0F: 0x3D])
    busy.run(seconds: 40)
    #expect(
      busy.told.contains("found [QMC5883P LSM6DSOX LIS3MDL] now [LIS3MDL]"), "\(busy.told)")
  }

  @Test func aNamedChipIsUsedWhenItAppears() throws {
    let busy = BusyBus(chosen: [try ChosenChip(parsing: "hmc5883l@0x1E")])
    busy.run(seconds: 3)
    busy.bus.connect(0x1E, [0x09: 1])  // says nothing of itself
    busy.run(seconds: 65)
    #expect(busy.told.contains("found [QMC5883P HMC5883L] now [HMC5883L]"))
  }
}
