import Quantities

/// ST LIS2MDL, which is the IIS2MDC too: ±50 G at 100 Hz.
///
/// Where public drivers differ:
/// - Its registers are left-handed: x along the arrow, y a quarter turn to the **right** of it, z out of the
///   top. So y is turned round. PX4 (`iis2mdc.cpp`) keeps x and y and turns z round, which leads to forward,
///   right, down; betaflight turns x round, half a turn about z from here, and says so in its guide
///   (betaflight.com #678); ST's X-CUBE-MEMS1 calls the registers of the LSM303AGR `neu`.
/// - Several bytes are read without a bit for counting up (the kernel's `multi_read_bit = false`;
///   ArduPilot and PX4 read so). After the high byte of z comes x again and not the temperature (ST's forum,
///   "IIS2MDC read X,Y,Z, temperature" and "LIS2MDL BDU only works for 3 axis independent readouts").
/// - LPF (CFG_B bit 0) halves the bandwidth from ODR / 2 to ODR / 4 (ST's `lis2mdl_reg.h`), white noise of a
///   sample by 1/√2, for half a period of delay. PX4 #15975 saw spikes, and went down to 20 Hz instead. A user of
///   ST's forum saw the low byte of x as the high byte of z where he read late (the second thread above); here the
///   data is read at once after STATUS.
/// - Offset cancellation (CFG_B bit 1) is on, as in PX4 and betaflight; ArduPilot leaves it off.
extension Chip {
  package static let lis2MDL = lis2MDL("LIS2MDL", companion: nil)

  /// The LSM303AGR's magnetometer: the same die, told by the accelerometer that is at 0x19 beside it.
  ///
  /// Of the counts x and z lie along the accelerometer's axes and y against it (ST's X-CUBE-MEMS1 for the
  /// X-NUCLEO-IKS01A2: `nwu` and `neu`; codal-core's two LSM303 drivers with its compass). So the sensor frame
  /// is the accelerometer's.
  package static let lsm303AGRMagnetometer = lis2MDL(
    "LSM303AGR",
    companion: Companion(address: 0x19, identity: RegisterMatch(0x0F, is: 0x33)))

  private static func lis2MDL(_ name: String, companion: Companion?) -> Chip {
    Chip(
      name: name, kind: .magnetometer, addresses: [0x1E],
      identity: [RegisterMatch(Register.whoAmI, is: 0x40)], companion: companion,
      setUp: [
        .write([0b0010_0000], to: Register.configA),  // SOFT_RST
        .wait(milliseconds: 10),
        .write([0b0000_001_1], to: Register.configB),  // OFF_CANC, LPF: ODR / 4
        .write([0b000_1_0000], to: Register.configC),  // BDU
        // COMP_TEMP_EN, full power, ODR 100 Hz, MD continuous
        .write([0b1_000_11_00], to: Register.configA),
      ],
      ready: RegisterMatch(Register.status, mask: 0b1000, is: 0b1000),  // Zyxda
      block: RegisterBlock(Register.dataX, count: 6), counts: 0..<6, rateHz: 100,
      averagingDelay: 10_000,  // at most a period, and the period before by LPF
      verified: [
        RegisterMatch(Register.configA, is: 0b1_000_11_00),
        RegisterMatch(Register.configB, is: 0b0000_001_1),
        RegisterMatch(Register.configC, is: 0b000_1_0000),
      ],
      decode: decodeLIS2MDL,
      axes: .known(sources: [
        "PX4 iis2mdc.cpp", "betaflight compass_lis2mdl.c and betaflight.com #678",
        "ST X-CUBE-MEMS1, LSM303AGR",
      ]))
  }
}

private enum Register {
  static let whoAmI: UInt8 = 0x4F
  static let configA: UInt8 = 0x60
  static let configB: UInt8 = 0x61
  static let configC: UInt8 = 0x62
  static let status: UInt8 = 0x67
  static let dataX: UInt8 = 0x68
}

/// 1.5 mG a count.
private let microteslaPerCount = 0.15

/// x, y and z, low bytes first.
@Sendable private func decodeLIS2MDL(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let counts = data.littleEndianInt16x3()
  guard !counts.reaches(32_767) else { throw .overflow }
  let rightHanded = Vector3(counts.x, -counts.y, counts.z)
  return Measurement(magneticField: MagneticField(microtesla: rightHanded * microteslaPerCount))
}
