import Quantities

/// Simulated devices with common chips.
///
/// The numbers are the typical ones of the datasheets; docs/traces.md lists them and the
/// assumptions. All devices have the same iron and a calibration that fits it.
package enum Chips: String, CaseIterable, Sendable {
  case mpu6050QMC5883L = "mpu6050-qmc5883l"
  case icm20948 = "icm20948"
  case bmi160BMM150 = "bmi160-bmm150"
  case lsm6ds3LIS3MDL = "lsm6ds3-lis3mdl"
  /// No gyro.
  case lsm303dlhc = "lsm303dlhc"
  /// A magnetometer alone.
  case hmc5883l = "hmc5883l"
  /// Exact sensors without iron, 100 Hz.
  case ideal = "ideal"

  /// A new device with these chips.
  package var device: Device {
    var device: Device
    switch self {
    case .mpu6050QMC5883L: device = .mpu6050QMC5883L
    case .icm20948: device = .icm20948
    case .bmi160BMM150: device = .bmi160BMM150
    case .lsm6ds3LIS3MDL: device = .lsm6ds3LIS3MDL
    case .lsm303dlhc: device = .lsm303dlhc
    case .hmc5883l: device = .hmc5883l
    case .ideal:
      device = Device()
      device.isInertialCalibrated = true
      return device
    }
    device.chips = drivers
    device.iron = .ofABoard
    device.calibration = device.iron.calibration
    device.calibration?.inertial = InertialCalibration(
      accelerometer: .ofATumble(), gyro: device.gyro.map { .ofATumble($0.sensor.response.matrix) })
    device.calibration?.inertial?.gyro?.forceSensitivity =
      Matrix3.identity * (device.gyro?.accelerationSensitivity ?? 0)
    return device
  }
}

extension Chips {
  /// The drivers of the chips.
  fileprivate var drivers: ChipDrivers {
    switch self {
    case .mpu6050QMC5883L: ChipDrivers(magnetometer: "qmc5883l", inertial: "mpu6050")
    case .icm20948: ChipDrivers(magnetometer: "ak09916", inertial: "icm20948")
    case .bmi160BMM150: ChipDrivers(magnetometer: "bmm150", inertial: "bmi160")
    case .lsm6ds3LIS3MDL: ChipDrivers(magnetometer: "lis3mdl", inertial: "lsm6ds3")
    case .lsm303dlhc: ChipDrivers(magnetometer: "lsm303dlhc", accelerometer: "lis3dh")
    case .hmc5883l: ChipDrivers(magnetometer: "hmc5883l")
    case .ideal: ChipDrivers()
    }
  }
}

extension AxesCalibration {
  /// Of a sensor with that response, as exactly as a tumble determines it. The gyro's bias of that day is left out.
  /// Source: `InertialCalibrationTests`; 0.4 mg and 0.04 % in the median.
  fileprivate static func ofATumble(_ response: Matrix3 = .identity) -> AxesCalibration {
    let sigma = Vector3(1, 1, 1)
    // The inverse of a matrix near the identity.
    return AxesCalibration(
      offset: .zero, matrix: Matrix3.identity * 2 + response * -1,
      offsetSigma: sigma * (1e-3 * standardGravity),
      matrixSigma: Matrix3(sigma, sigma, sigma) * 1e-3)
  }
}

extension Iron {
  /// The case of a battery and the connectors of a board next to the chip: some tens of µT, some
  /// per cent.
  package static let ofABoard = Iron(
    hard: Vector3(18, -25, 11),
    soft: Matrix3(
      Vector3(1.06, 0.02, -0.015), Vector3(0.02, 0.95, 0.03), Vector3(-0.015, 0.03, 1.01)))
}

extension Device {
  fileprivate static let mpu6050QMC5883L: Device = {
    var device = Device(name: "MPU-6050 + QMC5883L")
    device.magnetometer = .field(
      rateHz: 100, .deviation(0.2), step: 100 / 3000.0, range: 800, delay: 0.010)
    device.accelerometer = .force(rateHz: 100, microG: 400, countsPerG: 16_384)
    device.gyro = .rate(rateHz: 100, density: 0.005, countsPerDegree: 131)
    device.gyro?.sensor.response.offset = Vector3(-2.4, 1.1, 0.8) * 1.0.inRadians
    device.gyro?.sensor.response.matrix = .response(
      gain: Vector3(1.008, 0.993, 1.01), crossAxis: Vector3(0.005, -0.007, 0.004))
    device.gyro?.accelerationSensitivity = 0.1.inRadians / World.gravity
    device.gyro?.warming = Vector3(0.3, -0.2, 0.25) * 1.0.inRadians
    device.mount = Mount(
      turning: Quaternion(w: 0.5.squareRoot(), x: 0, y: 0, z: 0.5.squareRoot()))
    return device
  }()

