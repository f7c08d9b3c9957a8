private import Glibc
package import Quantities

/// Why a kernel driver's readings cannot be had.
package enum IIOError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No device has this name.
  case missing(name: String, place: I2CPlace? = nil)
  /// A file holds something that is not a number.
  case notANumber(path: String)
  /// Nothing came from a device's buffer, in time.
  case silent(path: String)
  /// The counts of this quantity show this fault.
  case faulty(SensorFault, IIOQuantity, path: String)
  /// The kernel refused a system call.
  case system(call: String, path: String, errno: Int32)

  package var description: String {
    switch self {
    case .missing(let name, nil): "no IIO device is called \(name)"
    case .missing(let name, let place?):
      "no IIO device is called \(name) on \(place)"
    case .notANumber(let path): "\(path): not a number"
    case .silent(let path): "\(path): nothing is measured; its trigger does not fire"
    case .faulty(let fault, let quantity, let path):
      "\(path): \(quantity.words): it \(fault.predicate); it is set up again; \(fault.advice)"
    case .system(let call, let path, let errno): "\(path): \(call) failed with errno \(errno)"
    }
  }
}

extension IIOError {
  /// The fault of a sensor that is not measured because of this; `nil` where the device is absent.
  package var fault: SensorFault? {
    switch self {
    case .missing: nil
    case .silent: .silent
    case .faulty(let fault, _, _): fault
    case .notANumber, .system: .bus
    }
  }

  /// Whether the device is absent, or went away while it was read.
  package var isAbsence: Bool {
    switch self {
    case .missing, .system(_, _, ENOENT), .system(_, _, ENODEV): true
    case .silent, .faulty, .notANumber, .system: false
    }
  }
}
