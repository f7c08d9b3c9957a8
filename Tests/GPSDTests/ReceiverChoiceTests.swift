import Quantities
import Testing

@testable import GPSD

/// Which one of several receivers is used, and when it is changed.
struct ReceiverChoiceTests {
  /// What each of two receivers reports once a second: `a` on the second, `b` half a second later.
  private struct Pair {
    var choice = ReceiverChoice()

    /// - Parameter modes: of `a` and `b`; `nil` where one is silent.
    /// - Returns: the receivers whose reports are used, for each second.
    mutating func hears(
      _ seconds: ClosedRange<Int>, _ modes: (_ second: Int) -> (a: Int?, b: Int?)
    ) -> [String] {
      seconds.map { second in
        var used = ""
        let (a, b) = modes(second)
        if let a, choice.uses("a", mode: a, at: Self.time(Double(second))) { used += "a" }
        if let b, choice.uses("b", mode: b, at: Self.time(Double(second) + 0.5)) { used += "b" }
        return used
      }
    }

    static func time(_ seconds: Double) -> Timestamp {
      Timestamp(microseconds: Int64(seconds * 1e6))
    }
  }

  @Test func oneReceiverIsAlwaysUsed() {
    var pair = Pair()
    let used = pair.hears(0...100) { second in (a: second / 20 % 2 == 0 ? 3 : 1, b: nil) }
    #expect(used.allSatisfy { $0 == "a" })
  }

  @Test func ofTwoWithAFixTheFirstIsUsedForEver() {
    var pair = Pair()
    #expect(pair.hears(0...1000) { _ in (3, 3) }.allSatisfy { $0 == "a" })
  }

  @Test func oneWithoutAFixIsNotHeardBesideOneThatHasIt() {
    var pair = Pair()
    let used = pair.hears(0...1000) { _ in (1, 3) }
    // Before the first fix each counts: none is known to be better.
    #expect(used.first == "ab" && used.dropFirst().allSatisfy { $0 == "b" })
  }

  @Test func aLossOfLessThanTenSecondsChangesNothing() {
    var pair = Pair()
    let used = pair.hears(0...600) { second in (second % 20 < 9 ? 1 : 3, 3) }.dropFirst(20)
    #expect(Set(used).count == 1, "\(used)")
  }

  @Test func tenSecondsWithoutAFixChangeTheReceiverOnce() {
    var pair = Pair()
    let used = pair.hears(0...60) { second in (second <= 20 ? 3 : 1, 3) }
    // The last fix of a is that of second 20; b speaks at 30.5.
    #expect(
      used == Array(repeating: "a", count: 31).dropLast() + ["ab"]
        + Array(repeating: "b", count: 30))
  }

  @Test func oneThatIsUnpluggedIsReplacedAfterTenSeconds() {
    var pair = Pair()
    let used = pair.hears(0...60) { second in (second <= 20 ? 3 : nil, 3) }
    #expect(used[21...29].allSatisfy { $0.isEmpty } && used[30...].allSatisfy { $0 == "b" })
  }

  @Test func aBetterModeWinsAfterTenSecondsAndNotBefore() {
    var pair = Pair()
    let used = pair.hears(0...60) { second in (2, second < 20 ? 2 : 3) }
    #expect(used[...29].allSatisfy { $0 == "a" } && used[31...].allSatisfy { $0 == "b" })
  }

  @Test func aModeThatComesAndGoesWinsNothing() {
    var pair = Pair()
    let used = pair.hears(0...600) { second in (2, second % 10 < 9 ? 3 : 2) }
    #expect(used.allSatisfy { $0 == "a" })
  }

  @Test func theFirstReceiverComingBackDoesNotTakeOverAgain() {
    var pair = Pair()
    let used = pair.hears(0...200) { second in ((20..<40).contains(second) ? 1 : 3, 3) }
    #expect(used[40...].allSatisfy { $0 == "b" })
  }

  // What sends lines on gpsd's port may invent names for ever.
  @Test func anyNumberOfNamesTakesBoundedRoom() {
    var choice = ReceiverChoice()
    for number in 0..<10_000 {
      _ = choice.uses("\(number)", mode: number % 4, at: Pair.time(Double(number) * 0.01))
    }
    #expect(choice.count == ReceiverChoice.mostReceivers)
  }
}
