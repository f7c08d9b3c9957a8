import Quantities

/// CEVA BNO080, BNO085 and BNO086, and the FSM300 modules with one: a hub with accelerometer, gyro and magnetometer,
/// asked for each at 100 Hz in packets (SHTP).
///
/// Reports: 0x01 accelerometer, 0x07 uncalibrated gyroscope, 0x0F uncalibrated magnetic field. These are in units
/// and have only the maker's own corrections in them. The raw ones (0x14 to 0x16) are counts of no known size and
/// come only beside calibrated ones; the calibrated gyroscope and field (0x02, 0x03) have offsets that the hub
/// changes by itself; there is no uncalibrated accelerometer, so that calibration is switched off. Its rotation
/// vectors are not used, for the reasons given at the BNO055.
///
/// Q8 m/s², Q9 rad/s, Q4 µT (CEVA's sh2_SensorValue.c; Adafruit_CircuitPython_BNO08x has the same for 0x01, 0x02 and
/// 0x03), lengths and channels in `Hub`.
///
/// The address is also that of an ADS1115, a PCF8591, a TMP102: what answers is only read, four bytes and then
/// one packet, which must be valid as a whole. A hub without a packet, because no reports were requested since
/// its start message was read, reads zeros and is not identified; a reset of the board or
/// `[sensors] chips = "bno08x@0x4A"` helps.
///
/// Its packets' times count from an interrupt line that is not connected, so a sample's time is that of its reading,
/// which is why the hub is polled five times in an interval.
///
/// Packets have no checksum and the chip stretches the clock: see `stretchesClock`.
extension Chip {
  package static let bno08x = Chip(
    name: "BNO08x", kind: .nineAxes, addresses: [0x4A, 0x4B], soldAs: "BNO080, BNO085 or BNO086",
    identity: [], setUp: [],
    hub: HubReports(
      SHTPReport.accelerometer, SHTPReport.uncalibratedGyroscope,
      SHTPReport.uncalibratedMagneticField, interval: 10_000),
    stretchesClock: true, startMicroseconds: 1_500_000,
    block: RegisterBlock(0, count: 18), counts: 0..<18, rateHz: 100,
    decode: decodeBNO08x,
    axes: .known(sources: [
      "Hillcrest 1000-3927 BNO080 data sheet, 2 and 4: one frame of all outputs, right-handed, Android's: "
        + "x right, y up, z out of the face",
      "discuss.luxonis.com 6129: level with x to north and y to west its z is up",
    ]),
    // The reports that are requested have no correction that the hub learned. Its sensors are those of Bosch's
    // BMF055 (Hillcrest 1000-3927, 6.6), the BNO055 without its program.
    accelerometer: bno055Accelerometer, gyro: bno055Gyro)
}

private let accelerationPerCount = 1.0 / 256
private let rateUnitsPerCount = 1.0 / 512
private let microteslaPerCount = 1.0 / 16

/// Acceleration, rate and field, low bytes first; `status` says which of them came.
@Sendable private func decodeBNO08x(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  var measurement = Measurement()
  let acceleration = data.littleEndianInt16x3(0)
  let rate = data.littleEndianInt16x3(6)
  let field = data.littleEndianInt16x3(12)
  if status & 0b001 != 0, !acceleration.reaches(32_767) {
    measurement.acceleration = Acceleration(
      metresPerSecondSquared: acceleration * accelerationPerCount)
  }
  if status & 0b010 != 0, !rate.reaches(32_767) {
    measurement.angularRate = AngularRate(radiansPerSecond: rate * rateUnitsPerCount)
  }
  if status & 0b100 != 0 {
    guard !field.reaches(32_767) else { throw .overflow }
    measurement.magneticField = MagneticField(microtesla: field * microteslaPerCount)
  }
  return measurement
}
