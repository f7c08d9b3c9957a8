import Quantities
import Testing
import Wire

@testable import Dial

struct PlainLinesTests {
  private let reading = Samples.reading(heading: 117.42, pointer: -1.32)

  @Test func aReadingIsOnePlainLine() {
    var lines = PlainLines(style: Samples.colour)
    #expect(
      lines.update(reading, at: 0)
        == "heading 117.4° true (ESE) ±2.4°  Qibla 1.3° left  accurate")
  }

  @Test func withoutADeclinationTheLineSaysMagneticAndWhy() {
    var lines = PlainLines(style: Samples.ascii)
    var reading = Samples.reading(
      heading: 120, pointer: nil, status: .uncertain, why: [.noDeclination])
    reading.headingTrue = nil
    #expect(
      lines.update(reading, at: 0)
        == "heading 117.1 deg magnetic (ESE) +-2.4 deg  Qibla unknown  uncertain  "
        + Why.noDeclination.sentence)
  }

  @Test func thereIsOneLineAnInterval() {
    var lines = PlainLines(intervalSeconds: 1, style: Samples.plain)
    let printed = (0..<40).filter { lines.update(reading, at: Double($0) / 10) != nil }
    #expect(printed == [0, 10, 20, 30])
    var every = PlainLines(intervalSeconds: 0, style: Samples.plain)
    #expect((0..<5).allSatisfy { every.update(reading, at: Double($0) / 10) != nil })
  }

  @Test func eventsAndKindsOfDataAreLines() {
    var lines = PlainLines(style: Samples.plain)
    let event = Event(sequence: 1, time: Timestamp(microseconds: 0), name: .aligned)
    #expect(lines.update(event) == "event    on the Qibla")
    let hello = Hello(version: "1", runID: "r", replay: true, simulated: false)
    #expect(lines.update(hello) == "REPLAY data: not a live sensor")
    #expect(lines.update(Hello(version: "1", runID: "r", replay: false, simulated: false)) == nil)
  }

  @Test func silenceIsReportedOnce() {
    var lines = PlainLines(style: Samples.plain)
    #expect(lines.tick(at: 5) == nil)
    _ = lines.update(reading, at: 6)
    #expect(lines.tick(at: 6.5) == nil)
    #expect(lines.tick(at: 8) == "no reading for 2 s")
    #expect(lines.tick(at: 9) == nil)
  }
}
