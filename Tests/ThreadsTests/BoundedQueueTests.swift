import Randomness
import Testing
import Threads

@Suite struct BoundedQueueTests {
  private func rest(_ queue: inout BoundedQueue<Int>) -> [Int] {
    var all: [Int] = []
    while let element = queue.popFirst() { all.append(element) }
    return all
  }

  @Test(arguments: [BoundedQueue<Int>.Overflow.dropOldest, .dropNewest])
  func elementsComeOutInTheirOrder(overflow: BoundedQueue<Int>.Overflow) {
    var queue = BoundedQueue<Int>(capacity: 3, whenFull: overflow)
    // Many times round the ring.
    for start in 0..<10 {
      let taken = (start..<start + 3).map { queue.append($0) }
      #expect(taken == [true, true, true])
      #expect(queue.isFull && queue.count == 3)
      let all = rest(&queue)
      #expect(all == Array(start..<start + 3))
      #expect(queue.isEmpty && queue.count == 0)
    }
    #expect(queue.dropped == 0)
  }

  @Test func aFullQueueCanKeepTheNewest() {
    var queue = BoundedQueue<Int>(capacity: 3, whenFull: .dropOldest)
    let taken = (0..<8).map { queue.append($0) }
    let all = rest(&queue)
    #expect(taken.allSatisfy { $0 } && queue.dropped == 5)
    #expect(all == [5, 6, 7])
  }

  @Test func aFullQueueCanSpareElements() {
    var queue = BoundedQueue<Int>(capacity: 3, whenFull: .dropOldest) { $0 < 0 }
    for number in [-1, 1, -2, 2, 3, -3, -4] { queue.append(number) }
    #expect(queue.dropped == 4)
    let all = rest(&queue)
    // 1, 2 and 3 go first, each the oldest; the last one comes where all three are spared.
    #expect(all == [-2, -3, -4])
  }

  /// Checked against a list.
  @Test(arguments: [1, 2, 3, 7]) func theOldestThatIsNotSparedGoes(capacity: Int) {
    var random = SeededGenerator(seed: 17)
    var queue = BoundedQueue<Int>(capacity: capacity, whenFull: .dropOldest) { $0 % 3 == 0 }
    var list: [Int] = []
    for number in 0..<5000 {
      if Int.random(in: 0..<4, using: &random) < (number / 20 % 2 == 0 ? 3 : 1) {
        if list.count == capacity { list.remove(at: list.firstIndex { $0 % 3 != 0 } ?? 0) }
        list.append(number)
        queue.append(number)
      } else {
        let expected = list.isEmpty ? nil : list.removeFirst()
        #expect(queue.popFirst() == expected)
      }
      #expect(queue.count == list.count)
    }
  }

  @Test func aFullQueueCanKeepTheOldest() {
    var queue = BoundedQueue<Int>(capacity: 3, whenFull: .dropNewest)
    let taken = (0..<8).map { queue.append($0) }
    let all = rest(&queue)
    #expect(taken == (0..<8).map { $0 < 3 } && queue.dropped == 5)
    #expect(all == [0, 1, 2])
    queue.append(9)
    let later = rest(&queue)
    #expect(later == [9])
  }

  /// Checked against a list, with queues that fill, drain to the last element and drain whole.
  @Test(arguments: [BoundedQueue<Int>.Overflow.dropOldest, .dropNewest], [1, 2, 3, 7])
  func everyMixOfCallsKeepsTheOrder(overflow: BoundedQueue<Int>.Overflow, capacity: Int) {
    var random = SeededGenerator(seed: 16)
    var queue = BoundedQueue<Int>(capacity: capacity, whenFull: overflow)
    var list: [Int] = []
    for number in 0..<5000 {
      // Rather more of the one for a while, and then of the other.
      if Int.random(in: 0..<4, using: &random) < (number / 20 % 2 == 0 ? 3 : 1) {
        queue.append(number)
        if list.count < capacity || overflow == .dropOldest { list.append(number) }
        if list.count > capacity { list.removeFirst() }
      } else {
        let expected = list.isEmpty ? nil : list.removeFirst()
        #expect(queue.popFirst() == expected)
      }
      #expect(queue.count == list.count && queue.isEmpty == list.isEmpty)
    }
  }

  @Test(arguments: [BoundedQueue<Int>.Overflow.dropOldest, .dropNewest])
  func aDiscardedElementIsReleased(overflow: BoundedQueue<Int>.Overflow) {
    final class Token {}
    var queue = BoundedQueue<Token>(
      capacity: 1, whenFull: overflow == .dropOldest ? .dropOldest : .dropNewest)
    weak var first: Token?
    weak var second: Token?
    do {
      let tokens = (Token(), Token())
      (first, second) = tokens
      queue.append(tokens.0)
      queue.append(tokens.1)
    }
    #expect((first == nil) == (overflow == .dropOldest))
    #expect((second == nil) == (overflow == .dropNewest))
    _ = queue.popFirst()
    #expect(first == nil && second == nil)
  }
}
