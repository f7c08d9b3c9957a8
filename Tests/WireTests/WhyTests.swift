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

  @Test func aSetKeepsAnotherOrderThanThatOfSeverity() {
    var set: WhySet = [.uncalibrated, .tilt, .warmingUp]
    set.reorder { $0.rawValue > $1.rawValue }
    #expect(Array(set) == [.warmingUp, .tilt, .uncalibrated] && set.first == .warmingUp)
    #expect(set != [.uncalibrated, .tilt, .warmingUp])
    set.append(.tilt)
    #expect(set.count == 3 && set.description == "[warming_up, tilt, uncalibrated]")
  }

  @Test func aSetHasRoomForEveryReason() {
    var set = WhySet()
    for why in Why.allCases.reversed() { set.append(why) }
    #expect(Array(set) == Why.allCases.reversed())
    #expect(Why.allCases.allSatisfy { set.contains($0) })
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
