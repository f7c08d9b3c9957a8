private import CZlib
private import Glibc

/// A file, or standard input: gzip is unpacked, anything else passes as it is.
///
/// Every byte after the first member has to belong to a further member, or be 0: what a damaged member holds
/// is not skipped in silence, as gzread(3) would. Source of the format: RFC 1952, section 2.2.
final class GzipFile: ByteSource {
  /// Bytes that are read at once. Small: a read from a pipe returns what there is.
  private static let piece = 16 * 1024
  /// The first bytes of each member.
  private static let magic: (UInt8, UInt8) = (0x1F, 0x8B)

  private enum Content {
    case unknown, plain
    /// Within a member.
    case packed
    /// Between two members, or after the last one.
    case afterMember
  }

  private let descriptor: Int32
  /// zlib keeps a pointer to it, so it may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutablePointer<UInt8>
  /// Bytes of `input` that are read, and those of them that are used up.
  private var (count, used) = (0, 0)
  private var content = Content.unknown

  /// - Throws: `TraceError.cannotOpen` or `.isDirectory`.
  convenience init(path: String) throws(TraceError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(trace: path, errno: errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw .isDirectory(trace: path)
    }
    try self.init(owning: descriptor, name: path)
  }

  /// Reads a descriptor that stays the caller's.
  ///
  /// - Parameter name: what errors call it.
  convenience init(sharing descriptor: Int32, name: String) throws(TraceError) {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw .cannotOpen(trace: name, errno: errno) }
    try self.init(owning: duplicate, name: name)
  }

  /// Standard input, as errors call it.
  static let standardInputName = "standard input"

  static func standardInput() throws(TraceError) -> GzipFile {
    try GzipFile(sharing: STDIN_FILENO, name: standardInputName)
  }

  private init(owning descriptor: Int32, name: String) throws(TraceError) {
    self.descriptor = descriptor
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(capacity: Self.piece)
    // 16 more than the window's 15 bits: with the header and trailer of gzip (zlib.h, inflateInit2).
    let status = inflateInit2_(stream, 15 + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .cannotOpen(trace: name, errno: ENOMEM) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
    close(descriptor)  // read only: there is nothing left to lose
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while true {
      if content == .packed {
        // Also without input: more may come out than there was room for.
        let made = try unpack(into: buffer)
        if made > 0 { return made }
        if content == .packed, used == count, try !fill() { throw .endedEarly }
        continue
      }
      if used == count, try !fill() { return 0 }
      switch content {
      case .unknown: try look()
      case .plain: return copy(into: buffer)
      case .packed, .afterMember: try beginMember()
      }
    }
  }

  func rewind() throws(ByteSourceError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0, inflateReset(stream) == Z_OK else {
      throw .notRewindable
    }
    (count, used, content) = (0, 0, .unknown)
  }

  /// Reads the next piece; false at the end of the file.
  private func fill() throws(ByteSourceError) -> Bool {
    (count, used) = (0, 0)
    return try readMore()
  }

  /// Reads more bytes after those that there are.
  private func readMore() throws(ByteSourceError) -> Bool {
    var got: Int
    repeat {
      got = Glibc.read(descriptor, input + count, Self.piece - count)
    } while got < 0 && errno == EINTR
    guard got >= 0 else { throw .system(errno: errno) }
    count += got
    return got > 0
  }

  /// Finds out from the first bytes whether the file is gzip.
  private func look() throws(ByteSourceError) {
    guard input[0] == Self.magic.0 else {
      content = .plain
      return
    }
    if count == 1, try !readMore() {
      content = .plain
      return
    }
    content = input[1] == Self.magic.1 ? .packed : .plain
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let size = min(count - used, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: input + used, count: size))
    used += size
    return size
  }

  /// - Returns: the bytes that came out; 0 where more input is needed, or the member has ended.
  private func unpack(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard let output = buffer.baseAddress else { return 0 }
    stream.pointee.next_in = input + used
    stream.pointee.avail_in = UInt32(count - used)
    stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    let room = Int(stream.pointee.avail_out)
    let status = inflate(stream, Z_NO_FLUSH)
    used = count - Int(stream.pointee.avail_in)
    let made = room - Int(stream.pointee.avail_out)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: content = .afterMember
    case Z_MEM_ERROR: throw .system(errno: ENOMEM)
    default:
      // What came out before the damage is handed out first; the next call fails again.
      guard made > 0 else { throw .corrupt }
    }
    return made
  }

  /// Begins the member at the next byte, after zeros: a tape or a file system may pad with them.
  private func beginMember() throws(ByteSourceError) {
    while used < count, input[used] == 0 { used += 1 }
    guard used < count else { return }
    guard input[used] == Self.magic.0, inflateReset(stream) == Z_OK else { throw .corrupt }
    content = .packed
  }
}
