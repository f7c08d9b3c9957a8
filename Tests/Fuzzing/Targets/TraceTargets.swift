import Glibc
import Quantities
import Trace

/// Bytes in memory, given out in pieces as a pipe would.
private final class Pieces: ByteSource {
  private let bytes: [UInt8]
  private let size: Int
  private var used = 0

  init(_ bytes: [UInt8], size: Int) { (self.bytes, self.size) = (bytes, size) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let piece = bytes[used...].prefix(min(size, buffer.count))
    buffer.copyBytes(from: piece)
    used += piece.count
    return piece.count
  }

  func rewind() throws(ByteSourceError) { used = 0 }
}

/// A trace is read to its end, or refused; the pieces that it comes in make no difference.
func parseTrace(_ bytes: [UInt8]) {
  var wholes: [Int] = []
  for size in [Int.max, 7] {
    do throws(TraceError) {
      var reader = try TraceReader(source: Pieces(bytes, size: size), name: "t.jsonl")
      wholes.append(try readAll(&reader))
    } catch {
      checkText(of: error)
      wholes.append(-1)
    }
  }
  precondition(wholes[0] == wholes[1], "the pieces make a difference: \(wholes)")
}

/// Reads the rest of a trace.
///
/// - Returns: the number of inputs.
private func readAll(_ reader: inout TraceReader) throws(TraceError) -> Int {
  var count = 0
  while let item = try reader.next() {
    count += 1
    guard let sample = item.sample else { continue }
    // 1e7 s, and the largest values that a line may have (docs/traces.md)
    precondition((0...10_000_000_000_000).contains(sample.time.microseconds))
    for vector in [
      sample.magneticField?.microtesla, sample.acceleration?.metresPerSecondSquared,
      sample.angularRate?.radiansPerSecond,
    ].compactMap(\.self) { precondition(vector.isFinite && vector.length < 2e6) }
  }
  precondition(
    count + reader.skipped.total + reader.linesWithoutInput == reader.lines - 1,
    "a line is not accounted for")
  for complaint in reader.complaints { precondition(!complaint.isEmpty) }
  return count
}

/// An open file without a name, in memory; the reader of packed files opens it again by its
/// descriptor. On a disk each input would wait: ext4 writes out a file that was cut to 0 bytes,
/// written and closed.
private let file: Int32 = {
  var template = Array("/dev/shm/fuzz-XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  precondition(descriptor >= 0 && unlink(template) == 0, "no file: error \(errno)")
  return descriptor
}()

/// A file is read to its end, or refused; what is written packed is read as what it was.
func parseFile(_ bytes: [UInt8]) {
  let count = read(written: bytes)
  guard !bytes.starts(with: [0x1F, 0x8B]), let packed = gzipMember(bytes, level: 1) else { return }
  precondition(read(written: packed) == count, "packed it is another trace")
}

/// - Returns: the number of inputs; -1 where the file is refused.
private func read(written bytes: [UInt8]) -> Int {
  precondition(ftruncate(file, 0) == 0)
  precondition(pwrite(file, bytes, bytes.count, 0) == bytes.count)
  do throws(TraceError) {
    var reader = try TraceReader(path: "/proc/self/fd/\(file)")
    return try readAll(&reader)
  } catch {
    checkText(of: error)
    return -1
  }
}
