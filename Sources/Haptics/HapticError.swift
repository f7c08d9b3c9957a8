private import Glibc
package import I2C
import Quantities

/// Why a motor cannot be used. The description is one line with the remedy.
package enum HapticError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no motor; `looked` is what was searched for.
  case nothingFound(looked: String)
  /// Another chip answers at the address.
  case otherChip(address: UInt8, status: UInt8)
  /// A transfer on the bus failed.
  case bus(I2CError)
  /// Only `path`'s group is allowed to open it.
  case permissionDenied(path: String)
  /// Another program or a kernel driver uses it.
  case inUse(what: String)
  /// The chip reports a fault, such as shorted wires or overheating, or does not finish.
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
    case .inUse(let what): "\(what) is in use by another program or a kernel driver"
    case .motorFault(let reason): "\(reason); check the motor's wires"
    case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }

  /// The error for an `errno` of a call on `path`.
  static func from(_ errno: Int32, _ call: String, _ path: String) -> HapticError {
    switch errno {
    case EACCES, EPERM: .permissionDenied(path: path)
    case EBUSY: .inUse(what: path)
    default: .system(call: "\(path): \(call)", errno: errno)
    }
  }
}
