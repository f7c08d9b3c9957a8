package import Quantities

/// Three channels of a kernel driver that are the components of one vector.
package struct IIOChannel: Equatable, Sendable {
  package let quantity: IIOQuantity
  /// µT, m/s² or rad/s for one count along each axis; a reading is (count + offset) · scale. Negative where
  /// an axis has to be turned round for a right-handed frame.
  package let scale: Vector3
  /// Counts.
  package let offset: Vector3
  /// From the chip's axes to those that all chips of a board share: what the device's maker told the kernel of
  /// how the chip sits, or the driver itself of two chips in one housing; else the identity, or how the chip
  /// lies in its package.
  package internal(set) var mountMatrix: Matrix3
  /// Whether the kernel has a matrix for it that turns anything.
  package let isMountTold: Bool

  /// The names of the files with the counts along x, y and z.
  var countFiles: [String] { ["x", "y", "z"].map { "\(quantity.prefix)_\($0)_raw" } }

  /// The vector that three counts are, along the board's axes, in µT, m/s² or rad/s.
  package func vector(counts: Vector3) -> Vector3 {
    let sum = counts + offset
    return mountMatrix * Vector3(sum.x * scale.x, sum.y * scale.y, sum.z * scale.z)
  }
}

/// A file of a device that sets how often it measures, and what it may be set to.
struct IIORate: Equatable, Sendable {
  let file: String
  /// As the kernel writes it, which is how it has to be written back.
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
  /// What the driver calls it: `hmc5883l`.
  package let name: String
  /// One for each quantity that it measures along all three axes; never empty.
  package let channels: [IIOChannel]
  /// Where on an I²C bus the chip is, or `nil` where it is elsewhere: it is the driver's, and a program's
  /// own transfers would disturb it.
  package let place: I2CPlace?
  /// Empty where the rate is the driver's own business.
  let rates: [IIORate]

  /// Whether fields from this driver may be 100 times too small.
  ///
  /// The driver hmc5843 gives 9 174 · 10⁻⁹ for 1/1 090 gauss, 917 431 · 10⁻⁹; Linux 6.1, hmc5843_core.c. Its
  /// devices have the names of its chips.
  var hasDoubtfulFieldUnit: Bool { ["hmc5843", "hmc5883", "hmc5883l", "hmc5983"].contains(name) }
}
