import CZlib
import Testing

/// `bytes` as a gzip file.
func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  let size = Int32(MemoryLayout<z_stream>.size)
  // 16 more than the window's 15 bits: with gzip's header and trailer
  try #require(
    deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size)
      == Z_OK)
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 100)
  let written = try input.withUnsafeMutableBufferPointer { input in
    try output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      try #require(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      return Int(stream.total_out)
    }
  }
  return Array(output[..<written])
}
