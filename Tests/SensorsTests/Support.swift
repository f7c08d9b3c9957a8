import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// A chip on a scripted bus, set up.
struct SetUp {
  let bus = ScriptedBus()
  let clock = HandClock()
  let device: PolledChip
  let address: UInt8

  /// - Parameters:
  ///   - registers: what the chip reads before anything is written to it.
  ///   - code: what is in its firmware file.
  init(
    _ chip: Chip, at address: UInt8? = nil, _ registers: [UInt8: UInt8],
    firmware code: [UInt8]? = nil,
    playing behaviour: ((ScriptedBus, UInt8, UInt8, [UInt8]) -> Void)? = nil
  ) throws {
    self.address = address ?? chip.addresses[0]
    bus.connect(self.address, registers)
    bus.dummyBytes[self.address] = chip.dummyBytes
    bus.onWrite = behaviour
    device = PolledChip(chip, at: self.address, firmware: { _ in code })
    try device.setUp(on: bus, clock: clock)
  }

  /// What set-up wrote, as `0x0A = 0x80`.
  var written: [String] {
    bus.writes.map {
      guard case .write(let bytes, let register, _) = $0 else { return "" }
      return ([hexadecimal(register), "="] + bytes.map(hexadecimal)).joined(separator: " ")
    }
  }

  /// Sets registers and polls once.
  func poll(_ registers: [(UInt8, [UInt8])]) throws(ChipError) -> TimedMeasurement? {
    for (register, bytes) in registers { bus.set(register, of: address, to: bytes) }
    return try device.poll(on: bus, clock: clock)
  }
}

extension Chip {
  /// The same without comparisons of the film's two directions: each measurement is handed on as it is decoded.
  var withFixedFilm: Chip {
    var chip = self
    chip.film = nil
    return chip
  }
}

/// Expects a vector to the last bits of a double.
func expectVector(
  _ vector: Vector3?, _ x: Double, _ y: Double, _ z: Double, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let vector else {
    Issue.record("no vector", sourceLocation: sourceLocation)
    return
  }
  let difference = vector - Vector3(x, y, z)
  #expect(
    max(abs(difference.x), abs(difference.y), abs(difference.z)) <= tolerance,
    "\(vector) is not (\(x), \(y), \(z))", sourceLocation: sourceLocation)
}
