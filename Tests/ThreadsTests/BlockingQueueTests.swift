import Testing
import Threads

@Suite struct BlockingQueueTests {
  @Test(.timeLimit(.minutes(10))) func oneThreadTakesWhatOthersAdd() throws {
    let queue = BlockingQueue<Int>(capacity: 100, whenFull: .dropNewest)
    for number in 0..<100 { try DedicatedThread.start { queue.put(number) } }
    let taken = Set((0..<100).compactMap { _ in queue.take() })
    #expect(taken == Set(0..<100) && queue.dropped == 0)
  }

  @Test(.timeLimit(.minutes(10))) func aClosedQueueGivesWhatItHasAndTakesNothing() throws {
    let queue = BlockingQueue<Int>(capacity: 2, whenFull: .dropOldest)
    for number in 0..<3 { queue.put(number) }
    #expect(!queue.isClosed)
    queue.close()
    queue.put(9)
    #expect(queue.isClosed)
    #expect([queue.take(), queue.take(), queue.take()] == [1, 2, nil])
    #expect(queue.take(within: .seconds(50)) == nil)
    #expect(queue.dropped == 1)
  }

  @Test(.timeLimit(.minutes(10))) func closingWakesTheThreadThatWaits() throws {
    let queue = BlockingQueue<Int>(capacity: 2, whenFull: .dropOldest)
    try DedicatedThread.start { queue.close() }
    #expect(queue.take() == nil)
  }

  @Test func anEmptyQueueIsWaitedForAsLongAsAsked() {
    let queue = BlockingQueue<Int>(capacity: 2, whenFull: .dropOldest)
    let start = ContinuousClock.now
    #expect(queue.take(within: .milliseconds(20)) == nil)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }
}
