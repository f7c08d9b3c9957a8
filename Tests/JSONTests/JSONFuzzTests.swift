import Randomness
import JSON
import Testing

@Suite struct JSONFuzzTests {
  private static let seeds = [
    #"{"t":1.25,"mag":[1,-2.5e-3,3],"s":"a\u00e9\n","o":{"x":null,"y":[true,false]}}"#,
    #"[[],{},"","\uD834\uDD1E",0,-0.0,1e5,{"a":{"a":{"a":[[[]]]}}}]"#,
    #"{"id":1,"do":"watch","topics":{"reading":{"rate_hz":30}}}"#,
  ]

  @Test func mutatedTextsNeverCrashAndBothReadersAgree() {
    var random = SeededGenerator(seed: 4)
    for round in 0..<6_000 {
      let seed = Self.seeds[round % Self.seeds.count]
      let bytes = Self.mutated(Array(seed.utf8), &random)
      var scanner = JSONScanner(bytes[...])
      var skipError: JSONError?
      do throws(JSONError) {
        try scanner.skipValue()
        try scanner.end()
      } catch { skipError = error }
      var treeError: JSONError?
      do throws(JSONError) { _ = try JSONValue(parsing: bytes[...]) } catch { treeError = error }
      #expect(skipError == treeError, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func aValueIsUnchangedAfterWritingAndReading() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let value = Self.randomValue(&random, depth: 0)
      var writer = JSONWriter()
      writer.value(value)
      #expect(try JSONValue(parsing: writer.bytes[...]) == value)
    }
  }

  private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2:
        bytes.insert(
          Array("{}[]\",:\\u0eE-+.tfn".utf8).randomElement(using: &random) ?? 0, at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[place...].prefix(8), at: place)
      }
    }
    return bytes
  }

  private static func randomValue(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 5 ? 7 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2:
      let value = Double(bitPattern: random.next())
      return .number(value.isFinite ? value : 0)
    case 3: return .string(randomText(&random))
    case 4:
      let count = Int.random(in: 0...4, using: &random)
      return .array((0..<count).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      let count = Int.random(in: 0...4, using: &random)
      return .object(
        (0..<count).map { _ in
          JSONValue.Member(
            key: randomText(&random), value: randomValue(&random, depth: depth + 1))
        })
    }
  }

  private static func randomText(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let scalar = UnicodeScalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      text.unicodeScalars.append(scalar ?? "?")
    }
    return text
  }
}
