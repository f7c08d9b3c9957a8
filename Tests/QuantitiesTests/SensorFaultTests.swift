import Quantities
import Testing

struct SensorFaultTests {
  // Codes stand in messages and recordings: they never change.
  @Test func theCodesAreThoseOfTheProtocol() {
    #expect(
      SensorFault.allCases.map(\.rawValue) == [
        "stuck", "saturated", "silent", "all_zero", "all_ones", "configuration_lost",
        "not_the_chip", "no_firmware", "not_ready", "bus",
      ])
  }

  // They follow `it` or a name, and stand before `; ` or a full stop.
  @Test(arguments: SensorFault.allCases)
  func predicateAndAdviceAreClauses(_ fault: SensorFault) {
    for clause in [fault.predicate, fault.advice] {
      #expect(clause.first?.isLowercase == true && clause.last != ".", "\(clause)")
    }
  }
}
