import Quantities
import Testing

@testable import qiblad

struct SamplingPauseTests {
  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: 5_000_000 + Int64(seconds * 1e6))
  }

  @Test func itBeginsOnlyAfterTheWholeTimeWithoutANeed() {
    var pause = SamplingPause(after: .seconds(30))
    #expect(pause.update(isNeeded: false, at: at(0)) == nil)  // the start counts as a need
    #expect(pause.update(isNeeded: false, at: at(29)) == nil)
    #expect(pause.update(isNeeded: true, at: at(29.5)) == nil)
    #expect(pause.update(isNeeded: false, at: at(59)) == nil)
    #expect(!pause.isOn)
    #expect(pause.update(isNeeded: false, at: at(59.5)) == .began)
    #expect(pause.isOn)
  }

  @Test func itEndsWithTheFirstNeedAndSaysHowLongItWas() {
    var pause = SamplingPause(after: .seconds(1))
    _ = pause.update(isNeeded: false, at: at(0))
    #expect(pause.update(isNeeded: false, at: at(2)) == .began)
    #expect(pause.update(isNeeded: false, at: at(100)) == nil)
    #expect(pause.update(isNeeded: true, at: at(3600)) == .ended(microseconds: 3_598_000_000))
    #expect(!pause.isOn)
    #expect(pause.update(isNeeded: false, at: at(3600.9)) == nil)
    #expect(pause.update(isNeeded: false, at: at(3601)) == .began)
  }
}
