private import Glibc
package import I2C
import Quantities

/// Why a motor cannot be used; the description is one line with the remedy.
package enum HapticError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No motor is there; `looked` says what was looked for.
  case nothingFound(looked: String)
  /// The chip answers, and is not what it should be.
  case otherChip(address: UInt8, status: UInt8)
  /// The bus or the chip on it.
  case bus(I2CError)
  /// Nobody but `path`'s group may open it.
  case permissionDenied(path: String)
  /// Another program or a driver of the kernel has it.
  case inUse(what: String)
  /// The chip says that the motor's wires are shorted or that it is too hot.
  case motorFault(reason: String)
  /// The kernel refused with this `errno`.
  case system(call: String, errno: Int32)

  package var description: String {
    switch self {
    case .nothingFound(let looked):
      "no haptic motor is there (looked for \(looked)); that is normal where none is connected"
    case .otherChip(let address, let status):
      "what answers at \(hexadecimal(address)) is no DRV2605 (status \(hexadecimal(status))); an "
        + "infrared thermometer, for one, has that address too"
    case .bus(let error): "\(error)"
    case .permissionDenied(let path):
      "\(path): permission denied; put the user into the group of that file (ls -l \(path))"
    case .inUse(let what): "\(what) is in use by another program or a driver of the kernel"
    case .motorFault(let reason): "\(reason); check the motor's wires"
    case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }

  /// What an `errno` means of something at `path`.
  static func from(_ errno: Int32, _ call: String, _ path: String) -> HapticError {
    switch errno {
    case EACCES, EPERM: .permissionDenied(path: path)
    case EBUSY: .inUse(what: path)
    default: .system(call: "\(path): \(call)", errno: errno)
    }
  }
}
