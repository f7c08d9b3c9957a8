import Quantities

/// Honeywell HMC5883L, ±1.3 G at 75 Hz; no longer made, and many boards of its name carry another.
///
/// Where public drivers differ:
/// - 1 090 counts a gauss on all axes at ±1.3 G (the kernel's `hmc5843_core.c`, 9 174 nG a count;
///   ArduPilot). Adafruit's unified library uses 1 100 and 980: these are the LSM303DLHC's.
/// - STATUS bit 1, LOCK, holds the data until all six bytes are read (the kernel; the datasheet): one
///   read takes them all.
/// - STATUS bit 0, RDY, is cleared when the chip begins to write the next measurement, and not by a read; it is
///   then clear for 250 µs (the datasheet, table 17). So the same bytes that are read again soon are no new
///   measurement. The noise of a measurement without averages is 2 mG (the datasheet): 0.8 counts with 8.
/// - **Axes.** x along the arrow, y to its left, z out of the top: Adafruit's example, held with z up, has the
///   heading as atan2(y, x).
/// - STATUS comes after the data, and the register counter goes from the last byte of data back to the
///   first, so it is read by itself.
extension Chip {
  package static let hmc5883L = Chip(
    name: "HMC5883L", kind: .magnetometer, addresses: [HMC5883Map.address],
    identity: HMC5883Map.identity,
    // MA 8 averages, DO 75 Hz, MS no self-test
    setUp: HMC5883Map.setUp(rate: 0b0_11_110_00, gain: 0b001_00000), ready: HMC5883Map.ready,
    readyOutlastsRead: true, block: HMC5883Map.block,
    counts: 0..<6, rateHz: 75, averagingDelay: 6_700,  // 8 averages over its period
    verified: HMC5883Map.verified(gain: 0b001_00000),
    decode: { _, data, _ throws(DecodingError) in
      try HMC5883Map.decode(data, countsPerGauss: Vector3(1_090, 1_090, 1_090))
    },
    axes: .known(sources: [
      "Adafruit_HMC5883_Unified, magsensor example",
      "PX4 #14384 (QMC5883L) with ArduPilot #31874: the QMC5883L's axes are this one's",
    ]))

  /// The magnetometer of ST's LSM303DLHC, ±2.5 G at 75 Hz: the HMC5883L's registers, other counts.
  ///
  /// - 670 counts a gauss for x and y, 600 for z at ±2.5 G (the kernel's `st_magn_core.c`; QEMU's
  ///   `lsm303dlhc_mag.c`, from the datasheet).
  /// - Not ±1.3 G: there a chip was measured to overflow at 0.44 G on y, less than the Earth's field
  ///   (ST's community, "LSM303DLHC max mag range is wrong", one report).
  /// - Its axes are those of the accelerometer in its package (Pololu's lsm303-arduino and
  ///   Adafruit_LSM303DLHC take both as they are).
  /// - It also says `H43` (QEMU's model). The accelerometer at 0x19 tells it from an HMC5883L; a board
  ///   with an HMC5883L and an accelerometer of that kind beside it needs the configuration's word.
  package static let lsm303DLHCMagnetometer = Chip(
    name: "LSM303DLHC", kind: .magnetometer, addresses: [HMC5883Map.address],
    identity: HMC5883Map.identity,
    companion: Companion(address: 0x19, identity: RegisterMatch(0x0F, is: 0x33)),
    // TEMP_EN off, two bits that must be 0 (ST's LSM303DLHC.c, SetODR_M), DO 75 Hz
    setUp: HMC5883Map.setUp(rate: 0b0_00_110_00, gain: 0b011_00000), ready: HMC5883Map.ready,
    readyOutlastsRead: true, block: HMC5883Map.block, counts: 0..<6, rateHz: 75,
    averagingDelay: 2_300,  // 220 Hz at most: 4.5 ms
    verified: HMC5883Map.verified(gain: 0b011_00000),
    decode: { _, data, _ throws(DecodingError) in
      try HMC5883Map.decode(data, countsPerGauss: Vector3(670, 670, 600))
    },
    axes: .known(sources: ["pololu/lsm303-arduino, heading", "Adafruit_LSM303DLHC, Adafruit_9DOF"]))
}

/// The registers that both share.
private enum HMC5883Map {
  static let configurationA: UInt8 = 0x00
  static let configurationB: UInt8 = 0x01
  static let mode: UInt8 = 0x02
  static let dataXHigh: UInt8 = 0x03
  static let status: UInt8 = 0x09
  static let identificationA: UInt8 = 0x0A

  static let address: UInt8 = 0x1E

  /// "H43".
  static let identity = [
    RegisterMatch(identificationA, is: 0x48), RegisterMatch(identificationA + 1, is: 0x34),
    RegisterMatch(identificationA + 2, is: 0x33),
  ]

  static let ready = RegisterMatch(status, mask: 0b01, is: 0b01)
  static let block = RegisterBlock(dataXHigh, count: 6)

  /// MD continuous.
  private static let continuous: UInt8 = 0b000000_00

  /// - Parameters:
  ///   - rate: the whole of configuration register A.
  ///   - gain: GN in its place.
  static func setUp(rate: UInt8, gain: UInt8) -> [Step] {
    [
      .write([rate], to: configurationA),
      .write([gain], to: configurationB),
      .write([continuous], to: mode),
      .wait(milliseconds: 15),
      // The first measurement has the gain of before; a part of it would leave the data locked.
      .touch(block),
    ]
  }

  static func verified(gain: UInt8) -> [RegisterMatch] {
    [
      RegisterMatch(configurationA, mask: 0b000_111_11, is: 0b000_110_00),  // DO 75 Hz
      RegisterMatch(configurationB, mask: 0b111_00000, is: gain),
      RegisterMatch(mode, mask: 0b11, is: continuous),
    ]
  }

  /// High bytes first, in the order x, z, y; −4096 is an overflow.
  static func decode(
    _ data: [UInt8], countsPerGauss: Vector3
  ) throws(DecodingError) -> Measurement {
    let (x, z, y) = (data.bigEndianInt16(0), data.bigEndianInt16(2), data.bigEndianInt16(4))
    guard x != -4096, y != -4096, z != -4096 else { throw .overflow }
    return Measurement(
      magneticField: MagneticField(
        microtesla: Vector3(
          Double(x) * 100 / countsPerGauss.x, Double(y) * 100 / countsPerGauss.y,
          Double(z) * 100 / countsPerGauss.z)))
  }
}
