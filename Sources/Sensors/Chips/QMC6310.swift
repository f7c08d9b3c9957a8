import Quantities

/// QST QMC6310, ±8 G at 100 Hz: on the first PiicoDev magnetometer, LilyGo's T-Beam Supreme and SunFounder's
/// robots.
///
/// The QMC5883P's register map: the kernel's `qmc6308.c` (7.3), lewisxhe/SensorLib `SensorQSTMagnetic.hpp`, which
/// runs QMC6310U, QMC6310N and QMC5883P with one class, CoreElectronics/CE-PiicoDev-QMC6310-MicroPython-Module and
/// GM-Consult-IOT/QMC6310_Unified agree on every register that is used here and on 3 750 counts a gauss at ±8 G.
/// sunfounder/sunfounder-imu-python divides the range by 32 768, which is 9 % off.
///
/// - The QMC6310U is at 0x1C, the QMC6310N at 0x3C (SensorLib). 0x3C belongs to displays and to port expanders
///   that take a register's number for their outputs, so there it is asked only where the configuration says
///   `qmc6310@0x3C`.
/// - The QMC6308 is at 0x2C and says 0x80 too (the kernel): the bus cannot tell it from a QMC5883P, and it is
///   taken for one.
/// - Bits 7 to 2 of STATUS read 0 (the kernel defines bits 1 and 0). They are asked too: a chip that answers
///   each read with the same byte is not taken for this one.
/// - Register 0x29 holds the signs of x, y and z in bits 0, 1 and 2 (SensorLib's `setSign`). The data sheet's
///   example writes 0x06 there; the kernel and SensorLib leave it alone. So do we: the soft reset clears it, and
///   `decode` turns y and z, which is the same without a setting that can be lost.
/// - Seen from above, the registers' y is a quarter turn to the right of x: PiicoDev's heading is
///   atan2(x, y) without 0x29 and, since its release of 27 April 2022 "to match silk screen", atan2(x, −y) with
///   0x29 = 0x06; SunFounder's is atan2(x, y) − 90°. That z points out of the bottom follows from a right-handed
///   part alone. SensorLib's heading, atan2(y, x), says the opposite, and a user's board does not turn right with
///   it (LilyGo-LoRa-Series #298).
extension Chip {
  package static let qmc6310 = Chip(
    name: "QMC6310", kind: .magnetometer, addresses: [0x1C],
    identity: [
      RegisterMatch(QSTMap.chipID, is: 0x80),
      RegisterMatch(QSTMap.status, mask: 0b1111_1100, is: 0),
    ],
    setUp: [
      .write([0b1000_0000], to: QSTMap.control2),  // SOFT_RST
      .wait(milliseconds: 10),
      .write([0b0000_0000], to: QSTMap.control2),  // it does not clear itself
      .write([0b0000_10_00], to: QSTMap.control2),  // RNG ±8 G, SET/RESET on
      // OSR2 1, OSR1 8, ODR 100 Hz, MODE normal
      .write([0b00_00_10_01], to: QSTMap.control1),
    ],
    ready: QSTMap.ready,
    block: QSTMap.block, counts: 0..<6, rateHz: 100,
    averagingDelay: 5_000,  // OSR1 8 averages for at most its period
    verified: [
      RegisterMatch(QSTMap.control1, is: 0b00_00_10_01),
      RegisterMatch(QSTMap.control2, mask: 0b1000_1111, is: 0b0000_10_00),
      RegisterMatch(QSTMap.axisSigns, mask: 0b0000_0111, is: 0),
    ],
    decode: { status, data, _ throws(DecodingError) in
      try QSTMap.decode(status: status, data) { Vector3($0.x, -$0.y, -$0.z) }
    },
    axes: .open(
      "two libraries agree that y has to be turned round, a third disagrees, and none uses z"))
}
