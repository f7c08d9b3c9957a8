/// Why a kernel driver's readings cannot be had.
package enum IIOError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No device has this name.
  case missing(name: String)
  /// A file holds something that is not a number.
  case notANumber(path: String)
  /// The kernel refused a system call.
  case system(call: String, path: String, errno: Int32)

  package var description: String {
    switch self {
    case .missing(let name): "no IIO device is called \(name)"
    case .notANumber(let path): "\(path): not a number"
    case .system(let call, let path, let errno): "\(path): \(call) failed with errno \(errno)"
    }
  }
}
