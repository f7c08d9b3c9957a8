import NIOCore
import Testing

@testable import PageServer

/// From the daemon's lines to server-sent events.
struct StreamTests {
  @Test func eachLineIsOneEventHoweverItIsCut() throws {
    let lines = #"{"type":"hello"}"# + "\n" + #"{"type":"reading","seq":1}"# + "\n"
    let expected = "data: {\"type\":\"hello\"}\n\ndata: {\"type\":\"reading\",\"seq\":1}\n\n"
    for cut in 0...lines.utf8.count {
      var framer = EventFramer()
      let bytes = Array(lines.utf8)
      var events = try framer.events(of: ByteBuffer(bytes: bytes[..<cut]))
      events.writeImmutableBuffer(try framer.events(of: ByteBuffer(bytes: bytes[cut...])))
      #expect(String(buffer: events) == expected, "cut at \(cut)")
    }
  }

  @Test func aLineWithoutEndIsRefused() {
    var framer = EventFramer()
    let bytes = ByteBuffer(repeating: UInt8(ascii: "x"), count: 65_537)
    #expect(throws: LineTooLong.self) { try framer.events(of: bytes) }
  }

  @Test(arguments: ["0", "61", "-1", "1e1", "", "60.5", "٦"])
  func aRateThatIsNoneIsRefused(_ text: String) { #expect(StreamRequest(rate: text) == nil) }

  @Test func withoutARateThePageGets60HertzAndElseWhatItAskedFor() {
    #expect(StreamRequest(rate: nil)?.rate == 60)
    #expect(StreamRequest(rate: "20")?.line.contains(#""reading":{"rate_hz":20}"#) == true)
  }

  @Test func wordsAboutAMissingDaemonStayOneLineOfJSON() {
    let event = WebMessage.absent("no \"daemon\"\n\tat C:\\x").event
    #expect(
      String(buffer: event)
        == #"data: {"type":"web","daemon":"absent","message":"no \"daemon\"\n at C:\\x"}"# + "\n\n")
  }
}
