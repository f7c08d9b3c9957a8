import I2C
import Quantities
import TestDoubles

private let (x, y, z) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
/// A die whose axes are those on the board.
let aligned = Axes(x: x, y: y, z: z)
private let g = 9.80665

extension Axes {
  /// Those of a QMC5883P's registers, in place of a QMC5883L: what that one reads is (−y, −x, −z) of it (INAV
  /// #10994, with 0x29 = 06; ArduPilot's F4BY-H743 and #31874).
  static let asQMC5883L = Axes(
    x: Vector3(0, -1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, -1))
}

/// Three counts as a chip shows them.
private func bytes(_ counts: Vector3, low: Bool, shift: Int = 0) -> [UInt8] {
  [counts.x, counts.y, counts.z].flatMap { count -> [UInt8] in
    let word = UInt16(bitPattern: Int16(count.rounded()) << shift)
    let (high, rest) = (UInt8(word >> 8), UInt8(word & 0xFF))
    return low ? [rest, high] : [high, rest]
  }
}

/// Counts of chips whose zero is in the middle.
private func unsigned(_ counts: Vector3, zero: Int) -> [Int] {
  [counts.x, counts.y, counts.z].map { zero + Int($0.rounded()) }
}

/// Three times 24 bits, two's complement.
private func highFirst24(_ counts: Vector3) -> [UInt8] {
  [counts.x, counts.y, counts.z].flatMap { count -> [UInt8] in
    let word = UInt32(bitPattern: Int32(count.rounded()))
    return [UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
  }
}

private func lowFirst24(_ counts: Vector3) -> [UInt8] {
  let bytes = highFirst24(counts)
  return [2, 1, 0, 5, 4, 3, 8, 7, 6].map { bytes[$0] }
}

/// Models of dies by their datasheets' registers, as the chips' files quote them. Where the axes of a die in
/// a package point is told by the sources named beside it, not by our drivers.
extension Die {
  /// 3 750 counts a gauss.
  static func qmc5883P(_ axes: Axes) -> Die {
    Die(address: 0x2C, axes: axes, registers: [0x00: 0x80]) { bus, feels in
      bus.set(0x01, of: 0x2C, to: bytes(feels(.field) * 37.5, low: true))
      bus.set(0x09, of: 0x2C, to: 0x01)
    }
  }

  /// 3 000 counts a gauss.
  static func qmc5883L(_ axes: Axes) -> Die {
    Die(address: 0x0D, axes: axes, registers: [0x0C: 0x01, 0x0D: 0xFF]) { bus, feels in
      bus.set(0x00, of: 0x0D, to: bytes(feels(.field) * 30, low: true) + [0x01])
    }
  }

  /// 6 842 counts a gauss.
  static let lis3MDL = lis3MDL(along: aligned)

  static func lis3MDL(along axes: Axes) -> Die {
    Die(address: 0x1C, axes: axes, registers: [0x0F: 0x3D]) { bus, feels in
      bus.set(0x27, of: 0x1C, to: 0x08)
      bus.set(0xA8, of: 0x1C, to: bytes(feels(.field) * 68.42, low: true))
    }
  }

  /// 1.5 mG a count.
  static func lis2MDL(_ axes: Axes) -> Die {
    Die(address: 0x1E, axes: axes, registers: [0x4F: 0x40]) { bus, feels in
      bus.set(0x67, of: 0x1E, to: [0x08] + bytes(feels(.field) / 0.15, low: true))
    }
  }

  /// 0.3 µT a count.
  static func ist8310(_ axes: Axes) -> Die {
    Die(address: 0x0E, axes: axes, registers: [0x00: 0x10]) { bus, feels in
      bus.set(0x02, of: 0x0E, to: [0x01] + bytes(feels(.field) / 0.3, low: true))
    }
  }

  /// 18 bits about 0x20000, 16 384 counts a gauss; the field's sign is that after SET.
  static func mmc5983MA(_ axes: Axes) -> Die {
    Die(address: 0x30, axes: axes, registers: [0x2F: 0x30]) { bus, feels in
      let counts = unsigned(feels(.field) * 163.84, zero: 1 << 17)
      let high = counts.flatMap { [UInt8($0 >> 10), UInt8($0 >> 2 & 0xFF)] }
      let low = counts.enumerated().reduce(0) { $0 | ($1.element & 0b11) << (6 - 2 * $1.offset) }
      bus.set(0x00, of: 0x30, to: high + [UInt8(low)])
      bus.set(0x08, of: 0x30, to: 0x01)
    }
  }

  /// 20 bits about 0x80000, 16 384 counts a gauss; the field's sign is that after SET.
  static func mmc5603(_ axes: Axes) -> Die {
    Die(address: 0x30, axes: axes, registers: [0x39: 0x10]) { bus, feels in
      let counts = unsigned(feels(.field) * 163.84, zero: 1 << 19)
      let high = counts.flatMap { [UInt8($0 >> 12), UInt8($0 >> 4 & 0xFF)] }
      bus.set(0x00, of: 0x30, to: high + counts.map { UInt8($0 & 0xF) << 4 })
      bus.set(0x18, of: 0x30, to: 0x40)
    }
  }

  /// 75 counts a µT.
  static func rm3100(_ axes: Axes) -> Die {
    Die(address: 0x20, axes: axes, registers: [0x36: 0x22]) { bus, feels in
      bus.set(0x24, of: 0x20, to: highFirst24(feels(.field) * 75))
      bus.set(0x34, of: 0x20, to: 0x80)
    }
  }

  /// 14.55 · 19.46 and 9 · 31: the gains of Bosch's API; no fuse says anything, two dummies before each read.
  static func bmm350(_ axes: Axes) -> Die {
    Die(address: 0x14, axes: axes, registers: [0x02: 0x33, 0x57: 0x01]) { bus, feels in
      let perCount = 1e6 / 1_048_576 / (0.714607238769531 / 1.5)
      let (field, xy, z) = (feels(.field), perCount / (14.55 * 19.46), perCount / (9 * 31))
      let counts = Vector3(field.x / xy, field.y / xy, field.z / z)
      // Two bytes of no meaning come first: what is at a register is two further on.
      bus.set(0x06, of: 0x14, to: 0b00_10_0100, 0b111)
      bus.set(0x32, of: 0x14, to: 0x04)
      bus.set(0x33, of: 0x14, to: lowFirst24(counts) + [0, 0, 0])
    }
  }

  /// 0.15 µT a count.
  static func ak09918(_ axes: Axes) -> Die {
    Die(address: 0x0C, axes: axes, registers: [0x00: 0x48, 0x01: 0x0C]) { bus, feels in
      bus.set(0x10, of: 0x0C, to: [0x01] + bytes(feels(.field) / 0.15, low: true) + [0, 0])
    }
  }

  /// 12 bits, 500 counts a g, left-justified.
  static func lis3DH(at address: UInt8) -> Die {
    Die(address: address, axes: aligned, registers: [0x0F: 0x33]) { bus, feels in
      bus.set(0x27, of: address, to: 0x08)
      bus.set(0xA8, of: address, to: bytes(feels(.force) * (500 / g), low: true, shift: 4))
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
      bus.set(0x27, of: 0x6B, to: 0x08)
      bus.set(0xA8, of: 0x6B, to: bytes(feels(.rate) * (180 / .pi / 0.07), low: true))
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

  /// 100 counts for 1 m/s², 16 for 1 µT, 16.384 for 1 °/s; one frame for all three: Bosch's data sheet, 3.4.
  static let bno055 = Die(
    address: 0x28, axes: aligned, registers: [0x00: 0xA0, 0x01: 0xFB, 0x02: 0x32, 0x03: 0x0F]
  ) { bus, feels in
    bus.set(0x08, of: 0x28, to: bytes(feels(.force) * 100, low: true))
    bus.set(0x0E, of: 0x28, to: bytes(feels(.field) * 16, low: true))
    bus.set(0x14, of: 0x28, to: bytes(feels(.rate) * (16.384 * 180 / .pi), low: true))
    bus.set(0x3B, of: 0x28, to: 0, 0, 7)
    bus.set(0x41, of: 0x28, to: 0x24)
  }
}
