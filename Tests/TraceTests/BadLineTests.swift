import JSON
import Testing

@testable import Trace

@Suite struct BadLineTests {
  @Test(arguments: ["", " ", "\t\r"])
  func anEmptyLineIsBad(line: String) throws {
    #expect(try reason(line) == .empty)
  }

  @Test func theFinalLineFeedIsNoLine() throws {
    let reading = try readAll(trace(#"{"t":1,"mag":[1,2,3]}"#))
    #expect(reading.skipped.total == 0)
    #expect(reading.lines == 2)
  }

  @Test(arguments: [
    "garbage", "[1,2,3]", "42", "\"t\"", #"{"t":1,"mag":[NaN,1,2]}"#, #"{"t":NaN,"mag":[1,2,3]}"#,
    #"{"t":1,"mag":[1,2,3],}"#, #"{"t":1,"mag":[1,2,3]} x"#, #"{"t":1,"mag":[1,2,1e400]}"#,
    #"{"t":1,"mag":[1,2,3"#, #"{"t":1 "mag":[1,2,3]}"#, #"{"t":1,"mag":[Infinity,0,0]}"#,
    #"{"t":01,"mag":[1,2,3]}"#, #"{'t':1}"#, #"{"t":1,"mag":[1,2,3],"truth_q":[}"#, "\0\0\0\0",
    #"{"t":1,"mag":[1,2,3]}{"t":2,"mag":[1,2,3]}"#,
  ])
  func whatIsNotAJSONObjectIsNotASample(line: String) throws {
    let reason = try #require(try reason(line))
    guard case .notJSON = reason else {
      Issue.record("\(line): \(reason)")
      return
    }
  }

  @Test func theColumnOfTheFirstWrongByteIsNamed() throws {
    let found = try reason(#"{"t":1,"mag":[1,2,oops]}"#)
    #expect(found == .notJSON(.unexpected(column: 19, expected: "a number")))
  }

  @Test func brokenUTF8InAStringIsNotJSON() throws {
    let head = Array("{\"trace\":1}\n{\"t\":1,\"mag\":[1,2,3],\"chip\":\"".utf8)
    let reading = try readAll(head + [0xC3, 0x28] + Array("\"}\n".utf8))
    #expect(reading.skipped.first.map(\.reason) == [.notJSON(.badString(column: 29))])
  }

  @Test func hostileNestingIsABadLine() throws {
    let deep = String(repeating: "[", count: 5000)
    let found = try reason(#"{"t":1,"mag":[1,2,3],"x":"# + deep)
    #expect(found.map { $0.kind } == .notJSON)
  }

  @Test(arguments: [#"{"mag":[1,2,3]}"#, "{}", #"{"T":1,"mag":[1,2,3]}"#, #"{"truth_t":1}"#])
  func aLineWithoutTimeIsBad(line: String) throws {
    #expect(try reason(line) == .noTime)
  }

  @Test(arguments: ["-0.000001", "-1", "10000000.000001", "1e300", "-1e300"])
  func aTimeOutOfRangeIsBad(t: String) throws {
    #expect(try reason(#"{"t":\#(t),"mag":[1,2,3]}"#) == .timeOutOfRange)
  }

  @Test(arguments: [#""1""#, "null", "true", "[1]", "{}"])
  func aTimeThatIsNoNumberIsBad(t: String) throws {
    #expect(try reason(#"{"t":\#(t),"mag":[1,2,3]}"#) == .badValue(.time))
  }

  @Test(arguments: [
    "null", "1", "\"1,2,3\"", "{}", "[]", "[1]", "[1,2]", "[1,2,3,4]", "[1,2,null]", "[\"1\",2,3]",
    "[[1,2,3]]", "[1,[2],3]", "{\"x\":1,\"y\":2,\"z\":3}", "true", "[1,2,3,\"x\"]", "[1,2,1e300]",
    "[-1e300,0,0]",
  ])
  func whatIsNotThreePlausibleNumbersNamesItsKey(value: String) throws {
    for key in [TraceKey.magneticField, .acceleration, .angularRate] {
      #expect(try reason(#"{"t":1,"\#(key.rawValue)":\#(value)}"#) == .badValue(key))
    }
  }

  @Test(arguments: [
    (TraceKey.magneticField, "1000000"), (.acceleration, "10000"), (.angularRate, "1000"),
  ])
  func aVectorReachesItsLimitAndNotBeyond(key: TraceKey, limit: String) throws {
    #expect(try reason(#"{"t":1,"\#(key.rawValue)":[\#(limit),-\#(limit),0]}"#) == nil)
    for index in 0..<3 {
      var numbers = ["0", "0", "0"]
      numbers[index] = "-\(limit).1"
      let line = #"{"t":1,"\#(key.rawValue)":[\#(numbers.joined(separator: ","))]}"#
      #expect(try reason(line) == .badValue(key))
    }
  }

  @Test func theFirstWrongKeyIsTheOneThatIsNamed() throws {
    #expect(try reason(#"{"accel":[1],"t":-1,"mag":2}"#) == .badValue(.acceleration))
  }

  @Test func aKeyThatStandsTwiceIsBad() throws {
    #expect(try reason(#"{"t":1,"t":2,"mag":[1,2,3]}"#) == .repeatedKey(.time))
    #expect(try reason(#"{"t":1,"mag":[1,2,3],"mag":[1,2,3]}"#) == .repeatedKey(.magneticField))
    #expect(try reason(#"{"t":1,"fix":{"mode":1},"fix":{"mode":1}}"#) == .repeatedKey(.fix))
    #expect(try reason(#"{"t":1,"fix":{"mode":1,"mode":2}}"#) == .repeatedKey(.fixMode))
  }

  @Test func aKeyMayBeWrittenWithEscapes() throws {
    #expect(try reason(#"{"\u0074":1,"m\u0061g":[1,2]}"#) == .badValue(.magneticField))
  }

  @Test func nothingButTimeIsBad() throws {
    #expect(try reason(#"{"t":1}"#) == .nothingButTime)
  }

  @Test func aLineOfTheGreatestLengthIsReadAndALongerOneIsNot() throws {
    let start = #"{"t":1,"mag":[1,2,3],"x":""#
    let room = 65_536 - start.utf8.count - 2
    let longest = start + String(repeating: "x", count: room) + "\"}"
    #expect(try reason(longest) == nil)
    let tooLong = start + String(repeating: "x", count: room + 1) + "\"}"
    #expect(try reason(tooLong) == .tooLong)
    for count in [131_071, 131_072, 131_073, 1_000_000] {
      let reading = try readAll(
        trace(String(repeating: " ", count: count), #"{"t":1,"mag":[1,2,3]}"#))
      #expect(reading.skipped.first.map(\.reason) == [.tooLong])
      #expect(reading.items.map(\.line) == [3])
    }
  }

  @Test func aLongLastLineWithoutAnEndIsOneBadLine() throws {
    let bytes = Array("{\"trace\":1}\n".utf8) + [UInt8](repeating: 0x78, count: 300_000)
    let reading = try readAll(bytes)
    #expect(reading.skipped.first.map(\.reason) == [.tooLong])
    #expect(reading.lines == 2)
  }

  @Test func aLineCutOffAtTheEndIsNamedWhereverItIsCut() throws {
    let line = #"{"t":2.5,"mag":[1,-2,3e1],"moving":true,"s":"é"}"#
    let head = trace(#"{"t":1,"mag":[1,2,3]}"#)
    for count in 1..<line.utf8.count {
      let reading = try readAll(head + line.utf8.prefix(count))
      #expect(reading.items.count == 1)
      #expect(reading.skipped.first.map(\.reason) == [.cutOff], "cut at \(count)")
      #expect(reading.skipped.first.map(\.number) == [3])
    }
    // whole, only the line feed is missing: nothing can be lost inside the braces
    #expect(try readAll(head + line.utf8).items.count == 2)
  }

  @Test func everyReasonIsASentenceOfItsOwn() {
    let reasons: [BadLine] = [
      .empty, .notJSON(.unexpectedEnd), .cutOff, .tooLong, .noTime, .timeOutOfRange,
      .badValue(.magneticField), .badValue(.fixTime), .repeatedKey(.time), .nothingButTime,
      .duplicateTime(.angularRate), .severalInputs,
    ]
    #expect(Set(reasons.map { "\($0)" }).count == reasons.count)
    #expect(Set(reasons.map(\.kind)) == Set(SkippedLines.Kind.allCases))
    for reason in reasons { #expect(!"\(reason)".contains("\n")) }
    #expect("\(BadLine.badValue(.angularRate))".contains("\"gyro\""))
  }
}
