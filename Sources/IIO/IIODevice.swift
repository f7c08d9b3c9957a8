package import Quantities

/// Three channels of a kernel driver that are the components of one vector.
package struct IIOChannel: Equatable, Sendable {
  package let quantity: IIOQuantity
  /// µT, m/s² or rad/s for one count along each axis; a reading is (count + offset) · scale. Negative where
  /// an axis has to be turned round for a right-handed frame.
  package let scale: Vector3
  /// Counts.
  package let offset: Vector3
  /// From the chip's axes to those that all chips of a board share: the kernel's mount matrix, which comes from
  /// the device's maker or, for two chips in one package, from the driver; without one the identity, or how the
  /// die lies in its package.
  package internal(set) var mountMatrix: Matrix3
  /// Whether the kernel's mount matrix is used: one from the device tree, or from the driver other than the identity.
  package let hasMountMatrix: Bool
  /// Whether the kernel has a mount matrix that is not used, because it is no rotation, or mirrors the axes.
  package let ignoresMountMatrix: Bool

  /// The names of the files with the counts along x, y and z.
  var countFiles: [String] { ["x", "y", "z"].map { "\(quantity.prefix)_\($0)_raw" } }

  /// The vector of three counts, along the board's axes, in µT, m/s² or rad/s.
  package func vector(counts: Vector3) -> Vector3 {
    let sum = counts + offset
    return mountMatrix * Vector3(sum.x * scale.x, sum.y * scale.y, sum.z * scale.z)
  }
}

/// A file of a device that sets its rate, and the highest rate that is useful.
struct IIORate: Equatable, Sendable {
  let file: String
  /// In the kernel's own spelling, which a driver compares with.
  let fastest: String
}

/// A chip's place: `/dev/i2c-1`, address 0x1E.
package struct I2CPlace: Hashable, Sendable {
  package let bus: Int
  /// 7 bits.
  package let address: UInt8

  package init(bus: Int, address: UInt8) {
    self.bus = bus
    self.address = address
  }
}

/// A chip that a driver of the kernel owns and that measures what a compass needs.
package struct IIODevice: Equatable, Sendable {
  /// The folder with its files, such as `/sys/bus/iio/devices/iio:device0`.
  package let path: String
  /// The driver's name for it: `hmc5883l`.
  package let name: String
  /// One for each quantity that it measures along all three axes; never empty.
  package let channels: [IIOChannel]
  /// The chip's I²C bus and address; `nil` where it is on no such bus. Only the driver may use it there: a
  /// program's own transfers would disturb it.
  package let place: I2CPlace?
  /// Empty where the rate cannot be set.
  let rates: [IIORate]
  /// Whether it is a package's magnetometer, and only one of it and the package's accelerometer has a mount matrix:
  /// then field and acceleration are not along the same axes.
  package var hasAxesApart = false

  /// Whether its magnetometer's axes are those of the chip: it has one, and the kernel has no mount matrix for it.
  package var hasFieldAlongChipAxes: Bool {
    channels.contains { $0.quantity == .magneticField && !$0.hasMountMatrix }
  }

  /// Whether this is the magnetometer and `other` the accelerometer of one package, and only one has a mount matrix.
  ///
  /// The names of both begin with that of the package: `lsm9ds1_magn` and `lsm9ds1-imu_accel`.
  func differsInMountMatrix(from other: IIODevice) -> Bool {
    func packageName(_ device: IIODevice) -> Substring {
      device.name.prefix { $0.isLetter || $0.isNumber }
    }
    let (own, its) = (channels[0], other.channels[0])
    return own.quantity == .magneticField && its.quantity == .acceleration
      && packageName(self) == packageName(other) && place?.bus == other.place?.bus
      && own.hasMountMatrix != its.hasMountMatrix
  }

  /// Whether fields from this driver may be 100 times too small.
  ///
  /// The driver hmc5843 gives 9 174 · 10⁻⁹ for 1/1 090 gauss, 917 431 · 10⁻⁹; Linux 6.1, hmc5843_core.c. Its
  /// devices have the names of its chips.
  var hasDoubtfulFieldUnit: Bool { ["hmc5843", "hmc5883", "hmc5883l", "hmc5983"].contains(name) }
}
