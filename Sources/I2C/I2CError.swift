private import Glibc
import Quantities

/// Why a bus cannot be opened, or a transfer failed; the description is one line with the remedy.
package enum I2CError: Error, Equatable, Sendable {
  /// No device answered at `address`; it may be missing, unpowered or wired wrongly.
  case noAcknowledge(address: UInt8)
  /// A driver of the kernel has the device at `address`.
  case ownedByKernelDriver(address: UInt8)
  /// The bus did not become free, or the device held its clock for too long.
  case timedOut(address: UInt8)
  /// Fewer bytes came than were asked for.
  case shortRead(address: UInt8)
  /// The adapter's node is gone, as after an unplug; the descriptor has to be closed.
  case adapterGone
  /// There is no such bus; `name` is as it was asked for.
  case noSuchBus(name: String)
  /// Several adapters have that name; `numbers` are theirs.
  case ambiguousBus(name: String, numbers: [Int])
  /// This user may not open the bus at `path`.
  case permissionDenied(path: String)
  /// The adapter has no way to carry the transfer.
  case unsupported
  /// The kernel refused with this `errno`.
  case adapter(errno: Int32)

  /// Whether the bus itself has to be closed and opened again.
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
      "a driver of the kernel has the chip at \(hexadecimal(address)); read it through IIO, or "
        + "unbind that driver"
    case .timedOut(let address):
      "the bus timed out at \(hexadecimal(address)); check pull-ups, cable length and bus speed"
    case .shortRead(let address):
      "\(hexadecimal(address)) sent less than was asked for; check the wiring and the bus speed"
    case .adapterGone: "the I2C adapter is gone; plug it in again"
    case .noSuchBus(let name):
      "there is no I2C bus \(name); switch I2C on (on a Raspberry Pi: raspi-config nonint "
        + "do_i2c 0) or load its driver (modprobe i2c-dev)"
    case .ambiguousBus(let name, let numbers):
      "\(numbers.count) I2C adapters are called \(name); name one by its number: "
        + numbers.map { "\($0)" }.joined(separator: ", ")
    case .permissionDenied(let path):
      "\(path): permission denied; put the user into the group of that file (usermod -aG i2c USER)"
    case .unsupported: "the I2C adapter cannot do such a transfer; use another bus"
    case .adapter(let errno):
      "the I2C adapter says: \(String(cString: strerror(errno))); look into the kernel's log"
    }
  }
}
