import I2C
import Sensors
import Testing

struct ProbeTests {
  private let clock = HandClock()

  private func probe(_ bus: ScriptedBus) -> Probe {
    var probe = Probe(bus, clock: clock)
    probe.run()
    return probe
  }

  private func names(_ probe: Probe) -> [String] {
    probe.found.map { "\(hexadecimal($0.address)) \($0.chip.name)" }
  }

  @Test func anEmptyBusHasNothingAndNothingIsWritten() {
    let bus = ScriptedBus()
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(probe.evidence.isEmpty)
    #expect(bus.writes.isEmpty)
  }

  @Test func aBoardWithANewerChipIsToldInWords() throws {
    let bus = ScriptedBus()
    bus.connect(0x2C, [0x00: 0x80])
    let probe = probe(bus)
    let found = try #require(probe.found.first)
    #expect(
      found.sentence
        == "0x2C is a QMC5883P. Boards marked GY-271 or HMC5883L often carry it. Using driver qmc5883p."
    )
    #expect(bus.writes.isEmpty)
    #expect(
      probe.evidence.map(\.description)
        == ["0x2C: QMC5883P, because register 0x00 reads 0x80"])
  }

  @Test func identityNeedsNoWrite() {
    let bus = ScriptedBus()
    bus.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x01])
    bus.connect(0x1C, [0x0F: 0x3D])
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.connect(0x68, [0x75: 0x68])
    #expect(
      names(probe(bus)) == ["0x0D QMC5883L", "0x1C LIS3MDL", "0x1E HMC5883L", "0x68 MPU-6050"])
    #expect(bus.writes.isEmpty)
  }

  @Test func anAccelerometerBesideItMakesAnLSM303DLHC() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.connect(0x19, [0x0F: 0x33])
    #expect(names(probe(bus)).contains("0x1E LSM303DLHC"))
  }

  // A bus whose lines float reads ones.
  @Test func nothingButOnesIsNoChip() {
    let bus = ScriptedBus()
    bus.connect(0x0D, Dictionary(uniqueKeysWithValues: (0...255).map { (UInt8($0), 0xFF) }))
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(bus.writes.isEmpty)
    #expect(probe.evidence.map(\.chip) == [nil])
  }

  @Test func aQMC5883LWithoutItsSecondMarkIsKnownByItsReset() {
    let bus = ScriptedBus()
    bus.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x00, 0x09: 0x1D])
    bus.onWrite = { bus, address, register, bytes in
      if register == 0x0A, bytes == [0x80] {
        bus.set(0x09, of: address, to: 0)
        bus.set(0x0A, of: address, to: 0)
      }
    }
    #expect(names(probe(bus)) == ["0x0D QMC5883L"])
    #expect(bus.writes == [.write([0x80], to: 0x0A, of: 0x0D)])
  }

  @Test func whatTheKernelHasIsLeftAlone() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.fail(.ownedByKernelDriver(address: 0x1E), count: 100, at: 0x1E)
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(probe.evidence.map(\.findings) == [[.failed(.ownedByKernelDriver(address: 0x1E))]])
    #expect(
      probe.evidence.first?.description.contains("a driver of the kernel has the chip") == true)
  }

  @Test func aStrangerIsShownWithWhatItReads() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x12])
    #expect(
      probe(bus).evidence.first?.description
        == "0x1E: something answers that is no chip that is known: register 0x0A reads 0x12, "
        + "register 0x0F reads 0x00")
  }
}
