import I2C

extension DRV2605L {
  /// Runs the chip's calibration of a linear motor, which moves for about a second. The motor must
  /// be mounted in its final position.
  ///
  /// Mode 7 with GO, until GO is clear; bit 3 of STATUS then says whether it failed (the kernel's
  /// `drv260x.c`, TI's register map). Rated voltage and clamp voltage are written before.
  ///
  /// - Parameter wait: sleeps for the given ms; returns false to stop the motor at once.
  /// - Returns: the values for `MotorTuning`; `nil` if it was stopped.
  /// - Throws: `.motorFault` for a motor that cannot be calibrated, `.bus`.
  package func calibrate(
    wait: (_ milliseconds: Int) -> Bool
  ) throws(HapticError) -> MotorTuning.Calibration? {
    guard motor == .linear else {
      throw .motorFault(
        reason: "\(name): an eccentric motor is driven in open loop, and needs no calibration")
    }
    let (end, status, found): (End, UInt8, MotorTuning.Calibration)
    do { (end, status, found) = try measure(wait) } catch {
      stopAfterFailure()
      throw .bus(error)
    }
    switch end {
    case .stopped: return nil
    case .never: throw .motorFault(reason: "\(name): the calibration did not finish")
    case .atRest: break
    }
    guard status & Bits.failed == 0 else {
      throw .motorFault(
        reason: "\(name): the calibration failed; the motor must be a linear one and mounted, and "
          + "rated_v and clamp_v must be those of its data sheet")
    }
    return found
  }

  private func measure(
    _ wait: (Int) -> Bool
  ) throws(I2CError) -> (End, UInt8, MotorTuning.Calibration) {
    try bus.write(Bits.autoCalibration, to: Register.mode, of: Self.address)
    let feedback = try bus.read(Register.feedback, of: Self.address)
    try bus.write(feedback | Bits.isLinear, to: Register.feedback, of: Self.address)
    let control = try bus.read(Register.control3, of: Self.address)
    try bus.write(control & ~Bits.linearOpenLoop, to: Register.control3, of: Self.address)
    try writeVoltages()
    try bus.write(Bits.go, to: Register.go, of: Self.address)
    let end = try waitForRest(wait)
    if end != .atRest { try bus.write(0, to: Register.go, of: Self.address) }
    let status = try bus.read(Register.status, of: Self.address)
    var results: [UInt8] = [0, 0, 0]
    try bus.read(Register.compensation, of: Self.address, into: &results)
    try bus.write(Bits.standby, to: Register.mode, of: Self.address)
    let found = MotorTuning.Calibration(
      compensation: results[0], backEMF: results[1], backEMFGain: results[2])
    return (end, status, found)
  }
}
