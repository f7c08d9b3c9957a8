import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct ProbeTimeTests {
  /// What may be on a bus, besides nothing.
  enum Scene: CaseIterable {
    case nothing, boards, zeros, ones, sawtooth, asleep
  }

  private static func bus(_ scene: Scene) -> ScriptedBus {
    let bus = ScriptedBus()
    let everywhere = Set(Chip.supported.flatMap(\.addresses))
    switch scene {
    case .nothing: break
    case .boards:
      bus.connect(0x0D, [0x0C: 0x01, 0x0D: 0xFF])
      bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
      bus.connect(0x68, [0x75: 0x71])
    case .zeros: for address in everywhere { bus.connect(address) }
    case .ones: fill(bus, everywhere) { _ in 0xFF }
    case .sawtooth: fill(bus, everywhere) { $0 ^ 0x55 }
    case .asleep:
      // What each wake-up waits for: a QMC5883L whose identity is hidden, a BMM150, an ICM-20948.
      for chip in Chip.supported {
        for match in chip.wakeUp?.signature ?? [] {
          for address in chip.addresses {
            if bus.devices[address] == nil { bus.connect(address) }
            bus.set(match.register, of: address, to: match.values[0])
          }
        }
      }
    }
    return bus
  }

  private static func fill(
    _ bus: ScriptedBus, _ addresses: Set<UInt8>, _ value: (UInt8) -> UInt8
  ) {
    for address in addresses {
      bus.connect(address)
      for register in UInt8.min...UInt8.max {
        bus.set(register, of: address, to: value(register))
      }
    }
  }

  // 10 µs a clock: the slowest bus that sensors are on.
  @Test(arguments: Scene.allCases)
  func allAddressesAreAskedInUnderThreeTenthsOfASecond(_ scene: Scene) {
    let clock = HandClock()
    let bus = MeteredBus(Self.bus(scene)) { clocks in
      clock.now = clock.now.advanced(byMicroseconds: Int64(clocks) * 10)
    }
    var probe = Probe(bus, clock: clock)
    probe.run()
    #expect(bus.transfers >= Set(Chip.supported.flatMap(\.openAddresses)).count)
    #expect(clock.now.microseconds < 300_000, "\(bus.transfers) transfers")
  }
}
