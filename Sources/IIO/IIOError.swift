/// Why a kernel driver's readings cannot be had.
package enum IIOError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No device has this name.
  case missing(name: String)
  /// A file holds something that is not a number.
  case notANumber(path: String)
  /// Nothing came from a device's buffer, in time.
  case silent(path: String)
  /// The kernel refused a system call.
  case system(call: String, path: String, errno: Int32)

  package var description: String {
    switch self {
    case .missing(let name): "no IIO device is called \(name)"
    case .notANumber(let path): "\(path): not a number"
    case .silent(let path): "\(path): nothing is measured; its trigger does not fire"
    case .system(let call, let path, let errno): "\(path): \(call) failed with errno \(errno)"
    }
  }
}
