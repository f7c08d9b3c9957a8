import Quantities

/// The registers that the QMC5883P and the QMC6310 share, and their counts at ±8 G.
enum QSTMap {
  static let chipID: UInt8 = 0x00
  static let dataXLow: UInt8 = 0x01
  static let status: UInt8 = 0x09
  static let control1: UInt8 = 0x0A
  static let control2: UInt8 = 0x0B
  static let axisSigns: UInt8 = 0x29

  private static let dataReady: UInt8 = 0b01
  private static let overflow: UInt8 = 0b10

  /// 3 750 counts a gauss at ±8 G, and 1 G = 100 µT.
  private static let microteslaPerCount = 100.0 / 3_750

  static let ready = RegisterMatch(status, mask: dataReady, is: dataReady)
  static let block = RegisterBlock(dataXLow, count: 6)

  /// The field along the sensor frame.
  ///
  /// - Parameters:
  ///   - status: what STATUS read before the data.
  ///   - data: x, y and z, low bytes first.
  ///   - sensorFrame: the same vector in the sensor frame.
  static func decode(
    status: UInt8, _ data: [UInt8], sensorFrame: (Vector3) -> Vector3
  ) throws(DecodingError) -> Measurement? {
    guard status & overflow == 0 else { throw .overflow }
    let turned = sensorFrame(data.littleEndianInt16x3())
    return Measurement(magneticField: MagneticField(microtesla: turned * microteslaPerCount))
  }
}
