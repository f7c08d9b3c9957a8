import Quantities
import Testing
import Wire

struct WhyTests {
  @Test func everyReasonHasACodeOfItsOwn() {
    let codes = Set(Why.allCases.map(\.code.description))
    #expect(codes.count == Why.allCases.count)
    for why in Why.allCases { #expect(Why(code: why.code.description) == why) }
    #expect(Why(code: "of_tomorrow") == nil)
  }

  @Test func everyReasonHasASentenceAndAdvice() {
    for why in Why.allCases {
      #expect(why.sentence.hasSuffix("."))
      #expect(why.advice.hasSuffix("."))
    }
  }

  @Test func aSetIsOrderedBySeverityNotByInsertion() {
    let set: WhySet = [.warmingUp, .tilt, .uncalibrated, .tilt]
    #expect(Array(set) == [.uncalibrated, .tilt, .warmingUp])
    #expect(set.first == .uncalibrated)
    #expect(WhySet().first == nil)
  }

  // The words of a fault stand once, in `SensorFault`.
  @Test func aFaultOfTheMagnetometerHasItsWords() {
    let reasons = SensorFault.allCases.compactMap { Why($0) }
    #expect(
      reasons == [.sensorStuck, .sensorSaturated, .sensorAllZero, .sensorAllOnes, .busError])
    for fault in SensorFault.allCases {
      guard let why = Why(fault) else { continue }
      #expect(why.sentence == "The magnetometer \(fault.predicate).")
      #expect(why.advice.lowercased() == "\(fault.advice.lowercased()).")
    }
  }
}
