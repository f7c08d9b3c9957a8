import Randomness
import JSON
import Testing

@Suite struct DecimalNumberTests {
  private func number(_ text: String) throws -> Double {
    var scanner = JSONScanner(Array(text.utf8)[...])
    let value = try scanner.number()
    try scanner.end()
    return value
  }

  // The standard library's own conversion is the reference: both must round to the nearest double.
  @Test func randomTextsGiveTheNearestDouble() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let text = Self.randomNumber(&random)
      let expected = try #require(Double(text))
      guard expected.isFinite else {
        #expect(throws: JSONError.badNumber(column: 1), "\(text)") { try number(text) }
        continue
      }
      #expect(try number(text).bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test func everyKindOfDoubleReadsBackFromItsShortestText() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(try number("\(value)").bitPattern == value.bitPattern, "\(value)")
    }
  }

  @Test(
    arguments: [
      // halfway cases and limits: IEEE 754 round half to even
      ("9007199254740993", 9007199254740992), ("9007199254740995", 9007199254740996),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("4.9406564584124654e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
      ("2.2250738585072014e-308", Double.leastNormalMagnitude), ("1e23", 1e23), ("0e999999999", 0),
      ("0.000000000000000000000000000001", 1e-30),
      ("123456789012345678901234567890", 1.2345678901234568e29),
      ("-0.0", -0.0), ("1E+2", 100), ("100000000000000000000000e-23", 1),
    ] as [(String, Double)])
  func hardNumbersAreExact(text: String, expected: Double) throws {
    let reference = try #require(Double(text))
    #expect(try number(text).bitPattern == reference.bitPattern)
    #expect(abs(reference - expected) <= abs(expected) * 2.3e-16)
  }

  @Test(arguments: [
    "01", "-01", "1.", ".5", "-", "-.5", "1e", "1e+", "1E-", "+1", "0x10", "NaN", "Infinity",
    "-Infinity", "1e309", "-1e309", "1e999999999999999999999", "1_000", "1,5", "--1", "1.2.3", "½",
  ])
  func aTextThatIsNotAJSONNumberIsRefused(text: String) {
    #expect(throws: JSONError.self) { try number(text) }
  }

  private static func randomNumber(_ random: inout SeededGenerator) -> String {
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
    }
    var text = Bool.random(using: &random) ? "-" : ""
    let whole = Int.random(in: 0...22, using: &random)
    text += whole == 0 ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(whole - 1)
    if Bool.random(using: &random) { text += "." + digits(Int.random(in: 1...25, using: &random)) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      text += Bool.random(using: &random) ? "e" : "E"
      text += ["", "+", "-"].randomElement(using: &random) ?? ""
      text += "\(Int.random(in: 0...330, using: &random))"
    }
    return text
  }
}
