import Glibc
import Trace
import Wire

/// One file of a recording: lines, packed into gzip members that are written whole.
///
/// At every instant the file is a good gzip file of whole lines: what a full disk cut off is taken away again,
/// and a daemon that is killed loses only what was not written yet.
struct RecordingFile {
  /// Bytes of lines in one member at the most. Source: chosen; much more than the 32 KiB window of deflate (RFC 1951).
  private static let memberBytes = 64 << 10
  /// The longest line that is expected, bytes.
  private static let longestLine = 4 << 10
  /// Of zlib. Source: chosen; the fastest level, since a recording must cost little.
  private static let level: Int32 = 1

  private let descriptor: Int32
  private let disk: RecordingDisk
  private let limitBytes: Int64
  /// Bytes of lines after which a member is written.
  private let member: Int
  private var isOpen = true
  private var lines: [UInt8] = []
  /// Bytes of whole members in the file.
  private(set) var bytes: Int64 = 0

  /// - Parameters:
  ///   - descriptor: of an empty file; the file's from now on, until `close`.
  ///   - limitBytes: the file gets no more.
  init(_ descriptor: Int32, limitBytes: Int64, disk: RecordingDisk) {
    (self.descriptor, self.limitBytes, self.disk) = (descriptor, limitBytes, disk)
    member = Int(min(Int64(Self.memberBytes), limitBytes / 4))
    lines.reserveCapacity(member + Self.longestLine)
  }

  /// Adds lines with `add`, and writes a member where enough have come together.
  ///
  /// - Throws: why the recording has to end; the file is whole then.
  mutating func append(_ add: (inout [UInt8]) -> Void) throws(Event.RecordingEnd) {
    add(&lines)
    if lines.count >= member { try writeMember() }
  }

  /// Whether another member can make the file too large.
  var isFull: Bool { bytes + Int64(member + Self.longestLine) > limitBytes }

  /// Packs the lines so far and writes them.
  ///
  /// - Throws: why the recording has to end; the file is whole then, without these lines.
  mutating func writeMember() throws(Event.RecordingEnd) {
    guard !lines.isEmpty else { return }
    defer { lines.removeAll(keepingCapacity: true) }
    guard let packed = gzipMember(lines, level: Self.level) else { throw .diskFailed }
    let count = Int64(packed.count)
    guard bytes + count <= limitBytes else { throw .sizeLimit }
    guard disk.hasRoom(for: count, descriptor) else { throw .diskFull }
    do throws(Event.RecordingEnd) { try write(packed) } catch {
      // The blocks are the file's own: this needs no room.
      _ = ftruncate(descriptor, off_t(bytes))
      throw error
    }
    bytes += count
  }

  private func write(_ packed: [UInt8]) throws(Event.RecordingEnd) {
    var rest = packed[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { disk.write(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until what was written is on the disk. The disk may refuse only then what it took before.
  ///
  /// - Throws: why the recording has to end.
  func sync() throws(Event.RecordingEnd) {
    while disk.sync(descriptor) != 0 { if errno != EINTR { throw Self.failure } }
  }

  /// What the newest error of the system is for a recording.
  private static var failure: Event.RecordingEnd {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    default: .diskFailed
    }
  }

  /// Writes what is left and closes the file; nothing where it is closed.
  ///
  /// - Returns: `nil`, or why the last lines may not be in it.
  mutating func close() -> Event.RecordingEnd? {
    guard isOpen else { return nil }
    isOpen = false
    var failure: Event.RecordingEnd?
    do throws(Event.RecordingEnd) { try writeMember() } catch { failure = error }
    do throws(Event.RecordingEnd) { try sync() } catch { failure = failure ?? error }
    if Glibc.close(descriptor) != 0 { failure = failure ?? .diskFailed }
    return failure
  }
}

extension Event.RecordingEnd: Error {}
