import BridgeFormats
import Quantities
import Randomness
import Testing
import Wire

@Suite struct NMEATests {
  private func lines(
    _ format: NMEAFormat, _ reading: Reading, isSimulated: Bool = false
  ) -> [String] {
    format.bytes(for: reading, isSimulated: isSimulated).text
      .split(separator: "\r\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  // From the manual of Navis NAVDP 4000 ("Sensors and Ref-Systems Raw Data"), and gpsd's NMEA page.
  @Test(
    arguments: [
      ("HETHS,316.70,E", 0x1A), ("HEHDM,311.40,M", 0x18),
      ("HCHDG,101.1,,,7.1,W", 0x3C),
    ] as [(String, UInt8)])
  func theChecksumIsThatOfPublishedSentences(body: String, checksum: UInt8) {
    #expect(nmeaChecksum(body.utf8) == checksum)
  }

  @Test func aGoodReadingGivesAllFiveSentences() throws {
    // The first is the example of gpsd's NMEA page, checksum included.
    #expect(
      lines(NMEAFormat(), try fullReading()) == [
        "$HCHDG,101.1,,,7.1,W*3C", "$HCHDM,101.1,M*28", "$HCHDT,94.0,T*14", "$HCTHS,94.0,A*16",
        "$HCROT,-30.0,A*33",
      ])
  }

  @Test func aRoundedHeadingStaysBelow360() throws {
    let format = NMEAFormat(sentences: [.hdm, .hdt])
    let reading = try fullReading(magnetic: 359.96, declination: -0.01)
    #expect(lines(format, reading).allSatisfy { $0.contains(",0.0,") }, "\(lines(format, reading))")
  }

  @Test func withoutDeclinationThereIsNoTrueHeadingAndNoVariation() throws {
    let reading = try fullReading(declination: nil)
    let sentences = lines(NMEAFormat(), reading).map { $0.prefix { $0 != "*" } }
    #expect(sentences == ["$HCHDG,101.1,,,,", "$HCHDM,101.1,M", "$HCROT,-30.0,A"])
  }

  @Test func aVariationThatRoundsToZeroHasASide() throws {
    let west = lines(NMEAFormat(sentences: [.hdg]), try fullReading(declination: -0.01))
    #expect(west.first?.hasPrefix("$HCHDG,101.1,,,0.0,W*") == true)
  }

  @Test func aRateThatRoundsToZeroHasNoSign() throws {
    var reading = try fullReading()
    reading.turnRateDegreesPerSecond = -0.0001
    #expect(lines(NMEAFormat(sentences: [.rot]), reading).first?.hasPrefix("$HCROT,0.0,A*") == true)
  }

  @Test(arguments: [Reading.Status.unavailable, .calibrating])
  func withoutACalibrationOrASensorNothingIsSent(status: Reading.Status) throws {
    #expect(lines(NMEAFormat(), try fullReading(status: status)).isEmpty)
    #expect(NMEAFormat().bytes(for: emptyReading, isSimulated: false).isEmpty)
    #expect(NMEAFormat().bytesWithoutReading.isEmpty)
  }

  // Its error contains nothing of another board's calibration, with which the heading may be wrong by any angle.
  @Test func whileNothingConfirmsTheCalibrationNoHeadingIsSent() throws {
    var reading = try fullReading(error: 1.5, status: .uncertain)
    #expect(!lines(NMEAFormat(), reading).isEmpty)
    reading.why = [.calibrationUnconfirmed]
    #expect(lines(NMEAFormat(), reading).isEmpty)
    // That of a magnetometer alone nothing can confirm.
    reading.source = .magnetometer
    #expect(!lines(NMEAFormat(), reading).isEmpty)
  }

  @Test(arguments: [(10.0, true), (10.001, false), (180, false)])
  func anErrorOverTheLimitIsNotSent(error: Double, isSent: Bool) throws {
    for status in [Reading.Status.uncertain, .interference] {
      let sent = lines(NMEAFormat(), try fullReading(error: error, status: status))
      #expect(sent.isEmpty != isSent)
    }
  }

  @Test func aHeadingWithoutAnErrorIsNotSent() throws {
    var reading = try fullReading()
    reading.error68Degrees = nil
    #expect(lines(NMEAFormat(), reading).isEmpty)
  }

  @Test func onRequestAnInvalidHeadingIsReportedWithoutAHeading() throws {
    let format = NMEAFormat(reportsInvalid: true)
    #expect(lines(format, try fullReading(status: .calibrating)) == ["$HCTHS,,V*12"])
    #expect(format.bytesWithoutReading.text == "$HCTHS,,V*12\r\n")
  }

  @Test func theModeTellsHeldAndSimulatedHeadings() throws {
    var reading = try fullReading(status: .interference)
    let format = NMEAFormat(sentences: [.ths])
    reading.source = .gyroHold
    #expect(lines(format, reading).first?.hasPrefix("$HCTHS,94.0,E*") == true)
    #expect(lines(format, reading, isSimulated: true).first?.hasPrefix("$HCTHS,94.0,S*") == true)
  }

  @Test func theTalkerIsTwoCapitalsAndNoMakersOwn() throws {
    let talker = try #require(NMEATalker(parsing: "II"))
    let format = NMEAFormat(talker: talker, sentences: [.hdm])
    #expect(lines(format, try fullReading()).first?.hasPrefix("$IIHDM,") == true)
    for text in ["", "H", "HCX", "hc", "H1", "PX", "É", "H\n", ",,"] {
      #expect(NMEATalker(parsing: text) == nil, "\(text)")
    }
  }

  // NMEA 0183: at most 82 characters with CR and LF, all of them printable ASCII.
  @Test func anyReadingGivesWellFormedSentences() throws {
    var generator = SeededGenerator(seed: 1)
    let extremes = [0.0, -0.0, 1e-300, 360 - 1e-9, 1e300, -1e300, .nan, .infinity, 89.95]
    for _ in 0..<5000 {
      func any() -> Double {
        Bool.random(using: &generator)
          ? extremes.randomElement(using: &generator) ?? 0
          : Double.random(in: -720...720, using: &generator)
      }
      let heading = any()
      var reading = try fullReading(
        magnetic: heading.isFinite ? heading : 1,
        declination: Double.random(in: -180...180, using: &generator))
      reading.turnRateDegreesPerSecond = any()
      for line in lines(NMEAFormat(reportsInvalid: true), reading) {
        #expect(line.utf8.count <= 80, "\(line)")
        #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(line)")
        let parts = line.dropFirst().split(separator: "*")
        #expect(UInt8(parts[1], radix: 16) == nmeaChecksum(parts[0].utf8), "\(line)")
        #expect(!line.contains("nan") && !line.contains("inf") && !line.contains("e"), "\(line)")
      }
    }
  }
}
