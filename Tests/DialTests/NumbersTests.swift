import Testing

@testable import Dial

struct NumbersTests {
  @Test(arguments: [
    (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.25, 2, "-1.25"), (9.996, 2, "10.00"), (1e300, 1, "?"),
    (Double.nan, 0, "?"), (2.5, 0, "3"), (0.05, 2, "0.05"),
  ])
  func aNumberHasFixedDecimals(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(fixed(value, decimals) == text)
  }

  @Test func anAzimuthNeverReads360() {
    #expect(azimuthText(359.94) == "359.9")
    #expect(azimuthText(359.96) == "0.0")
  }

  @Test func theRateIsMeasuredOverTheLastTwoSeconds() {
    var meter = RateMeter()
    #expect(meter.hertz == nil)
    for step in 0...100 { meter.arrived(at: Double(step) / 10) }
    #expect(meter.hertz.map { abs($0 - 10) < 1e-9 } == true)
    for step in 1...500 { meter.arrived(at: 10 + Double(step) / 1000) }
    #expect(meter.hertz.map { abs($0 - 1000) < 1e-6 } == true)
    meter.arrived(at: 0)
    #expect(meter.hertz == nil)
  }
}
