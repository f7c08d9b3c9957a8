private import Glibc

/// Where a trace's bytes come from.
package protocol ByteSource: AnyObject {
  /// Puts the next bytes into `buffer`, which is not empty, and returns how many; 0 is the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int

  /// Goes back to the first byte.
  func rewind() throws(ByteSourceError)
}

/// Why a source gives no bytes.
package enum ByteSourceError: Error, Equatable, Sendable {
  /// Compressed data stops before its end.
  case endedEarly
  /// Compressed data is damaged.
  case corrupt
  /// The system says no.
  case system(errno: Int32)
  /// What was read is gone: a pipe, a terminal.
  case notRewindable
}

/// A descriptor that stays the caller's; a read returns what is there, and waits only for nothing.
package final class DescriptorSource: ByteSource {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .system(errno: errno) }
    }
  }

  package func rewind() throws(ByteSourceError) { throw .notRewindable }
}
