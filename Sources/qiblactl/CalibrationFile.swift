import Glibc
import Quantities
import Trace

/// Reads a calibration file (JSON: `offset_ut`, `matrix`, `grade`).
///
/// - Throws: `CommandFailure` that names the file and what is wrong.
func readCalibration(path: String) throws(CommandFailure) -> Calibration {
  let bytes = try readSmallFile(path: path)
  do { return try Calibration(parsing: bytes) } catch {
    throw CommandFailure("\(path): not a calibration: \(error)")
  }
}

/// The bytes of a file of at most 64 KiB.
private func readSmallFile(path: String) throws(CommandFailure) -> [UInt8] {
  func failure() -> CommandFailure {
    CommandFailure("\(path): cannot be read: \(String(cString: strerror(errno)))")
  }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure() }
  defer { close(descriptor) }
  let limit = 65536
  var bytes = [UInt8](repeating: 0, count: limit + 1)
  var count = 0
  while count < bytes.count {
    let got = bytes.withUnsafeMutableBytes { buffer in
      read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
    }
    if got < 0 { throw failure() }
    if got == 0 { break }
    count += got
  }
  guard count <= limit else { throw CommandFailure("\(path): too large for a calibration") }
  return Array(bytes[..<count])
}
