import Randomness
import JSON
import Testing

@Suite struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func number(_ value: Double, _ decimals: Int) -> String {
    written { $0.number(value, decimals: decimals) }
  }

  @Test func anExactNumberIsWrittenAsAnyOtherValueButForMinusZero() throws {
    let least = Double.leastNonzeroMagnitude
    for number in [0, 1, -1, 0.1, 1.0 / 3, 9e15, -9e15, 8_999_999_999_999_999, 1e300, least] {
      let text = written { $0.exactNumber(number) }
      #expect(text == written { $0.value(.number(number)) })
      #expect(try JSONValue(parsing: Array(text.utf8)[...]) == .number(number))
    }
    #expect(written { $0.exactNumber(-0.0) } == "-0.0")
    #expect(written { $0.value(.number(-0.0)) } == "0")
    #expect(written { writer in for _ in 0..<2 { writer.exactNumber(-0.0) } } == "-0.0,-0.0")
  }

  @Test func commasAreOnlyBetweenValues() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.integer(1)
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.bool(false)
      writer.endArray()
      writer.key("b" as String)
      writer.null()
      writer.key("c")
      writer.string("x")
      writer.key("d")
      writer.raw("{}".utf8)
      writer.endObject()
      writer.newline()
      writer.beginObject()
      writer.endObject()
    }
    #expect(text == "{\"a\":[1,[],{},false],\"b\":null,\"c\":\"x\",\"d\":{}}\n{}")
  }

  @Test(
    arguments: [
      (117.42, 2, "117.42"), (117.4, 2, "117.4"), (117, 2, "117"), (0.1 + 0.2, 3, "0.3"),
      (359.9996, 3, "360"), (0.0004, 3, "0"), (0.0005, 3, "0.001"), (-0.0005, 3, "-0.001"),
      (2.5, 0, "3"), (-2.5, 0, "-3"), (0.05, 1, "0.1"), (1e-9, 9, "0.000000001"),
      (100.001, 3, "100.001"), (10.010, 3, "10.01"), (1_000_000, 6, "1000000"),
      (8_999_999_999_999_999, 0, "8999999999999999"), (-12.5, 1, "-12.5"),
    ] as [(Double, Int, String)])
  func numbersAreRoundedAndTrimmed(value: Double, decimals: Int, expected: String) {
    #expect(number(value, decimals) == expected)
  }

  @Test(arguments: [-0.0, -1e-12, -0.0004, -Double.leastNonzeroMagnitude])
  func thereIsNoNegativeZero(value: Double) {
    #expect(number(value, 3) == "0")
  }

  @Test func aWrittenNumberIsTheNearestOfItsDecimals() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 0...12, using: &random)
      let value = Double.random(in: -1000...1000, using: &random)
      let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
      let text = number(value, decimals)
      let back = try #require(Double(text))
      // reading the text rounds once more
      #expect(abs(back - value) <= 0.5 / scale + value.ulp / 2, "\(value) became \(text)")
      #expect(!text.contains(".") || text.last != "0", "\(text)")
      #expect(number(back, decimals) == text, "writing it again changes it")
    }
  }

  @Test func integersOfAnySizeAreWritten() {
    #expect(written { $0.integer(0) } == "0")
    #expect(written { $0.integer(.max) } == "9223372036854775807")
    #expect(written { $0.integer(.min) } == "-9223372036854775808")
  }

  @Test func everyUnicodeScalarIsUnchangedInAString() throws {
    let scalars =
      (0...0x2FF).compactMap(UnicodeScalar.init) + ["\u{2028}", "\u{FFFF}", "\u{1F54B}"]
    let text = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    let json = written { $0.string(text) }
    #expect(try JSONValue(parsing: Array(json.utf8)[...]) == .string(text))
    #expect(!json.utf8.contains { $0 < 0x20 })
  }

  @Test func theBufferKeepsItsMemory() {
    var writer = JSONWriter(capacity: 16)
    writer.string(String(repeating: "x", count: 1000))
    let capacity = writer.bytes.capacity
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
    #expect(writer.bytes.capacity == capacity)
    writer.integer(1)
    #expect(writer.bytes == Array("1".utf8))
  }
}
