import JSON
import Testing

@Suite struct JSONScannerTests {
  private func scanner(_ text: String) -> JSONScanner { JSONScanner(Array(text.utf8)[...]) }

  @Test func readsAnObjectMemberByMember() throws {
    var scanner = scanner(#" { "t" : 1.5 , "on":true,"name":"Kaaba","list":[1,[],{}],"no":null} "#)
    var keys: [String?] = []
    try scanner.beginObject()
    while let key = try scanner.nextKey(first: keys.isEmpty) {
      keys.append(key.text)
      switch key {
      case "t": #expect(try scanner.number() == 1.5)
      case "on": #expect(try scanner.bool())
      case "name": #expect(try scanner.string() == "Kaaba")
      default: try scanner.skipValue()
      }
    }
    try scanner.end()
    #expect(keys == ["t", "on", "name", "list", "no"])
  }

  @Test func aScannerStartsAtItsSliceAndCountsColumnsFromThere() throws {
    let bytes = Array("xxxxx[1]yyyyy".utf8)
    var scanner = JSONScanner(bytes[5..<8])
    try scanner.beginArray()
    #expect(try scanner.nextElement(first: true))
    #expect(scanner.column == 2)
    #expect(try scanner.number() == 1)
    #expect(try !scanner.nextElement(first: false))
    try scanner.end()
  }

  @Test func comparesAKeyByWhatItMeans() throws {
    var scanner = scanner(#"{"m\u0061g":1}"#)
    try scanner.beginObject()
    let key = try #require(try scanner.nextKey(first: true))
    #expect("mag" ~= key)
    #expect(!("m\\u0061g" ~= key))
    #expect(key.text == "mag")
  }

  @Test(arguments: [
    "", "   ", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[", "[1", "[1,", "\"", "\"a\\",
  ])
  func aTextThatEndsInsideAValueIsReportedAsSuch(text: String) {
    var scanner = scanner(text)
    #expect(throws: JSONError.unexpectedEnd) { try scanner.skipValue() }
  }

  @Test func anErrorNamesTheColumnAndWhatWasExpected() {
    var object = scanner(#"{"a" 1}"#)
    #expect(throws: JSONError.unexpected(column: 6, expected: "':'")) { try object.skipValue() }
    var members = scanner(#"{"a":1;"b":2}"#)
    #expect(throws: JSONError.unexpected(column: 7, expected: "',' or '}'")) {
      try members.skipValue()
    }
    var array = scanner("[1 2]")
    #expect(throws: JSONError.unexpected(column: 4, expected: "',' or ']'")) {
      try array.skipValue()
    }
    var number = scanner("[1, 02]")
    #expect(throws: JSONError.badNumber(column: 5)) { try number.skipValue() }
    var string = scanner("[ \"\\x\"]")
    #expect(throws: JSONError.badString(column: 3)) { try string.skipValue() }
    var rest = scanner("1 x")
    #expect(throws: JSONError.unexpected(column: 3, expected: "the end of the line")) {
      try rest.skipValue()
      try rest.end()
    }
  }

  @Test func skippedStringsAreValidated() {
    let broken: [[UInt8]] = [
      Array(#"{"\q":1}"#.utf8), Array(#"{"\ud800":1}"#.utf8), Array(#"["\u12"]"#.utf8),
      [0x5B, 0x22, 0xFF, 0x22, 0x5D], [0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D],
      [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D], [0x5B, 0x22, 0x09, 0x22, 0x5D],
    ]
    for bytes in broken {
      var scanner = JSONScanner(bytes[...])
      #expect(throws: JSONError.self, "\(bytes)") { try scanner.skipValue() }
    }
  }

  @Test func nestingIsAllowedToTheLimitAndNoDeeper() throws {
    let limit = JSONScanner.maximumDepth
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    var deep = scanner(nested(limit))
    try deep.skipValue()
    try deep.end()
    var tooDeep = scanner(nested(limit + 1))
    #expect(throws: JSONError.tooDeep(column: limit + 1)) { try tooDeep.skipValue() }
    var hostile = scanner(String(repeating: "[{\"a\":", count: 100_000))
    #expect(throws: JSONError.self) { try hostile.skipValue() }
    // siblings are not depth
    var wide = scanner("[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]")
    try wide.skipValue()
  }

  @Test func nullIsReadAsItsOwnKind() throws {
    var good = scanner(" null")
    try good.null()
    try good.end()
    var cut = scanner("nul")
    #expect(throws: JSONError.self) { try cut.null() }
    var wrong = scanner("maybe")
    #expect(throws: JSONError.unexpected(column: 1, expected: "true or false")) {
      try wrong.bool()
    }
  }
}
