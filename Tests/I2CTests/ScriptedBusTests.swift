import I2C
import TestDoubles
import Testing

struct ScriptedBusTests {
  @Test func aReadRunsThroughTheRegistersAndRoundTheirEnd() throws {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0xFF: 7, 0x00: 8])
    var bytes: [UInt8] = [0, 0]
    try bus.read(0xFF, of: 0x1E, into: &bytes)
    #expect(bytes == [7, 8])
  }

  @Test func nobodyAnswersWhereNothingIsConnected() {
    let bus = ScriptedBus()
    #expect(throws: I2CError.noAcknowledge(address: 0x0D)) { try bus.read(0, of: 0x0D) }
    #expect(throws: I2CError.noAcknowledge(address: 0x0D)) { try bus.write(1, to: 0, of: 0x0D) }
  }

  @Test func aFaultComesWhenItsTurnIsAndThenIsOver() throws {
    let bus = ScriptedBus()
    bus.connect(0x0D)
    bus.connect(0x0E)
    bus.fail(.timedOut(address: 0x0D), count: 2, at: 0x0D, after: 1)
    let outcomes = try (0..<4).map { _ in
      _ = try bus.read(0, of: 0x0E)  // another device is not meant
      do { return try bus.read(0, of: 0x0D) == 0 } catch I2CError.timedOut { return false }
    }
    #expect(outcomes == [true, false, false, true])
  }

  @Test func aDeviceMayActOnWhatIsWritten() throws {
    let bus = ScriptedBus()
    bus.connect(0x0D, [0x09: 0x1D])
    bus.onWrite = { bus, address, register, bytes in
      if register == 0x0A, bytes == [0x80] { bus.set(0x09, of: address, to: 0) }
    }
    try bus.write(0x80, to: 0x0A, of: 0x0D)
    #expect(try bus.read(0x09, of: 0x0D) == 0)
    #expect(bus.writes == [.write([0x80], to: 0x0A, of: 0x0D)])
  }
}
