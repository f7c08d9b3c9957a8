import Testing

@testable import Journal

struct LogQueueTests {
  private func taken(_ queue: inout LogQueue) -> (text: String, dropped: Int) {
    var lines = Array("of the last time".utf8)
    let dropped = queue.take(into: &lines)
    return (String(decoding: lines, as: UTF8.self), dropped)
  }

  @Test func linesComeOutInTheirOrder() {
    var queue = LogQueue(capacity: 100)
    for number in 0..<10 { queue.append("line \(number)\n") }
    let (text, dropped) = taken(&queue)
    #expect(text == (0..<10).map { "line \($0)\n" }.joined())
    #expect(dropped == 0 && queue.isEmpty)
    #expect(taken(&queue) == ("", 0))
  }

  @Test func aFullQueueDropsAndCounts() {
    var queue = LogQueue(capacity: 20)  // two lines of 10 bytes
    for number in 0..<7 { queue.append("line \(number)...\n") }
    #expect(taken(&queue) == ("line 0...\nline 1...\n", 5))
    queue.append("again\n")
    #expect(taken(&queue) == ("again\n", 0))
  }

  // The gap is told behind what waits: nothing that came behind the gap may stand before it.
  @Test func behindADroppedLineNothingIsTakenThatWouldFit() {
    var queue = LogQueue(capacity: 10)
    for line in ["12345678\n", "too much\n", "\n"] { queue.append(line) }
    #expect(taken(&queue) == ("12345678\n", 2))
  }

  // The error that ends the daemon is worth its memory.
  @Test func oneLineMayBeLongerThanTheQueue() {
    var queue = LogQueue(capacity: 10)
    let long = String(repeating: "a", count: 60_000) + "\n"
    queue.append(long)
    queue.append("b\n")
    #expect(taken(&queue) == (long, 1))
  }
}
