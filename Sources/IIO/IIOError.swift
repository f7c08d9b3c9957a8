/// Why a kernel driver's readings cannot be had.
package enum IIOError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No device has this name.
  case missing(name: String, place: I2CPlace? = nil)
  /// A file holds something that is not a number.
  case notANumber(path: String)
  /// Nothing came from a device's buffer, in time.
  case silent(path: String)
  /// What a device says of a quantity is not measured any more.
  case faulty(IIOFault, IIOQuantity, path: String)
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
      "\(path): \(quantity.words): \(fault.words)"
    case .system(let call, let path, let errno): "\(path): \(call) failed with errno \(errno)"
    }
  }
}

extension IIOFault {
  /// What it is and what to do.
  fileprivate var words: String {
    switch self {
    case .stuck: "it repeats one value; it is set up again; check wiring and supply"
    case .allZero: "it reads zero on every axis; it is set up again; check wiring and supply"
    case .allOnes: "it reads all ones; check the wiring and the pull-ups"
    case .saturated: "it is at the end of its range; take away the magnet beside it"
    }
  }
}
