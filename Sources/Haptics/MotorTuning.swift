/// What a DRV2605L is told of its motor; what is not known stays as the chip has it after power-on.
package struct MotorTuning: Equatable, Sendable {
  /// What the chip's calibration found of a linear motor: three registers' values.
  package struct Calibration: Equatable, Sendable {
    /// A_CAL_COMP, for the losses in the coil.
    package var compensation: UInt8
    /// A_CAL_BEMF, what the moving mass gives back at the rated voltage.
    package var backEMF: UInt8
    /// BEMF_GAIN, of two bits.
    package var backEMFGain: UInt8

    package init(compensation: UInt8, backEMF: UInt8, backEMFGain: UInt8) {
      self.compensation = compensation
      self.backEMF = backEMF
      self.backEMFGain = backEMFGain & 0b11
    }
  }

  /// What a linear motor is made for, V as a root mean square; means nothing for an eccentric one, which is
  /// driven in open loop (TI, DRV2605 data sheet SLOS825E, "Rated Voltage Programming").
  package var ratedVolts: Double?
  /// What the motor never gets more of, V: the peak of a linear motor's, and of an eccentric one's the
  /// voltage at full strength (the same).
  package var clampVolts: Double?
  package var calibration: Calibration?

  package init(
    ratedVolts: Double? = nil, clampVolts: Double? = nil, calibration: Calibration? = nil
  ) {
    self.ratedVolts = ratedVolts
    self.clampVolts = clampVolts
    self.calibration = calibration
  }

  /// RATED_VOLTAGE for a linear motor.
  ///
  /// 20.58 mV a count / √(1 − (4 · 300 µs + 300 µs) · f) (TI as quoted in trezor-firmware's drv2625, and
  /// worked through in the Arduino forum's "DRV2605L in RTP mode": 2 V at 175 Hz are 83). 200 Hz are taken
  /// for the resonance; from 150 to 235 Hz the voltage is 5 % off at most.
  var ratedRegister: UInt8? {
    ratedVolts.map { Self.register($0 * (1 - 1.5e-3 * Self.resonanceHz).squareRoot() / 20.58e-3) }
  }

  /// OD_CLAMP: 5.6 V at 255 for an eccentric motor (the kernel's `drv260x.c`; Zephyr), 5.44 V of a linear
  /// one's peak (TI, SLOS825B; 21.32 mV a count in trezor-firmware). Rounded down.
  func clampRegister(_ motor: DRV2605L.Motor) -> UInt8? {
    clampVolts.map { Self.register($0 * 255 / (motor == .linear ? 5.44 : 5.6)) }
  }

  private static let resonanceHz = 200.0

  private static func register(_ counts: Double) -> UInt8 {
    UInt8(max(0, min(255, counts.rounded(.down))))
  }
}
