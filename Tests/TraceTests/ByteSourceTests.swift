import Glibc
import Testing

@testable import Trace

/// Lines that are made while they are read: a header, and `count` samples.
private final class Generator: ByteSource {
  private let count: Int
  private var made = 0
  private var pending: [UInt8] = Array("{\"trace\":1}\n".utf8)

  init(count: Int) { self.count = count }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    #expect(buffer.count <= 2 * 65_536)
    while pending.count < min(buffer.count, 8192), made < count {
      pending += "{\"t\":\(made / 100).\(made % 100 + 100),\"mag\":[1,2,3]}\n".utf8
      made += 1
    }
    let taken = min(buffer.count, pending.count)
    buffer.copyBytes(from: pending.prefix(taken))
    pending.removeFirst(taken)
    return taken
  }

  func rewind() throws(ByteSourceError) { throw .notRewindable }
}

/// Some bytes, and then a failure.
private final class Failing: ByteSource {
  private var bytes: [UInt8]
  private let error: ByteSourceError

  init(_ bytes: [UInt8], _ error: ByteSourceError) {
    self.bytes = bytes
    self.error = error
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard !bytes.isEmpty else { throw error }
    let taken = min(buffer.count, bytes.count)
    buffer.copyBytes(from: bytes.prefix(taken))
    bytes.removeFirst(taken)
    return taken
  }

  func rewind() throws(ByteSourceError) { throw .notRewindable }
}

@Suite struct ByteSourceTests {
  @Test func aLongStreamPassesThroughABufferOfFixedSize() throws {
    // nothing of it is kept: the reader has one buffer and asks for no more than that holds
    var reader = try TraceReader(source: Generator(count: 200_000), name: "long")
    var samples = 0
    while try reader.next() != nil { samples += 1 }
    #expect(samples == 200_000)
    #expect(reader.lines == 200_001)
  }

  @Test func aFailureComesAfterTheLinesBeforeIt() throws {
    let cases: [(ByteSourceError, TraceError)] = [
      (.system(errno: EIO), .cannotRead(trace: "f", lines: 2, errno: EIO)),
      (.endedEarly, .compressedDataEnded(trace: "f", lines: 2)),
      (.corrupt, .compressedDataCorrupt(trace: "f", lines: 2)),
    ]
    for (failure, expected) in cases {
      // the half line at the failure is not a line
      let bytes = trace(#"{"t":1,"mag":[1,2,3]}"#) + Array(#"{"t":2,"ma"#.utf8)
      var reader = try TraceReader(source: Failing(bytes, failure), name: "f")
      #expect(try reader.next()?.line == 2)
      for _ in 0..<2 { #expect(throws: expected) { try reader.next() } }
      #expect(reader.skipped.total == 0 && reader.lines == 2)
      #expect(throws: TraceError.cannotRewind(trace: "f")) { try reader.rewind() }
    }
  }

  @Test func aFailureInTheHeaderIsNotABadHeader() {
    #expect(throws: TraceError.cannotRead(trace: "f", lines: 0, errno: EIO)) {
      try TraceReader(source: Failing(Array("{\"tr".utf8), .system(errno: EIO)), name: "f").lines
    }
  }
}
