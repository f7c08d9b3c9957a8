private import Glibc
import Quantities

/// Why a bus cannot be opened, or a transfer failed. The description is one line with the remedy.
package enum I2CError: Error, Equatable, Sendable {
  /// No chip answered at `address`; it may be missing, unpowered or wired wrongly.
  case noAcknowledge(address: UInt8)
  /// A kernel driver uses the chip at `address`.
  case ownedByKernelDriver(address: UInt8)
  /// The bus did not become free, or a chip held the clock low for too long.
  case timedOut(address: UInt8)
  /// Fewer bytes arrived than requested.
  case shortRead(address: UInt8)
  /// The adapter was removed; close the descriptor.
  case adapterGone
  /// There is no bus with the user's name `name`.
  case noSuchBus(name: String)
  /// Several adapters, with these `numbers`, have the name.
  case ambiguousBus(name: String, numbers: [Int])
  /// This user is not allowed to open the bus at `path`.
  case permissionDenied(path: String)
  /// The adapter does not support the transfer.
  case unsupported
  /// The kernel refused with this `errno`.
  case adapter(errno: Int32)

  /// Whether the bus must be closed and opened again.
  package var isLossOfBus: Bool {
    switch self {
    case .adapterGone, .noSuchBus, .ambiguousBus, .permissionDenied: true
    default: false
    }
  }
}

extension I2CError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noAcknowledge(let address):
      "nothing answers at \(hexadecimal(address)); check its power, its wiring and its address"
    case .ownedByKernelDriver(let address):
      "a kernel driver uses the chip at \(hexadecimal(address)); a magnetometer, accelerometer or gyro is read through "
        + "IIO, or once it is unbound from that driver; leave any other chip to it"
    case .timedOut(let address):
      "the bus timed out at \(hexadecimal(address)); check pull-ups, cable length and bus speed"
    case .shortRead(let address):
      "\(hexadecimal(address)) sent fewer bytes than requested; check the wiring and the bus speed"
    case .adapterGone: "the I2C adapter was removed; plug it in again"
    case .noSuchBus(let name): "there is no I2C bus \(name); \(MissingBus.anywhere)"
    case .ambiguousBus(let name, let numbers):
      "\(numbers.count) I2C adapters have the name \(name); choose one by its number: "
        + numbers.map { "\($0)" }.joined(separator: ", ")
    case .permissionDenied(let path):
      "\(path): permission denied; put the user into the group of that file (sudo usermod -aG i2c USER)"
    case .unsupported: "the I2C adapter does not support this transfer; use another bus"
    case .adapter(let errno):
      "the I2C adapter reports: \(String(cString: strerror(errno))); see the kernel's messages (dmesg)"
    }
  }
}
