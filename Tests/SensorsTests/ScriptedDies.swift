import I2C
import Quantities

private let (x, y, z) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
/// A die whose axes are those on the board.
let aligned = Axes(x: x, y: y, z: z)
private let g = 9.80665

/// Three counts as a chip shows them.
private func bytes(_ counts: Vector3, low: Bool, shift: Int = 0) -> [UInt8] {
  [counts.x, counts.y, counts.z].flatMap { count -> [UInt8] in
    let word = UInt16(bitPattern: Int16(count.rounded()) << shift)
    let (high, rest) = (UInt8(word >> 8), UInt8(word & 0xFF))
    return low ? [rest, high] : [high, rest]
  }
}

/// Models of dies by their datasheets' registers, as the chips' files quote them. Where the axes of a die in
/// a package point is told by the sources named beside it, not by our drivers.
extension Die {
  /// 3 750 counts a gauss.
  static func qmc5883P(_ axes: Axes = aligned) -> Die {
    Die(address: 0x2C, axes: axes, registers: [0x00: 0x80]) { bus, feels in
      bus.set(0x01, of: 0x2C, to: bytes(feels(.field) * 37.5, low: true))
      bus.set(0x09, of: 0x2C, to: 0x01)
    }
  }

  /// 6 842 counts a gauss.
  static let lis3MDL = Die(address: 0x1C, axes: aligned, registers: [0x0F: 0x3D]) { bus, feels in
    bus.set(0xA7, of: 0x1C, to: [0x08] + bytes(feels(.field) * 68.42, low: true))
  }

  /// 12 bits, 500 counts a g, left-justified.
  static func lis3DH(at address: UInt8) -> Die {
    Die(address: address, axes: aligned, registers: [0x0F: 0x33]) { bus, feels in
      bus.set(0xA7, of: address, to: [0x08] + bytes(feels(.force) * (500 / g), low: true, shift: 4))
    }
  }

  /// 1 090 counts a gauss.
  static let hmc5883L = hmc5883(Vector3(10.9, 10.9, 10.9))
  /// 670 counts a gauss, for z 600. As its accelerometer: Pololu's and Adafruit's libraries.
  static let lsm303DLHC = hmc5883(Vector3(6.7, 6.7, 6))

  /// x, z, y.
  private static func hmc5883(_ countsPerMicrotesla: Vector3) -> Die {
    Die(
      address: 0x1E, axes: aligned, registers: [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33]
    ) { bus, feels in
      let (field, scale) = (feels(.field), countsPerMicrotesla)
      let counts = Vector3(field.x * scale.x, field.z * scale.z, field.y * scale.y)
      bus.set(0x03, of: 0x1E, to: bytes(counts, low: false))
      bus.set(0x09, of: 0x1E, to: 0x01)
    }
  }

  /// 1.5 mG a count. y against its accelerometer's: X-CUBE-MEMS1 (`nwu`, `neu`), codal-core.
  static let lsm303AGR = Die(
    address: 0x1E, axes: Axes(x: x, y: -y, z: z), registers: [0x4F: 0x40]
  ) { bus, feels in
    bus.set(0x67, of: 0x1E, to: [0x08] + bytes(feels(.field) / 0.15, low: true))
  }

  /// 0.15 µT a count. y and z against the ICM-20948's: SparkFun's library #59.
  static let ak09916 = Die(
    address: 0x0C, axes: Axes(x: x, y: -y, z: -z), registers: [0x00: 0x48, 0x01: 0x09]
  ) { bus, feels in
    bus.set(0x10, of: 0x0C, to: [0x01] + bytes(feels(.field) / 0.15, low: true) + [0, 0])
  }

