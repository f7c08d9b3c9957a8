private import CZlib

/// Packs bytes into one whole gzip member.
///
/// A file of several members is a gzip file as good as one of a single member, so one that is cut between two
/// members is still whole. Source: RFC 1952, section 2.2.
///
/// - Parameters:
///   - bytes: at most 1 GB.
///   - level: of zlib, from 1, the fastest, to 9.
/// - Returns: `nil` where there is no memory for it.
package func gzipMember(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
  precondition(bytes.count <= 1_000_000_000, "a member of over 1 GB")
  var stream = z_stream()
  // 16 more than the window's 15 bits: with the header and trailer of gzip (zlib.h, deflateInit2).
  let status = deflateInit2_(
    &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
    Int32(MemoryLayout<z_stream>.size))
  guard status == Z_OK else { return nil }
  defer { deflateEnd(&stream) }
  var input = bytes
  let room = Int(deflateBound(&stream, UInt(bytes.count)))
  let packed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      // With room for the worst case one call packs all.
      count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
    }
  }
  return packed.isEmpty ? nil : packed
}
