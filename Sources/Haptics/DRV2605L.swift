package import I2C
import Quantities

/// Texas Instruments' DRV2605 and DRV2605L: a motor driver with a library of effects.
///
/// Sources: the kernel's drivers/input/misc/drv260x.c (registers, bits, the state after power-on)
/// and Adafruit's DRV2605 libraries for Arduino and CircuitPython (identity, libraries, effects,
/// waits); where both have a value, they agree. Not tested on a real chip yet.
package final class DRV2605L: HapticOutput {
  /// The type of the connected motor.
  package enum Motor: String, CaseIterable, Sendable {
    /// A motor with an eccentric mass.
    case eccentric = "erm"
    /// A linear resonant actuator: a mass on a spring.
    case linear = "lra"
  }

  /// The chip's only address.
  package static let address: UInt8 = 0x5A

  package let name: String
  let bus: any I2CBus
  let motor: Motor
  private let tuning: MotorTuning

  /// Identifies the chip without writing to it.
  ///
  /// - Throws: `.otherChip` if another chip answers, `.bus`.
  package init(
    on bus: any I2CBus, called busName: String, motor: Motor, tuning: MotorTuning = MotorTuning()
  ) throws(HapticError) {
    self.bus = bus
    self.motor = motor
    self.tuning = tuning
    let registers: [UInt8]
    do {
      var first: [UInt8] = [0, 0, 0, 0]
      try bus.read(Register.status, of: Self.address, into: &first)
      registers = first
    } catch { throw .bus(error) }
    let model: String
    switch registers[0] >> 5 {
    case 0b011: model = "DRV2605"
    case 0b111: model = "DRV2605L"
    default: throw .otherChip(address: Self.address, status: registers[0])
    }
    // Unused bits are 0 in both chips: MODE uses bits 7, 6 and 2 to 0, LIBRARY_SEL bits 4 and 2 to
    // 0. This also rejects a bus that reads all ones.
    guard registers[1] & 0b0011_1000 == 0, registers[3] & 0b1110_1000 == 0 else {
      throw .otherChip(address: Self.address, status: registers[0])
    }
    name = "\(model) at \(hexadecimal(Self.address)) on \(busName)"
  }

  /// Plays the pattern from the chip's library. All settings are written each time, because a short
  /// drop of the supply voltage resets the chip without any sign.
  package func play(
    _ pattern: HapticPattern, wait: (_ milliseconds: Int) -> Bool
  ) throws(HapticError) {
    let effects = pattern.effects
    guard !effects.isEmpty else { return }
    let (end, status): (End, UInt8)
    do { (end, status) = try run(effects, wait) } catch {
      stopAfterFailure()
      throw .bus(error)
    }
    if status & Bits.overCurrent != 0 { throw .motorFault(reason: "\(name): short circuit") }
    if status & Bits.overTemperature != 0 { throw .motorFault(reason: "\(name): too hot") }
    if end == .never { throw .motorFault(reason: "\(name): the pattern did not finish") }
  }

  /// Plays effects.
  ///
  /// - Returns: how the pattern ended, and the chip's status afterwards.
  private func run(_ effects: [UInt8], _ wait: (Int) -> Bool) throws(I2CError) -> (End, UInt8) {
    try setUp(effects)
    try bus.write(Bits.go, to: Register.go, of: Self.address)
    let end = try waitForRest(wait)
    if end != .atRest { try bus.write(0, to: Register.go, of: Self.address) }
    let status = try bus.read(Register.status, of: Self.address)
    try bus.write(Bits.standby, to: Register.mode, of: Self.address)
    return (end, status)
  }

  /// Stops the motor after a transfer has failed: GO may be set.
  func stopAfterFailure() {
    let writes: [(value: UInt8, register: UInt8)] = [
      (0, Register.go), (Bits.standby, Register.mode),
    ]
    for (value, register) in writes {
      do { try bus.write(value, to: register, of: Self.address) } catch {
        // The caller throws the first failure; where this one lasts too, nothing can stop the motor.
      }
    }
  }

  private func setUp(_ effects: [UInt8]) throws(I2CError) {
    try bus.write(Bits.internalTrigger, to: Register.mode, of: Self.address)
    let feedback = try bus.read(Register.feedback, of: Self.address)
    let control = try bus.read(Register.control3, of: Self.address)
    switch motor {
    case .eccentric:
      // The libraries for eccentric motors need open loop.
      try bus.write(feedback & ~Bits.isLinear, to: Register.feedback, of: Self.address)
      try bus.write(control | Bits.eccentricOpenLoop, to: Register.control3, of: Self.address)
      try bus.write(Bits.libraryA, to: Register.library, of: Self.address)
    case .linear:
      // Closed loop: the chip finds the resonance by itself.
      let gain = tuning.calibration?.backEMFGain ?? feedback & Bits.backEMFGain
      try bus.write(
        feedback & ~Bits.backEMFGain | Bits.isLinear | gain, to: Register.feedback,
        of: Self.address)
      try bus.write(control & ~Bits.linearOpenLoop, to: Register.control3, of: Self.address)
      try bus.write(Bits.libraryLinear, to: Register.library, of: Self.address)
    }
    try writeVoltages()
    if motor == .linear, let found = tuning.calibration {
      try bus.write(
        [found.compensation, found.backEMF], to: Register.compensation, of: Self.address)
    }
    // 0 ends a sequence of fewer than eight effects.
    let sequence = effects.prefix(8) + (effects.count < 8 ? [0] : [])
    try bus.write(Array(sequence), to: Register.sequence, of: Self.address)
  }

  /// Writes the motor's rated voltage and clamp voltage, if they are configured.
  func writeVoltages() throws(I2CError) {
    if motor == .linear, let rated = tuning.ratedRegister {
      try bus.write(rated, to: Register.ratedVoltage, of: Self.address)
    }
    if let clamp = tuning.clampRegister(motor) {
      try bus.write(clamp, to: Register.clamp, of: Self.address)
    }
  }

  /// How a pattern, or a calibration, ended.
  enum End {
    /// The chip has cleared GO.
    case atRest
    /// The caller stopped it.
    case stopped
    /// The chip did not clear GO in time.
    case never
  }

  func waitForRest(_ wait: (Int) -> Bool) throws(I2CError) -> End {
    for _ in 0..<(Self.timeout / Self.pollInterval) {
      guard wait(Self.pollInterval) else { return .stopped }
      if try bus.read(Register.go, of: Self.address) & Bits.go == 0 { return .atRest }
    }
    return .never
  }

  /// The interval between two reads of GO, ms.
  private static let pollInterval = 10
  /// The longest time until GO is cleared, ms. Every pattern is shorter.
  private static let timeout = 3000

  enum Register {
    static let status: UInt8 = 0x00
    static let mode: UInt8 = 0x01
    static let library: UInt8 = 0x03
    static let sequence: UInt8 = 0x04
    static let go: UInt8 = 0x0C
    static let ratedVoltage: UInt8 = 0x16
    static let clamp: UInt8 = 0x17
    static let compensation: UInt8 = 0x18
    static let feedback: UInt8 = 0x1A
    static let control3: UInt8 = 0x1D
  }

  enum Bits {
    /// STATUS
    static let overCurrent: UInt8 = 0b0000_0001
    static let overTemperature: UInt8 = 0b0000_0010
    static let failed: UInt8 = 0b0000_1000
    /// MODE
    static let internalTrigger: UInt8 = 0b0000_0000
    static let autoCalibration: UInt8 = 0b0000_0111
    static let standby: UInt8 = 0b0100_0000
    /// GO
    static let go: UInt8 = 0b0000_0001
    /// LIBRARY_SEL
    static let libraryA: UInt8 = 0b0000_0001
    static let libraryLinear: UInt8 = 0b0000_0110
    /// FEEDBACK_CTRL: N_ERM_LRA, BEMF_GAIN
    static let isLinear: UInt8 = 0b1000_0000
    static let backEMFGain: UInt8 = 0b0000_0011
    /// CONTROL3
    static let eccentricOpenLoop: UInt8 = 0b0010_0000
    static let linearOpenLoop: UInt8 = 0b0000_0001
  }
}

extension HapticPattern {
  /// The most similar effects of the chip's library, with waits between them. A wait has bit 7 set
  /// and is in units of 10 ms.
  var effects: [UInt8] {
    let strongClick: UInt8 = 1
    let softBump: UInt8 = 7
    let strongBuzz: UInt8 = 14
    let alert750: UInt8 = 15
    let wait120: UInt8 = 0x80 | 12
    return switch self {
    case .none: []
    case .click: [strongClick]
    case .doubleClick: [strongClick, wait120, strongClick]
    case .tripleClick: [strongClick, wait120, strongClick, wait120, strongClick]
    case .bump: [softBump]
    case .buzz: [strongBuzz]
    case .alert: [alert750]
    }
  }
}
