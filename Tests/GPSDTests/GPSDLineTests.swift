import JSON
import Testing

@testable import GPSD

/// What of gpsd's lines is handed on to libgps, and what libgps makes of it.
struct GPSDLineTests {
  private func line(_ text: String) throws -> GPSDLine { try GPSDLine(Array(text.utf8)[...]) }

  private func report(_ text: String) throws -> FixReport? {
    guard case .report(let text) = try line(text) else { return nil }
    return TPVDecoder().report(text)
  }

  /// A line of gpsd 3.22 with a u-blox receiver.
  private static let genuine = #"""
    {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-11-22T16:52:44.000Z","leapseconds":18,"ept":0.005,"lat":-33.868812345,"lon":151.209312345,"altHAE":78.1230,"altMSL":58.0120,"alt":58.0120,"epx":3.100,"epy":4.200,"epv":9.700,"track":350.0000,"magtrack":337.3000,"magvar":12.7,"speed":5.000,"climb":-0.100,"eps":8.4,"epc":19.4,"ecefx":-4646050.12,"velN":4.924,"geoidSep":20.111,"eph":7.600,"sep":12.160}
    """#

  @Test func ofAReportTheMembersThatAreUsedAreWrittenAnew() throws {
    guard case .report(let text) = try line(Self.genuine + "\r") else {
      Issue.record("not a report")
      return
    }
    #expect(text.device == "/dev/ttyACM0")
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == #"{"class":"TPV","mode":3,"time":"2026-11-22T16:52:44.000Z","lat":-33.868812345,"#
        + #""lon":151.209312345,"altHAE":78.1230,"epx":3.100,"epy":4.200,"track":350.0000,"#
        + #""speed":5.000,"eph":7.600}"#)
  }

  @Test func libgpsMakesTheNumbersOfIt() throws {
    // date -u -d 2026-11-22T16:52:44 +%s
    #expect(
      try report(Self.genuine)
        == FixReport(
          mode: 3, utcMicroseconds: 1_795_366_364_000_000, latitude: -33.868812345,
          longitude: 151.209312345, altitudeMetres: 78.123, errorMetres: 7.6, trackDegrees: 350,
          speedMetresPerSecond: 5))
  }

  @Test func whatTheReportBeforeSaidIsNotCarriedOn() throws {
    let decoder = TPVDecoder()
    guard case .report(let full) = try line(Self.genuine),
      case .report(let empty) = try line(#"{"class":"TPV","mode":1}"#)
    else {
      Issue.record("not reports")
      return
    }
    _ = decoder.report(full)
    #expect(decoder.report(empty) == FixReport(mode: 1))
  }

  // RFC 8259: members come in any order, with white space between.
  @Test func theClassMayComeLastAndWithBlanks() throws {
    #expect(try report(#" { "mode" : 2 , "class" : "TPV" } "#) == FixReport(mode: 2))
  }

  @Test(arguments: ["VERSION", "DEVICES", "DEVICE", "WATCH", "SKY", "ERROR", "GST", "TOFF", "new"])
  func otherClassesOnlyShowThatGPSDIsThere(_ name: String) throws {
    #expect(try line(#"{"class":"\#(name)","mode":3,"time":5,"device":[]}"#) == .other)
  }

  // The review of the first client, which this line sent into an endless loop.
  @Test func theLineThatHungLibgpsIsRefused() {
    let bad =
      #"{"class":"SKY","device":"/dev/ttyS0","xdop":0.8,"satellites":[{"PRN":1,"el":45.0"#
      + #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"lat":1.0,"lon":2.0}"# + "\r"
    #expect(throws: GPSDLineError.self) { try line(bad) }
  }

  @Test(arguments: [
    "", "\r", "[]", "null", "HTTP/1.1 400 Bad Request", #"{"class":"TPV""#, #"{"class":"TPV"}}"#,
    #"{"class":"TPV","lat":1e999}"#, #"{"class":"TPV","lat":01}"#, #"{"class":"TPV","lat":NaN}"#,
    "{\"class\":\"TPV\",\"device\":\"\u{1}\"}", #"{"class":"TPV","device":"\ud800"}"#,
    #"{"class":"TPV","x":"# + String(repeating: "[", count: 5000),
  ])
  func whatIsNotOneObjectOfJSONIsRefused(_ text: String) {
    #expect { try line(text) } throws: { error in
      if case .notJSON? = error as? GPSDLineError { true } else { false }
    }
  }

  @Test func brokenUTF8IsRefused() {
    let bytes = Array(#"{"class":"TPV","device":"a"}"#.utf8).map {
      $0 == UInt8(ascii: "a") ? 0xFF : $0
    }
    #expect(throws: GPSDLineError.self) { try GPSDLine(bytes[...]) }
  }

  @Test func anObjectWithoutAClassIsRefused() {
    #expect(throws: GPSDLineError.noClass) { try line("{}") }
    #expect(throws: GPSDLineError.noClass) { try line(#"{"mode":3}"#) }
  }

  @Test(arguments: ["class", "device", "mode", "lat", "time"])
  func aReportWithAMemberTwiceIsRefused(_ name: String) {
    let text = #"{"class":"TPV","device":"a","mode":3,"lat":1,"time":"","\#(name)":"TPV"}"#
    #expect(throws: GPSDLineError.repeated(member: name)) { try line(text) }
  }

  @Test(arguments: ["5", "\"\"", "[\"a\"]", "\"" + String(repeating: "a", count: 128) + "\""])
  func aReceiversNameHasOneTo127Bytes(_ name: String) {
    #expect(throws: GPSDLineError.badDevice) { try line(#"{"class":"TPV","device":\#(name)}"#) }
  }

  // A value of another kind says nothing, and costs nothing but itself.
  @Test(arguments: [
    #""lat":"1""#, #""lat":null"#, #""lat":[1]"#, #""lat":{"a":1}"#, #""lat":true"#,
    #""lat":0.00000000000000000000000000000000000001"#, #""time":5"#, #""time":"now""#,
    #""time":"2026-11-22T16:52:44""#, #""time":"2026-11-22T16:52:44.0000000001Z""#,
    #""time":"2026-11-22T16:52:44.Z""#, #""time":"\u0032026-11-22T16:52:44Z""#, #""alt":5"#,
    #""unknown":{"class":"TPV","mode":0}"#,
  ])
  func aValueOfAnotherKindIsLeftOut(_ member: String) throws {
    #expect(
      try report(#"{"class":"TPV",\#(member),"mode":3,"lon":5}"#)
        == FixReport(mode: 3, longitude: 5))
  }

  @Test(arguments: ["4", "3.0", "-1", "\"3\"", "30", "3e0"])
  func aModeThatGPSDDoesNotHaveIsNone(_ mode: String) throws {
    #expect(try report(#"{"class":"TPV","mode":\#(mode),"lat":1}"#) == nil)
  }
}
