import Testing
import Threads

@Suite struct RetryDelayTests {
  @Test func eachFailureDoublesTheWaitUpToTheLongest() {
    var delay = RetryDelay(first: 50_000, longest: 300_000)
    let waits = (0..<5).map { _ in delay.failed() }
    #expect(waits == [50_000, 100_000, 200_000, 300_000, 300_000])
  }

  @Test func afterASuccessTheWaitsBeginAgain() {
    var delay = RetryDelay(first: 10, longest: 100)
    _ = delay.failed()
    _ = delay.failed()
    delay.succeeded()
    #expect(delay.failed() == 10)
  }

  @Test func aDelayThatCannotGrowStaysTheSame() {
    var delay = RetryDelay(first: 10, longest: 10)
    #expect([delay.failed(), delay.failed()] == [10, 10])
  }
}
