import Randomness
import CZlib
import Glibc
import JSON
import Testing

@testable import Trace

@Suite struct GzipFileTests {
  private static let lines = (0..<3000).map {
    #"{"t":\#(Double($0) / 100),"mag":[\#($0 * 7919 % 1013),2,\#($0 * 104_729 % 997)]}"#
  }
  private static let text = Array(
    ("{\"trace\":1}\n" + lines.joined(separator: "\n") + "\n").utf8)

  private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = try TemporaryFile([], suffix: ".gz")
    let stream = try #require(gzopen(file.path, "wb"))
    gzwrite(stream, bytes, UInt32(bytes.count))
    gzclose(stream)
    let input = try GzipFileTests.contents(file.path)
    try #require(input.count < bytes.count / 2)
    return input
  }

  private static func contents(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(count))
  }

  private func read(_ bytes: [UInt8], _ suffix: String = ".jsonl.gz") throws -> Reading {
    let file = try TemporaryFile(bytes, suffix: suffix)
    var reader = try TraceReader(path: file.path)
    return try readAll(&reader)
  }

  @Test func plainAndCompressedFilesGiveTheSame() throws {
    let memory = try readAll(Self.text)
    #expect(memory.items.count == 3000)
    #expect(try read(Self.text, ".jsonl").items == memory.items)
    // what counts is what is in the file, not how it is called
    #expect(try read(Self.gzip(Self.text), ".jsonl").items == memory.items)
    #expect(try read(Self.text, ".jsonl.gz").items == memory.items)
  }

  @Test func twoCompressedFilesInARowAreOneTrace() throws {
    let more = Array(#"{"t":99,"mag":[1,2,3]}"#.utf8) + [0x0A]
    let both = try Self.gzip(Self.text) + Self.gzip([UInt8](repeating: 0x20, count: 100) + more)
    #expect(try read(both).items.count == 3001)
  }

  @Test func aDamagedSecondMemberIsAnErrorBehindTheLinesOfTheFirst() throws {
    let (first, second) = (try Self.gzip(Self.text), try Self.gzip(Self.text))
    for place in [0, 1, 2, second.count / 2, second.count - 6] {
      var damaged = second
      damaged[place] ^= 0xFF
      let file = try TemporaryFile(first + damaged, suffix: ".gz")
      var reader = try TraceReader(path: file.path)
      var good = 0
      #expect(throws: TraceError.self, "byte \(place)") {
        while try reader.next() != nil { good += 1 }
      }
      #expect(good >= 3000, "byte \(place)")
    }
  }

  @Test func zerosBehindAMemberArePaddingAndOtherBytesAreNot() throws {
    let whole = try Self.gzip(Self.text)
    #expect(try read(whole + [UInt8](repeating: 0, count: 40_000)).items.count == 3000)
    #expect(throws: TraceError.self) { try read(whole + [0, 0, 7]) }
    #expect(throws: TraceError.self) { try read(whole + [0x1F]) }
  }

  // A member of 1 kB that unpacks to a thousand times as much: one input fills many outputs.
  @Test func whatUnpacksToFarMoreThanItsInputIsWhole() throws {
    let file = try TemporaryFile(
      try Self.gzip([UInt8](repeating: 0x0A, count: 1_000_000)), suffix: ".gz")
    let source = try GzipFile(path: file.path)
    for _ in 0..<2 {
      var total = 0
      try withUnsafeTemporaryAllocation(byteCount: 100, alignment: 1) { buffer in
        while case let count = try source.read(into: buffer), count > 0 {
          #expect(buffer.prefix(count).allSatisfy { $0 == 0x0A })
          total += count
        }
      }
      #expect(total == 1_000_000)
      try source.rewind()
    }
  }

  @Test func aCompressedFileCutInHalfGivesItsLinesAndThenSaysSo() throws {
    let whole = try Self.gzip(Self.text)
    let file = try TemporaryFile(Array(whole.prefix(whole.count / 2)), suffix: ".gz")
    var reader = try TraceReader(path: file.path)
    var good = 0
    let error = #expect(throws: TraceError.self) {
      while try reader.next() != nil { good += 1 }
    }
    #expect(good > 500 && good < 3000)
    #expect(error == .compressedDataEnded(trace: file.path, lines: good + 1))
    #expect(reader.skipped.total == 0)
    // it stays so
    #expect(throws: TraceError.self) { try reader.next() }
    // and the part before it is that of the whole
    try reader.rewind()
    #expect(try reader.next() == (try readAll(Self.text)).items.first)
  }

  @Test func aCompressedFileMayBeCutAnywhere() throws {
    let whole = try Self.gzip(Self.text)
    for count in Array(2..<40) + [whole.count - 9, whole.count - 8, whole.count - 1] {
      #expect(throws: TraceError.self, "cut at \(count)") { try read(Array(whole.prefix(count))) }
    }
  }

  @Test func damagedDataIsNamedAndNothingWrongIsRead() throws {
    let whole = try Self.gzip(Self.text)
    let expected = try readAll(Self.text).items
    var random = SeededGenerator(seed: 8)
    for _ in 0..<60 {
      var damaged = whole
      let place = Int.random(in: whole.count / 4..<whole.count - 8, using: &random)
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      #expect(throws: TraceError.self, "byte \(place)") { try read(damaged) }
    }
    // a wrong checksum at the very end: every line was right, and it is still told
    var checksum = whole
    checksum[whole.count - 6] ^= 1
    let file = try TemporaryFile(checksum, suffix: ".gz")
    var reader = try TraceReader(path: file.path)
    var items: [TraceItem] = []
    let error = #expect(throws: TraceError.self) {
      while let item = try reader.next() { items.append(item) }
    }
    guard case .compressedDataCorrupt = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(items.count > 1500)
    #expect(items == Array(expected.prefix(items.count)))
  }

  @Test func aFileIsReadAgainAfterRewindPlainOrCompressed() throws {
    for bytes in [Self.text, try Self.gzip(Self.text)] {
      let file = try TemporaryFile(bytes)
      var reader = try TraceReader(path: file.path)
      let first = try readAll(&reader)
      try reader.rewind()
      #expect(try readAll(&reader).items == first.items)
    }
  }

  @Test func aPipeIsReadOnceAndItsDescriptorStaysTheCallers() throws {
    for bytes in [Array(Self.text.prefix(20_000)), try Self.gzip(Self.text)] {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let count = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      try #require(count == bytes.count)
      close(ends[1])
      do {
        let source = try GzipFile(sharing: ends[0], name: "a pipe")
        var reader = try TraceReader(source: source, name: "a pipe")
        #expect(try readAll(&reader).items.count > 300)
        #expect(throws: TraceError.cannotRewind(trace: "a pipe")) { try reader.rewind() }
      }
      #expect(fcntl(ends[0], F_GETFD) >= 0)
      close(ends[0])
    }
  }

  @Test func whatCannotBeOpenedSaysWhy() throws {
    let error = #expect(throws: TraceError.self) { try TraceReader(path: "/nowhere/t.jsonl").lines }
    #expect(error == .cannotOpen(trace: "/nowhere/t.jsonl", errno: ENOENT))
    #expect(
      error.map { "\($0)" }
        == "/nowhere/t.jsonl: cannot open it: No such file or directory; check the path")
    #expect(throws: TraceError.isDirectory(trace: "/tmp")) { try TraceReader(path: "/tmp").lines }
    #expect(throws: TraceError.cannotOpen(trace: "", errno: ENOENT)) {
      try TraceReader(path: "").lines
    }
    #expect(throws: TraceError.cannotOpen(trace: "closed", errno: EBADF)) {
      try GzipFile(sharing: -1, name: "closed").rewind()
    }
  }

  @Test func anEmptyFileIsNamed() throws {
    let file = try TemporaryFile([])
    #expect(throws: TraceError.empty(trace: file.path)) { try TraceReader(path: file.path).lines }
    #expect(throws: TraceError.empty(trace: "/dev/null")) {
      try TraceReader(path: "/dev/null").lines
    }
  }

  @Test func aSourceWithoutALineFeedEndsAtTheHeadersLimit() throws {
    // endless, like a disk read by mistake
    #expect(throws: TraceError.badHeader(trace: "/dev/zero", .tooLong(limit: 65_536))) {
      try TraceReader(path: "/dev/zero").lines
    }
  }

  @Test func everyErrorIsOneLineWithTheTracesName() {
    let errors: [TraceError] = [
      .cannotOpen(trace: "T", errno: EACCES), .cannotOpen(trace: "T", errno: EMFILE),
      .isDirectory(trace: "T"), .empty(trace: "T"), .badHeader(trace: "T", .notATraceHeader),
      .badHeader(trace: "T", .notJSON(.unexpectedEnd)), .badHeader(trace: "T", .tooLong(limit: 9)),
      .badHeader(trace: "T", .unsupportedVersion(found: "2")),
      .badHeader(trace: "T", .badValue(key: "a.b", found: "1", allowed: "2")),
      .badHeader(trace: "T", .repeatedKey("a")), .compressedDataEnded(trace: "T", lines: 7),
      .compressedDataCorrupt(trace: "T", lines: 7), .cannotRewind(trace: "T"),
      .cannotRead(trace: "T", lines: 7, errno: EIO),
    ]
    #expect(Set(errors.map { "\($0)" }).count == errors.count)
    for error in errors {
      #expect("\(error)".hasPrefix("T: ") && !"\(error)".contains("\n"), "\(error)")
    }
    #expect("\(errors[12])".contains("7") == false && "\(errors[13])".contains("7 lines"))
  }
}
