import Testing

@testable import GPSD

/// How the bytes of a connection become lines.
struct LineBufferTests {
  private func texts(_ chunks: [String], in buffer: inout LineBuffer) -> [String] {
    chunks.flatMap { buffer.lines(adding: Array($0.utf8)[...]) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func linesComeWholeHoweverTheyAreCut() {
    for size in 1...12 {
      var buffer = LineBuffer()
      let bytes = Array("one\r\n\ntwo and more\nrest".utf8)
      let lines = stride(from: 0, to: bytes.count, by: size).flatMap {
        buffer.lines(adding: bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(
        lines.map { String(decoding: $0, as: UTF8.self) } == ["one\r", "", "two and more"])
      #expect(texts(["!\n"], in: &buffer) == ["rest!"] && buffer.skipped == 0)
    }
  }

  @Test func aLineOf16KiBIsKeptAndALongerOneSkippedAndCounted() {
    let longest = String(repeating: "a", count: 16_384)
    var buffer = LineBuffer()
    #expect(texts([longest, "\nb\n"], in: &buffer) == [longest, "b"])
    #expect(texts([longest, "c", longest, "\nd\n"], in: &buffer) == ["d"])
    #expect(buffer.skipped == 1)
    #expect(texts([longest + "e\nf\n"], in: &buffer) == ["f"])
    #expect(buffer.skipped == 2)
  }

  @Test func aLineWithoutEndIsCountedWhenItIsTooLong() {
    var buffer = LineBuffer()
    for _ in 0..<100 {
      #expect(texts([String(repeating: "{", count: 10_000)], in: &buffer).isEmpty)
    }
    #expect(buffer.skipped == 1)
  }
}
