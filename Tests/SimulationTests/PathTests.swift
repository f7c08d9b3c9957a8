import Quantities
import Randomness
import Testing

@testable import Simulation

@Suite struct PathTests {
  private let path = Path(7, rate: -3).holding(1).moving(by: 90, over: 2).moving(to: 20, over: 0.5)
    .holding(1).moving(by: -300, over: 4)
    .waving(12, hertz: 0.9, phaseDegrees: 40, during: Envelope(from: 1.5, until: 6, ramp: 0.7))

  // The central difference of a smooth function is off by h²/6 times its third derivative, which is
  // under 1e5 here; h = 1e-5 leaves 2e-6, and rounding adds about as much.
  @Test func theDerivativesAreThoseOfTheValue() {
    var generator = SeededGenerator(seed: 4)
    let h = 1e-5
    for _ in 0..<2000 {
      let time = generator.double(-1...10)
      let (before, jet, after) = (
        path.jet(at: time - h), path.jet(at: time), path.jet(at: time + h)
      )
      #expect(abs((after.value - before.value) / (2 * h) - jet.rate) < 1e-5)
      #expect(abs((after.rate - before.rate) / (2 * h) - jet.acceleration) < 0.2)
    }
  }

  @Test func nothingJumpsWhereAMoveBeginsOrEnds() {
    for join in [0, 1, 1.5, 2.2, 3, 3.5, 4.5, 6, 6.7, 8.5] {
      let (before, after) = (path.jet(at: join - 1e-9), path.jet(at: join + 1e-9))
      #expect(abs(after.value - before.value) < 1e-6)
      #expect(abs(after.rate - before.rate) < 1e-5)
      #expect(abs(after.acceleration - before.acceleration) < 0.01)
    }
  }

  @Test func aMoveEndsWhereItWasToldTo() {
    let path = Path(7).holding(1).moving(by: 90, over: 2).moving(to: 20, over: 0.5)
    #expect(path.jet(at: 0.9) == Jet(value: 7))
    #expect(abs(path.jet(at: 2).value - 52) < 1e-12)  // half of the way at half of the time
    #expect(abs(path.jet(at: 3).value - 97) < 1e-12)
    #expect(abs(path.jet(at: 100).value - 20) < 1e-12)
  }

  @Test func anEnvelopeIsWholeInsideAndNothingOutside() {
    let envelope = Envelope(from: 2, until: 5, ramp: 0.5)
    #expect(envelope.jet(at: 2).value == 0)
    #expect(envelope.jet(at: 2.25).value == 0.5)
    #expect(envelope.jet(at: 2.5).value == 1)
    #expect(envelope.jet(at: 5).value == 1)
    #expect(envelope.jet(at: 5.5).value == 0)
    #expect(Envelope.always.jet(at: -1e6).value == 1)
  }
}
