import Quantities

/// QST QMC5883P, ±8 G at 100 Hz: what a board sold as GY-271 or HMC5883L carries today.
///
/// Where public drivers differ:
/// - RNG is CTRL2[3:2] and OSR1 CTRL1[5:4] (Adafruit_QMC5883P in C++ and Python;
///   reznikmm/qmc5883p `qmc5883p-raw.adb`). ArduPilot and betaflight #14680 write the value that means
///   ±8 G believing that it means something else.
/// - 3 750 counts a gauss at ±8 G (Adafruit, both libraries). ArduPilot uses
///   3 000 and PX4 12 000 at ±2 G: these are the QMC5883L's. Heading does not notice; a test of the
///   field's strength does.
/// - Register 0x29 takes 0x06, the signs of the axes, in each application example of the datasheet
///   (Adafruit_Wippersnapper #802; Granddyser/QMC5883P). ArduPilot has number and value swapped.
///   Adafruit does not write it. We do what the datasheet does: the axes below are those of a driver that writes it.
/// - OSR2 filters and takes each second, fourth or eighth value. PX4 #26350 measured z on one board: 50 to 100
///   counts of scatter before, 20 with ODR 200 Hz and OSR2 4, which it says leaves 50 Hz. We take ODR 200 Hz
///   and OSR2 2: twice the conversions of ODR 100 Hz, and 100 Hz of samples whether OSR2 thins them or not.
/// - STATUS is read before the data, each by itself. PX4 reads 0x01 to 0x09 at once; there STATUS comes last,
///   and a measurement that ends between the two would be told as ready and read as it was before: at
///   400 kHz 0.18 ms of the 0.63 ms between two looks.
/// - Only normal mode keeps to ODR (reznikmm/qmc5883p; Adafruit's example).
/// - **Axes.** The registers are right-handed (every driver only rotates them), but lie otherwise than the
///   QMC5883L's, for which the arrows of a GY-271 were drawn and whose place it takes. INAV's driver, with
///   0x29 = 06, says that (−y, −x, −z) reads as a QMC5883L in the same position. Its author had the data sheet
///   and no such chip when he wrote it (#10994), and no report of a comparison was found. ArduPilot's F4BY-H743
///   has the same between its rotations of the two chips (#31874: that of the QMC5883L is the HMC5883L's, a
///   quarter turn from the QMC5883P's). So the sensor frame here is the QMC5883L's: x along the arrow of such a
///   board, z out of the top.
///   PX4 (`QMC5883P.cpp`, which leaves 0x29 alone) has forward −y, right −x, down −z, which is half a turn
///   about x from that. No report about both: **open**.
extension Chip {
  package static let qmc5883P = Chip(
    name: "QMC5883P", kind: .magnetometer, addresses: [0x2C], soldAs: "GY-271 or HMC5883L",
    // An AD5245, a potentiometer at the same address, reads 0x80 everywhere after power-on.
    identity: [
      RegisterMatch(QSTMap.chipID, is: 0x80),
      RegisterMatch(QSTMap.status, mask: reservedStatus, is: 0),
    ],
    setUp: [
      .write([0b1000_0000], to: QSTMap.control2),  // SOFT_RST
      .wait(milliseconds: 20),
      .write([0b0000_0000], to: QSTMap.control2),  // it does not clear itself everywhere
      .write([0b0000_0110], to: QSTMap.axisSigns),
      .write([0b0000_10_00], to: QSTMap.control2),  // RNG ±8 G, SET/RESET on
      // OSR2 2, OSR1 8, ODR 200 Hz, MODE normal
      .write([0b01_00_11_01], to: QSTMap.control1),
    ],
    ready: QSTMap.ready,
    block: QSTMap.block, counts: 0..<6, rateHz: 100,
    averagingDelay: 5_000,  // two measurements of 5 ms
    verified: [
      RegisterMatch(QSTMap.control1, is: 0b01_00_11_01),
      RegisterMatch(QSTMap.control2, mask: 0b1000_1111, is: 0b0000_10_00),
    ],
    // what a QMC5883L in its place reads
    decode: { status, data, _ throws(DecodingError) in
      try QSTMap.decode(status: status, data) { Vector3(-$0.y, -$0.x, -$0.z) }
    },
    axes: .open(
      "INAV #10994 and ArduPilot #31874 agree, PX4's driver has y and z the other way round"))
}

/// The bit of STATUS that always reads 0, and not in all that answers at 0x2C.
private let reservedStatus: UInt8 = 0b1000_0000
