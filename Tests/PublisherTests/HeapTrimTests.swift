import Testing

@testable import Publisher

/// When the memory of clients that have left is given back.
@Suite struct HeapTrimTests {
  /// The numbers of clients at which it is due, of numbers that follow each other.
  private func due(_ heap: inout HeapTrim, _ numbers: some Sequence<Int>) -> [Int] {
    var found: [Int] = []
    for number in numbers {
      heap.joined(clients: number)
      if heap.scheduleIfDue(clients: number) { found.append(number) }
    }
    return found
  }

  @Test func itIsDueOnceWhenHalfOfManyClientsHaveLeft() {
    var heap = HeapTrim()
    let found = due(&heap, [1000] + (0..<1000).reversed())
    #expect(found == [500])
    heap.trim(clients: 0)
    let after = due(&heap, [0, 10, 0])
    #expect(after.isEmpty)
  }

  @Test func fewClientsThatComeAndGoNeverMakeItDue() {
    var heap = HeapTrim()
    let found = due(&heap, [1, 0, 1, 2, 63, 0, 10, 0])
    #expect(found.isEmpty)
  }

  @Test func clientsThatComeBackAfterATrimCountAnew() {
    var heap = HeapTrim()
    let first = due(&heap, [64, 0])
    heap.trim(clients: 40)
    let few = due(&heap, [0])
    let again = due(&heap, [64, 0])
    #expect([first, few, again] == [[0], [], [0]])
  }
}
