import I2C
import Testing

struct BackOffTests {
  @Test func eachFailureDoublesTheWaitUpToTheLongest() {
    var backOff = BackOff(first: 50_000, longest: 300_000)
    #expect((0..<5).map { _ in backOff.failed() } == [50_000, 100_000, 200_000, 300_000, 300_000])
  }

  @Test func aSuccessBeginsAnew() {
    var backOff = BackOff(first: 10, longest: 100)
    _ = backOff.failed()
    _ = backOff.failed()
    backOff.succeeded()
    #expect(backOff.failed() == 10)
  }
}
