private import CZlib
private import Glibc

/// A file, or standard input, read through zlib: gzip is unpacked, anything else passes as it is.
final class GzipFile: ByteSource {
  /// Small: zlib keeps a read's bytes to itself when damage comes later in the same read, and
  /// fills a read from a pipe before it returns.
  private static let piece = 16 * 1024

  private let file: gzFile

  /// - Throws: `TraceError.cannotOpen` or `.isDirectory`.
  init(path: String) throws(TraceError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(trace: path, errno: errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw .isDirectory(trace: path)
    }
    file = try Self.stream(descriptor, path)
  }

  /// Reads a descriptor that stays the caller's.
  ///
  /// - Parameter name: what errors call it.
  init(sharing descriptor: Int32, name: String) throws(TraceError) {
    // gzclose closes what it was given
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw .cannotOpen(trace: name, errno: errno) }
    file = try Self.stream(duplicate, name)
  }

  /// Standard input, as errors call it.
  static let standardInputName = "standard input"

  static func standardInput() throws(TraceError) -> GzipFile {
    try GzipFile(sharing: STDIN_FILENO, name: standardInputName)
  }

  deinit { gzclose(file) }  // read only: there is nothing left to lose

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = gzread(file, buffer.baseAddress, UInt32(min(buffer.count, Self.piece)))
    if count > 0 { return Int(count) }
    let systemError = errno
    var problem: Int32 = Z_OK
    gzerror(file, &problem)
    switch problem {
    case Z_OK where count == 0, Z_STREAM_END where count == 0: return 0
    case Z_BUF_ERROR: throw .endedEarly
    case Z_ERRNO: throw .system(errno: systemError)
    case Z_MEM_ERROR: throw .system(errno: ENOMEM)
    default: throw .corrupt
    }
  }

  func rewind() throws(ByteSourceError) {
    guard gzrewind(file) == 0 else { throw .notRewindable }
  }

  private static func stream(_ descriptor: Int32, _ name: String) throws(TraceError) -> gzFile {
    guard let file = gzdopen(descriptor, "rb") else {
      close(descriptor)
      throw .cannotOpen(trace: name, errno: ENOMEM)
    }
    return file
  }
}
