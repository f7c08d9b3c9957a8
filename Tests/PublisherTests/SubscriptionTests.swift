import Quantities
import Randomness
import Testing
import Wire

@testable import Publisher

struct SubscriptionTests {
  @Test(arguments: [60.0, 59, 50, 30, 25, 7, 1, 0.3])
  func whatIsMissedAndWhatComesAddUp(rate: Double) {
    var generator = SeededGenerator(seed: 13)
    var whole = Subscription(WatchOptions(rateHz: rate), last: nil)
    var holed = Subscription(WatchOptions(rateHz: rate), last: nil)
    var due = 0
    var counted = 0
    for sequence in UInt64(0)...6000 {
      if whole.pass(sequence) != nil { due += 1 }
      // Some lines are lost on the way, but not the first and the last, which is due at each rate.
      guard sequence == 0 || sequence == 6000 || Bool.random(using: &generator) else { continue }
      if let missed = holed.pass(sequence) { counted += missed + 1 }
    }
    #expect(counted == due)
  }

  @Test func withoutARateEveryLineIsDue() {
    var subscription = Subscription(last: 3)
    #expect(subscription.pass(4) == 0)
    #expect(subscription.pass(7) == 2)
    #expect(subscription.pass(1) == 0)  // another run begins: nothing is missed
  }

  @Test func whatWasMissedIsToldWithTheNextLineThatIsDue() {
    // At 30 a second the even ones are due; 2 and 4 are lost, and 5 is not due.
    var subscription = Subscription(WatchOptions(rateHz: 30), last: 1)
    #expect(subscription.pass(5) == nil)
    #expect(subscription.pass(6) == 2)
    #expect(subscription.pass(8) == 0)
  }
}
