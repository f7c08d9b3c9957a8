import I2C
import TestDoubles

/// A device as it sees the wire: bytes, of which it alone knows the meaning.
protocol WireDevice: AnyObject {
  /// Takes what one message carried.
  func write(_ bytes: [UInt8])
  /// Sends the next byte.
  func read() -> UInt8
}

/// A bus with devices that have no registers, or that take more than their number from a message: what may
/// sit where chips are asked for.
final class WireBus: I2CBus {
  private var devices: [UInt8: any WireDevice] = [:]
  /// Every byte that was written to an address, in order.
  private(set) var sent: [UInt8: [UInt8]] = [:]
  /// The addresses at which a transfer of any kind was tried.
  private(set) var touched: Set<UInt8> = []

  func connect(_ device: any WireDevice, at address: UInt8) { devices[address] = device }

  func read(
    _ register: UInt8, of address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    let device = try send([register], to: address)
    for index in bytes.indices { bytes[index] = device.read() }
  }

  func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {
    _ = try send([register] + bytes, to: address)
  }

  private func send(_ bytes: [UInt8], to address: UInt8) throws(I2CError) -> any WireDevice {
    touched.insert(address)
    guard let device = devices[address] else { throw .noAcknowledge(address: address) }
    sent[address, default: []] += bytes
    device.write(bytes)
    return device
  }
}

/// NXP PCF8574 and PCF8574A, as on relay boards: each byte is the level of eight pins. Datasheet, "writing to
/// the port".
final class PortExpander: WireDevice {
  private(set) var pins: UInt8 = 0xFF

  func write(_ bytes: [UInt8]) { pins = bytes.last ?? pins }
  func read() -> UInt8 { pins }
}

/// Solomon SSD1306: a control byte, then commands or data. Datasheet 8.1.5.2: Co = 0 and D/C# = 0 say that
/// only commands follow.
final class Display: WireDevice {
  private(set) var commands: [UInt8] = []

  func write(_ bytes: [UInt8]) { commands += bytes.dropFirst() }
  func read() -> UInt8 { 0x43 }
}

/// Microchip 24LC01 to 24LC16 with one byte of address, 24LC32 and up with two: what follows it is stored.
final class EEPROM: WireDevice {
  private let addressBytes: Int
  private(set) var content: [UInt8]
  private var place = 0

  init(addressBytes: Int, content: [UInt8]) {
    (self.addressBytes, self.content) = (addressBytes, content)
  }

  func write(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      if index < addressBytes {
        place = index == 0 ? Int(byte) : place << 8 | Int(byte)
      } else {
        content[place % content.count] = byte
        place += 1
      }
    }
  }

  func read() -> UInt8 {
    defer { place += 1 }
    return content[place % content.count]
  }
}

/// Analog Devices AD5245: an instruction of which bit 6 resets the wiper and bit 5 shuts it down, then its
/// place. It reads its wiper, whatever was asked for.
final class Potentiometer: WireDevice {
  private(set) var wiper: UInt8 = 0x80  // after power-on
  private(set) var isShutDown = false

  func write(_ bytes: [UInt8]) {
    guard let instruction = bytes.first else { return }
    isShutDown = instruction & 0b0010_0000 != 0
    if instruction & 0b0100_0000 != 0 { wiper = 0x80 }
    if bytes.count > 1 { wiper = bytes[1] }
  }

  func read() -> UInt8 { wiper }
}

/// Microchip MCP4631 and its family: bits 2 and 3 of the first byte are a command, 1 a step up and 2 a step down.
/// It reads nine bits of a wiper's place, the highest alone in the first byte. Datasheet DS22096, table 7-2.
final class SteppingPotentiometer: WireDevice {
  private(set) var steps = 0
  private var isHighByte = true

  func write(_ bytes: [UInt8]) {
    isHighByte = true
    if let command = bytes.first.map({ $0 >> 2 & 0b11 }), command == 1 || command == 2 {
      steps += 1
    }
  }

  func read() -> UInt8 {
    defer { isHighByte.toggle() }
    return isHighByte ? 0x00 : 0x80
  }
}

/// Registers behind a pointer, which what is read and written moves on: a clock such as Maxim's DS3231.
final class PointerDevice: WireDevice {
  private(set) var registers: [UInt8]
  private var pointer = 0

  init(_ registers: [UInt8]) { self.registers = registers }

  func write(_ bytes: [UInt8]) {
    pointer = Int(bytes.first ?? 0) % registers.count
    for byte in bytes.dropFirst() {
      registers[pointer] = byte
      pointer = (pointer + 1) % registers.count
    }
  }

  func read() -> UInt8 {
    defer { pointer = (pointer + 1) % registers.count }
    return registers[pointer]
  }
}

/// SparkFun's Qwiic relay (COM-15093): the first byte is a command, 0 for off and 1 for on. Its Arduino
/// library, `SF_SINGLE_RELAY_COMMANDS`.
final class Relay: WireDevice {
  private(set) var switched = 0

  func write(_ bytes: [UInt8]) { if let command = bytes.first, command < 2 { switched += 1 } }
  func read() -> UInt8 { 0 }
}

/// What acts on each byte: a MAX9744's volume, a PCF8591's output, a PCA9548's channels.
final class ByteTaker: WireDevice {
  private(set) var taken: [UInt8] = []

  func write(_ bytes: [UInt8]) { taken += bytes }
  func read() -> UInt8 { 0 }
}
