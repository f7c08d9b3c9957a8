import Glibc
import JSON
import Randomness
import Testing

@Suite struct FixedDecimalsTests {
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    var writer = JSONWriter()
    writer.number(value, fixedDecimals: decimals)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func trimmed(_ value: Double, _ decimals: Int) -> String {
    var writer = JSONWriter()
    writer.number(value, decimals: decimals)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (0, 0, "0"), (0, 3, "0.000"), (7, 2, "7.00"), (-7, 1, "-7.0"), (117.4, 2, "117.40"),
      (0.5, 0, "1"), (-0.5, 0, "-1"), (2.5, 0, "3"), (0.125, 2, "0.13"), (-0.125, 2, "-0.13"),
      (359.9996, 3, "360.000"), (1e-12, 12, "0.000000000001"), (-1e-12, 12, "-0.000000000001"),
      (359.999999999999, 12, "359.999999999999"), (1_000_000, 6, "1000000.000000"),
      (8999.999, 12, "8999.999000000000"), (8_999_999_999_999_999, 0, "8999999999999999"),
      (0.05, 1, "0.1"), (10.01, 3, "10.010"),
    ] as [(Double, Int, String)])
  func everyDecimalIsWritten(value: Double, decimals: Int, expected: String) {
    #expect(fixed(value, decimals) == expected)
  }

  @Test(arguments: [-0.0, -1e-13, -0.0004, -Double.leastNonzeroMagnitude])
  func thereIsNoNegativeZero(value: Double) {
    #expect(fixed(value, 3) == "0.000")
    #expect(fixed(value, 0) == "0")
  }

  @Test func twelveDecimalsMayBeTrimmedToo() {
    #expect(trimmed(1e-12, 12) == "0.000000000001")
    #expect(trimmed(359.5, 12) == "359.5")
    #expect(trimmed(-1e-13, 12) == "0")
  }

  // 1.0005 is 1.000499999999999989… as a double, and its product with 1000 rounds to 1000.5.
  @Test(
    arguments: [
      (1.0005, 3, "1.000"), (-1.0005, 3, "-1.000"), (1.005, 2, "1.00"), (0.285, 2, "0.28"),
      (-0.285, 2, "-0.28"), (1.0015, 3, "1.002"),
    ] as [(Double, Int, String)])
  func aProductThatRoundsToAHalfIsRoundedByItsExactValue(
    value: Double, decimals: Int, expected: String
  ) {
    #expect(fixed(value, decimals) == expected)
    #expect(printed(value, decimals) == expected, "the C library agrees")
  }

  @Test func textsAreThoseOfTheCLibraryButForHalves() {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<50_000 {
      let decimals = Int.random(in: 0...12, using: &random)
      let value = Self.value(decimals, &random)
      let expected = printed(value, decimals)
      // printf rounds a half that is exact to even, and writes -0
      if isHalf(value, decimals) || Double(expected) == 0 { continue }
      #expect(fixed(value, decimals) == expected, "\(value), \(decimals)")
    }
  }

  @Test func aWrittenNumberIsWithinHalfOfItsLastPlace() throws {
    var random = SeededGenerator(seed: 24)
    for _ in 0..<50_000 {
      let decimals = Int.random(in: 0...12, using: &random)
      let value = Self.value(decimals, &random)
      let text = fixed(value, decimals)
      let back = strtod(text, nil)
      let unit = pow(10, -Double(decimals))
      // reading the text rounds once more
      #expect(abs(back - value) <= unit / 2 + value.ulp / 2, "\(value) became \(text)")
      let places = text.split(separator: ".").dropFirst().first?.count ?? 0
      #expect(places == decimals, "\(text)")
    }
  }

  @Test func trimmingRemovesOnlyZeros() {
    var random = SeededGenerator(seed: 25)
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 1...12, using: &random)
      let value = random.rounded(-100...100, decimals: Int.random(in: 0...decimals, using: &random))
      var text = Substring(fixed(value, decimals))
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
      #expect(trimmed(value, decimals) == text)
    }
  }

  /// As large as that many decimals allow, often small, often one with few digits of its own.
  private static func value(_ decimals: Int, _ random: inout SeededGenerator) -> Double {
    let limit = min(1e9, 8.9e15 / pow(10, Double(decimals)))
    let size = limit * pow(10, random.double(-9...0))
    if Bool.random(using: &random) { return random.double(-size...size) }
    return random.rounded(-min(size, 1e4)...min(size, 1e4), decimals: min(decimals + 1, 10))
  }

  /// Whether the double itself, not its text, lies in the middle of two numbers of those decimals.
  private func isHalf(_ value: Double, _ decimals: Int) -> Bool {
    let digits = printed(value, 1100).split(separator: ".").last ?? ""
    let rest = digits.dropFirst(decimals)
    return rest.first == "5" && rest.dropFirst().allSatisfy { $0 == "0" }
  }

  private func printed(_ value: Double, _ decimals: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 1500)
    let count = withVaList([Int32(decimals), value]) {
      vsnprintf(&buffer, buffer.count, "%.*f", $0)
    }
    return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
