import Quantities

/// What AKM's chips share; of the AK8963 and the AK8975 the counts too, adjusted by the sensitivities in the
/// fuse ROM.
enum AKMTrim {
  /// DRDY in ST1. It is read by itself, as in the kernel's `ak8975.c`: a read of the data or of ST2 clears it,
  /// also for a measurement that ends meanwhile (InvenSense DS-000189 rev. 1.3, p. 78, for the AK09916; AKM's
  /// data sheets of AK8963 and AK8975 say the same).
  static func ready(_ status1: UInt8) -> RegisterMatch {
    RegisterMatch(status1, mask: 0b0000_0001, is: 0b0000_0001)
  }

  /// From the axes of the die to those of the MPU-9150 and MPU-9250 around it: y, x, −z.
  static let packageFromDie = Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1))

  /// - Parameters:
  ///   - data: x, y and z with their low bytes first, ST2.
  ///   - overflow: the bits of ST2 that mark the measurement as invalid.
  ///   - sensitivities: ASA of x, y and z: H · ((ASA − 128) / 256 + 1).
  ///   - microteslaPerCount: of a sensitivity of 128.
  static func decode(
    _ data: [UInt8], overflow: UInt8, sensitivities: [UInt8], microteslaPerCount: Double
  ) throws(DecodingError) -> Measurement {
    guard data[6] & overflow == 0 else { throw .overflow }
    func sensitivity(_ axis: Int) -> Double { (Double(sensitivities[axis]) - 128) / 256 + 1 }
    let counts = data.littleEndianInt16x3()
    return Measurement(
      magneticField: MagneticField(
        microtesla: Vector3(
          counts.x * sensitivity(0), counts.y * sensitivity(1), counts.z * sensitivity(2))
          * microteslaPerCount))
  }
}
