import JSON
import Testing

@Suite struct JSONValueTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8)[...])
  }

  @Test func keepsKindsAndOrder() throws {
    let value = try parse(#"{"b":[1,"x",null,true],"a":{"c":-2.5e3},"e":{},"f":[]}"#)
    #expect(value.members?.map(\.key) == ["b", "a", "e", "f"])
    #expect(value["b"]?.array == [.number(1), .string("x"), .null, .bool(true)])
    #expect(value["a"]?["c"]?.number == -2500)
    #expect(value["e"] == .object([]))
    #expect(value["f"] == .array([]))
    #expect(value["nowhere"] == nil)
    #expect(value.number == nil && value.string == nil && value.bool == nil && value.array == nil)
  }

  @Test func ofTwoMembersWithOneKeyTheFirstIsFound() throws {
    #expect(try parse(#"{"a":1,"a":2}"#)["a"] == .number(1))
  }

  // RFC 8259 §7: the two-character escapes, \uXXXX in both cases, and surrogate pairs.
  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\0"),
    (#""\u00e9\u00E9""#, "éé"), (#""\uD834\uDD1E""#, "\u{1D11E}"),
    (#""\u0645\u0643\u0629""#, "مكة"),
    (#""مكة""#, "مكة"), (#""\uFFFF""#, "\u{FFFF}"), (#""\udbff\udfff""#, "\u{10FFFF}"),
    (#""""#, ""),
    ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
  ])
  func escapesAreResolved(text: String, expected: String) throws {
    #expect(try parse(text) == .string(expected))
  }

  @Test(arguments: [
    #""\uD834""#, #""\uDD1E""#, #""\uD834\u0041""#, #""\uD834x""#, #""\u12G4""#, #""\u12""#,
    #""\x41""#, #""\"#, "\"\n\"", "\"\u{1F}\"", "'a'", #""a"#, #""\u+123""#, #""\U0041""#,
  ])
  func brokenStringsAreRefused(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test(arguments: [
    "", " ", "{", "}", "[", "]", "{]", "[}", "[1,]", "[,1]", "[1,,2]", "{\"a\":1,}", "{,\"a\":1}",
    "{\"a\"}", "{\"a\":}", "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}", "[1 2]", "1 2", "{}{}", "nul",
    "nulll", "True", "tru", "truefalse", "[1]]", "// x\n1", "\u{FEFF}1", "{\"a\":NaN}",
    "[Infinity]",
    "\u{A0}1", "\u{0B}1", "[1]\0",
  ])
  func aTextThatIsNotExactlyOneValueIsRefused(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test func whiteSpaceOfAllFourKindsIsAllowedAroundEverything() throws {
    let text = " \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n} \t\r\n"
    #expect(try parse(text)["a"] == .array([.number(1), .number(2)]))
  }

  @Test func deepValuesAreRefusedAndDoNotCrash() {
    let deep = String(repeating: "{\"a\":[", count: 50_000)
    #expect(throws: JSONError.self) { try parse(deep) }
  }

  @Test func everyErrorIsOneClearLine() {
    let errors: [JSONError] = [
      .unexpectedEnd, .unexpected(column: 3, expected: "':'"), .badNumber(column: 4),
      .badString(column: 5), .tooDeep(column: 6),
    ]
    #expect(Set(errors.map { "\($0)" }).count == errors.count)
    for error in errors { #expect(!"\(error)".contains("\n")) }
    #expect("\(errors[1])" == "expected ':' at column 3")
  }
}
