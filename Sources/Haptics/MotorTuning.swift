/// The properties of a DRV2605L's motor. For `nil`, the chip keeps its value after power-on.
package struct MotorTuning: Equatable, Sendable {
  /// The result of the chip's calibration of a linear motor: the values of three registers.
  package struct Calibration: Equatable, Sendable {
    /// A_CAL_COMP: compensation of the losses in the coil.
    package var compensation: UInt8
    /// A_CAL_BEMF: the back-EMF of the moving mass at the rated voltage.
    package var backEMF: UInt8
    /// BEMF_GAIN, two bits.
    package var backEMFGain: UInt8

    package init(compensation: UInt8, backEMF: UInt8, backEMFGain: UInt8) {
      self.compensation = compensation
      self.backEMF = backEMF
      self.backEMFGain = backEMFGain & 0b11
    }
  }

  /// The rated voltage of a linear motor, V RMS. Not used for an eccentric motor, which is driven
  /// in open loop (TI, DRV2605 data sheet SLOS825E, "Rated Voltage Programming").
  package var ratedVolts: Double?
  /// The clamp voltage, V: the highest peak for a linear motor, and the voltage at full strength
  /// for an eccentric one (same source).
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
  /// 20.58 mV a count / √(1 − (4 · 300 µs + 300 µs) · f) (TI as quoted in trezor-firmware's
  /// drv2625, and worked through in the Arduino forum's "DRV2605L in RTP mode": 2 V at 175 Hz are
  /// 83). The resonance is assumed at 200 Hz; from 150 to 235 Hz the error of the voltage is at
  /// most 5 %.
  var ratedRegister: UInt8? {
    ratedVolts.map { Self.register($0 * (1 - 1.5e-3 * Self.resonanceHz).squareRoot() / 20.58e-3) }
  }

  /// OD_CLAMP. 255 is 5.6 V for an eccentric motor (the kernel's `drv260x.c`; Zephyr), and a peak
  /// of 5.44 V for a linear one (TI, SLOS825B; 21.32 mV a count in trezor-firmware). Rounded down.
  func clampRegister(_ motor: DRV2605L.Motor) -> UInt8? {
    clampVolts.map { Self.register($0 * 255 / (motor == .linear ? 5.44 : 5.6)) }
  }

  private static let resonanceHz = 200.0

  private static func register(_ counts: Double) -> UInt8 {
    UInt8(max(0, min(255, counts.rounded(.down))))
  }
}