  fileprivate static let icm20948: Device = {
    var device = Device(name: "ICM-20948")
    device.magnetometer = .field(
      rateHz: 50, .deviation(0.3), step: 0.15, range: 4900, delay: 0.010)
    device.accelerometer = .force(rateHz: 100, microG: 230, countsPerG: 16_384)
    device.gyro = .rate(rateHz: 100, density: 0.015, countsPerDegree: 131)
    device.gyro?.sensor.response.offset = Vector3(0.6, -0.9, 0.4) * 1.0.inRadians
    device.gyro?.sensor.response.matrix = .response(
      gain: Vector3(1.004, 0.997, 1.005), crossAxis: Vector3(0.004, 0.003, -0.005))
    device.gyro?.warming = Vector3(0.1, 0.08, -0.1) * 1.0.inRadians
    // y and z of its magnetometer are opposite to those of its gyro.
    device.mount = Mount(turning: Quaternion(w: 0, x: 1, y: 0, z: 0))
    return device
  }()

  fileprivate static let bmi160BMM150: Device = {
    var device = Device(name: "BMI160 + BMM150")
    device.magnetometer = .field(
      rateHz: 20, .deviation(0.3), step: 0.3, range: 1300, delay: 0.025)
    device.magnetometer?.response.range.z = 2500
    device.accelerometer = .force(rateHz: 100, microG: 180, countsPerG: 16_384)
    device.gyro = .rate(rateHz: 100, density: 0.007, countsPerDegree: 131.2)
    device.gyro?.sensor.response.offset = Vector3(0.3, 0.5, -0.45) * 1.0.inRadians
    device.gyro?.accelerationSensitivity = 0.1.inRadians / World.gravity
    device.gyro?.warming = Vector3(-0.08, 0.1, 0.06) * 1.0.inRadians
    return device
  }()

  fileprivate static let lsm6ds3LIS3MDL: Device = {
    var device = Device(name: "LSM6DS3 + LIS3MDL")
    device.magnetometer = .field(
      rateHz: 80, .deviation(0.32), step: 100 / 6842.0, range: 400, delay: 0.00625)
    device.accelerometer = .force(rateHz: 104, microG: 90, countsPerG: 16_393)
    device.gyro = .rate(rateHz: 104, density: 0.007, countsPerDegree: 1000 / 8.75)
    device.gyro?.sensor.response.offset = Vector3(1.6, -2.2, 0.9) * 1.0.inRadians
    device.gyro?.sensor.response.matrix = .response(
      gain: Vector3(0.994, 1.007, 1.004), crossAxis: Vector3(-0.004, 0.006, 0.005))
    device.gyro?.warming = Vector3(0.15, -0.12, 0.1) * 1.0.inRadians
    return device
  }()

  fileprivate static let lsm303dlhc: Device = {
    var device = Device(name: "LSM303DLHC")
    device.magnetometer = .field(
      rateHz: 75, .deviation(0.2), step: 100 / 1100.0, range: 204_700 / 1100.0, delay: 0.007)
    device.magnetometer?.response.step.z = 100 / 980.0
    device.magnetometer?.response.range.z = 204_700 / 980.0
    device.accelerometer = .force(rateHz: 100, microG: 220, countsPerG: 1000)
    device.gyro = nil
    return device
  }()

  fileprivate static let hmc5883l: Device = {
    var device = Device(name: "HMC5883L")
    device.magnetometer = .field(
      rateHz: 75, .deviation(0.2), step: 100 / 1090.0, range: 204_700 / 1090.0, delay: 0.007)
    device.accelerometer = nil
    device.gyro = nil
    return device
  }()
}

extension Sensor {
  /// A magnetometer: µT and s.
  fileprivate static func field(
    rateHz: Double, _ noise: Response.Noise, step: Double, range: Double, delay: Double
  ) -> Sensor {
    var sensor = Sensor(SampleClock(rateHz: rateHz, stream: 1))
    sensor.response.noise = noise
    sensor.response.step = Vector3(step, step, step)
    sensor.response.range = Vector3(range, range, range)
    sensor.delay = delay
    return sensor
  }

  /// An accelerometer of ±2 g: µg/√Hz and LSB/g.
  fileprivate static func force(rateHz: Double, microG: Double, countsPerG: Double) -> Sensor {
    var sensor = Sensor(SampleClock(rateHz: rateHz))
    let (step, range) = (World.gravity / countsPerG, 2 * World.gravity)
    sensor.response.noise = .density(microG * 1e-6 * World.gravity)
    sensor.response.step = Vector3(step, step, step)
    sensor.response.range = Vector3(range, range, range)
    return sensor
  }
}

extension Gyro {
  /// A gyro of ±500°/s: °/s/√Hz and LSB/(°/s) in the range of ±250°/s. Random walk of its bias:
  /// 0.0005°/s in a second.
  fileprivate static func rate(
    rateHz: Double, density: Double, countsPerDegree: Double
  ) -> Gyro {
    var gyro = Gyro(SampleClock(rateHz: rateHz))
    let (step, range) = (2 / countsPerDegree * 1.0.inRadians, 500.0.inRadians)
    gyro.sensor.response.noise = .density(density.inRadians)
    gyro.sensor.response.step = Vector3(step, step, step)
    gyro.sensor.response.range = Vector3(range, range, range)
    gyro.biasWalk = 0.0005.inRadians
    return gyro
  }
}