  /// 0.15 µT a count with the fuses in the middle. Along the MPU-9250's y, x, −z: the kernel's
  /// inv_mpu_magn.c.
  static let ak8963 = Die(
    address: 0x0C, axes: Axes(x: y, y: x, z: -z),
    registers: [0x00: 0x48, 0x10: 128, 0x11: 128, 0x12: 128]
  ) { bus, feels in
    bus.set(0x02, of: 0x0C, to: [0x01] + bytes(feels(.field) / 0.15, low: true) + [0])
  }

  /// As the AK8963 in an MPU-9250, of 0.3 µT, with the four bits of MODE alone: inv_mpu_magn.c, RTIMULib.
  static let ak8975 = Die(
    address: 0x0C, axes: Axes(x: y, y: x, z: -z),
    registers: [0x00: 0x48, 0x10: 128, 0x11: 128, 0x12: 128], kept: [0x0A: 0x0F]
  ) { bus, feels in
    bus.set(0x02, of: 0x0C, to: [0x01] + bytes(feels(.field) / 0.3, low: true) + [0])
  }

  /// 0.122 mg and 70 m°/s a count. x along the arrow, y right, z up: RTIMULib's and ArduPilot's forward, right,
  /// down is x, y, −z of both, so a rate is counted about each of these arrows.
  static let lsm9DS1 = Die(
    address: 0x6A, axes: Axes(x: x, y: -y, z: z), registers: [0x0F: 0x68],
    successors: [0x1D: 0x28, 0x2D: 0x18]
  ) { bus, feels in
    bus.set(0x18, of: 0x6A, to: bytes(feels(.rate) * (180 / .pi / 0.07), low: true))
    bus.set(0x28, of: 0x6A, to: bytes(feels(.force) * (1 / g / 0.122e-3), low: true))
    bus.set(0x17, of: 0x6A, to: 0b11)
  }

  /// A LIS3MDL whose x points backward, y right, z up: SparkFun's heading is that of (−y, −x).
  static let lsm9DS1Magnetometer = Die(
    address: 0x1C, axes: Axes(x: -x, y: -y, z: z), registers: [0x0F: 0x3D], show: lis3MDL.show)

  /// 80 µG and 0.122 mg a count, at one address; as the board's: RTIMULib, Pololu's MinIMU-9.
  static let lsm303D = Die(address: 0x1D, axes: aligned, registers: [0x0F: 0x49]) { bus, feels in
    bus.set(0x88, of: 0x1D, to: bytes(feels(.field) / 0.008, low: true))
    bus.set(0xA8, of: 0x1D, to: bytes(feels(.force) * (1 / g / 0.122e-3), low: true))
    bus.set(0x07, of: 0x1D, to: 0b1000)
  }

  /// 70 m°/s a count; as the board's: RTIMULib, Pololu's MinIMU-9.
  static func l3GD20(_ identity: UInt8) -> Die {
    Die(address: 0x6B, axes: aligned, registers: [0x0F: identity]) { bus, feels in
      bus.set(0xA7, of: 0x6B, to: [0x08] + bytes(feels(.rate) * (180 / .pi / 0.07), low: true))
    }
  }

  /// 8 192 counts a g, 32.8 for 1 °/s.
  static let icm20948 = Die(address: 0x69, axes: aligned, registers: [0x00: 0xEA]) { bus, feels in
    bus.set(0x2D, of: 0x69, to: bytes(feels(.force) * (8_192 / g), low: false))
    bus.set(0x33, of: 0x69, to: bytes(feels(.rate) * (32.8 * 180 / .pi), low: false))
    bus.set(0x1A, of: 0x69, to: 0x01)
  }

  /// As the ICM-20948, with the temperature between the two.
  static func mpu(_ identity: UInt8) -> Die {
    Die(address: 0x68, axes: aligned, registers: [0x75: identity]) { bus, feels in
      bus.set(0x3A, of: 0x68, to: [0x01] + bytes(feels(.force) * (8_192 / g), low: false))
      bus.set(0x43, of: 0x68, to: bytes(feels(.rate) * (32.8 * 180 / .pi), low: false))
    }
  }
}
