import Foundation
import HeadingCheck
import Quantities
import Testing
import Wire

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct TurnCheckTests {
  private func marks(isTrue: Bool = true, field: Double? = nil) -> [HeadingSight] {
    (0..<8).map { number in
      HeadingSight(
        degrees: Double(number) * 45, isTrue: isTrue, error68: 1 + Double(number) / 10,
        fieldDegrees: field.map { Double(number) * 45 + $0 })
    }
  }

  private func texts(_ certificate: String) throws -> [String] {
    try XMLDocument(xmlString: certificate).nodes(forXPath: "//*[name()='text']")
      .compactMap(\.stringValue)
  }

  @Test func theLargestPromiseCountsAndTheFieldHasACurveOfItsOwn() throws {
    let check = try TurnCheck(marks(field: 3), first: 0)
    #expect(check.promised == 1.7 && check.isTrue && check.agrees)
    #expect(check.curve.a == 0 && check.fieldCurve?.a == 3)
    #expect(check.result.kind == .turn && check.result.agrees)
    var some = marks(field: 3)
    some[4].fieldDegrees = nil
    #expect(try TurnCheck(some, first: 0).fieldCurve == nil)
  }

  // A mount that is a quarter turn off is a constant error, which the first mark alone shows.
  @Test func aResultWithoutTheFirstMarkSaysThatItLacksTheConstantError() throws {
    var sights = marks()
    for number in sights.indices {
      sights[number].degrees = Azimuth<TrueNorth>(degrees: sights[number].degrees + 90).degrees
    }
    let unknown = try TurnCheck(sights, first: nil).result
    #expect(unknown.agrees && unknown.isConstantUnknown)
    let known = try TurnCheck(sights, first: 0).result
    #expect(!known.agrees && !known.isConstantUnknown)
  }

  // One of eight errors shifts the curve by 5/8 of itself, so the curve is within twice the error of both.
  @Test func oneMarkThatIsFarOffDisagrees() throws {
    var sights = marks()
    sights[2].degrees += 20
    let check = try TurnCheck(sights, first: 0)
    #expect(abs(check.curve.worst.error) < 2 * check.curve.residual)
    #expect(!check.agrees)
    // The curve leaves 1.9°, and 5.5° are more than twice the root of 1.7² + 1.9².
    sights[2].degrees = 95.5
    #expect(try !TurnCheck(sights, first: 0).agrees)
    sights[2].degrees = 92
    #expect(try TurnCheck(sights, first: 0).agrees)
  }

  // Hard iron of 0.7 of the horizontal field along the device: up to asin 0.7 = 44°.
  @Test func aFieldThatIsFarOffIsShownAndNoReasonToRefuseTheTurn() throws {
    var sights = marks(field: 0)
    for (number, sight) in sights.enumerated() {
      let heading = sight.degrees.inRadians
      let azimuth = atan2(sin(heading), cos(heading) + 0.7).inDegrees
      sights[number].fieldDegrees = Azimuth<TrueNorth>(degrees: azimuth).degrees
    }
    let check = try TurnCheck(sights, first: 0)
    #expect(check.agrees && abs(check.curve.worst.error) < 0.01)
    #expect(abs(try #require(check.fieldCurve).worst.error) > 22.5)
    var back = sights
    for number in back.indices { back[number].degrees = Double((8 - number) % 8) * 45 }
    #expect(throws: DeviationRefusal.self) { try TurnCheck(back, first: 0) }
  }

  @Test func headingsFromTwoNorthsAndTheFirstMarkAgainstMagneticNorthAreRefused() {
    var mixed = marks()
    mixed[3].isTrue = false
    #expect(throws: DeviationRefusal.northsDiffer) { try TurnCheck(mixed, first: nil) }
    #expect(throws: DeviationRefusal.noTrueHeading) {
      try TurnCheck(marks(isTrue: false), first: 0)
    }
    #expect(throws: DeviationRefusal.wrongCount(0)) { try TurnCheck([], first: nil) }
  }

  @Test func theCertificateSaysWhatItDoesNotShow() throws {
    let known = try TurnCheck(marks(), first: 0)
    let unknown = try TurnCheck(marks(), first: nil)
    #expect(unknown.limits.count == known.limits.count + 1)
    let shown = try texts(unknown.certificate(CheckedDevice(), date: "2026-11-25"))
      .joined(separator: " ")
    for sentence in unknown.limits { #expect(shown.contains(sentence), "\(sentence)") }
    #expect(shown.contains("2026-11-25") && shown.contains("no calibration"))
  }

  // A line of 92 characters fits: the widest of the usual fonts, DejaVu Sans, has some 6.5 units a character at 12 units.
  @Test func noLineOfTheCertificateIsWiderThanThePictureAndTextIsNoMarkup() throws {
    var device = CheckedDevice()
    device.place = try Coordinates(latitude: 51.5074, longitude: -0.1278)
    device.chips = ["<script>alert(1)</script> & " + String(repeating: "x", count: 200)]
    let certificate = try TurnCheck(marks(field: 3), first: nil)
      .certificate(device, date: "2026-11-25")
    let lines = try texts(certificate)
    #expect(lines.allSatisfy { $0.count <= 92 })
    #expect(lines.joined().contains("<script>alert(1)</script> &"))
    #expect(!certificate.contains("<script"))
    #expect(lines.contains("Place: latitude 51.51°, longitude -0.13°"))
    let picture = try XMLDocument(xmlString: certificate)
    func numbers(_ path: String) throws -> [Double] {
      try picture.nodes(forXPath: path).compactMap { Double($0.stringValue ?? "") }
    }
    let height = try #require(try numbers("/*/@height").first)
    let lowest = try #require(try numbers("//*[name()='text']/@y").max())
    #expect(lowest < height)
  }
}
