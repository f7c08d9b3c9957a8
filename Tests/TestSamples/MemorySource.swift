package import Trace

/// Bytes in memory.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let chunk: Int
  private var position = 0

  /// - Parameter chunk: the most that one read returns, from 1.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    precondition(chunk > 0, "a read that returns nothing is the end")
    self.bytes = bytes
    self.chunk = chunk
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = min(buffer.count, chunk, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<(position + count)])
    position += count
    return count
  }

  package func rewind() throws(ByteSourceError) { position = 0 }
}
