import Quantities

/// What the AK8963 and the AK8975 share: their counts, adjusted by the sensitivities in the fuse ROM.
enum AKMTrim {
  /// From the axes of the die to those of the MPU-9150 and MPU-9250 around it: y, x, −z.
  static let packageFromDie = Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1))

  /// - Parameters:
  ///   - data: ST1, x, y and z with their low bytes first, ST2.
  ///   - overflow: the bits of ST2 that mark the measurement as invalid.
  ///   - sensitivities: ASA of x, y and z: H · ((ASA − 128) / 256 + 1).
  ///   - microteslaPerCount: of a sensitivity of 128.
  static func decode(
    _ data: [UInt8], overflow: UInt8, sensitivities: [UInt8], microteslaPerCount: Double
  ) throws(DecodingError) -> Measurement? {
    let isReady = data[0] & 0b0000_0001 != 0  // DRDY
    guard isReady else { return nil }
    guard data[7] & overflow == 0 else { throw .overflow }
    func sensitivity(_ axis: Int) -> Double { (Double(sensitivities[axis]) - 128) / 256 + 1 }
    let counts = data.littleEndianInt16x3(1)
    return Measurement(
      magneticField: MagneticField(
        microtesla: Vector3(
          counts.x * sensitivity(0), counts.y * sensitivity(1), counts.z * sensitivity(2))
          * microteslaPerCount))
  }
}
