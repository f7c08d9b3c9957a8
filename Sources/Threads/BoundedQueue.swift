/// A queue of fixed capacity in a ring, whose memory is allocated once.
///
/// An empty queue begins again with the first slot, so a queue that never holds many elements uses
/// few slots, and the kernel gives memory to these alone.
///
/// A value without a lock; threads share it in a `Monitor`.
package struct BoundedQueue<Element> {
  /// What happens when an element is added to a full queue.
  package enum Overflow: Sendable {
    /// The queue discards its oldest element and takes the new one: for measurements, of which the
    /// newest counts.
    case dropOldest
    /// The queue discards the new element: what waits keeps its order without a gap in it.
    case dropNewest
  }

  /// How many elements may wait.
  package let capacity: Int
  /// How many elements wait.
  package private(set) var count = 0
  /// How many elements the queue has discarded since it was made.
  package private(set) var dropped = 0
  private let overflow: Overflow
  /// The slots that were used so far.
  private var ring: [Element?] = []
  private var first = 0

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - capacity: how many elements may wait, from 1.
  ///   - overflow: what a full queue discards.
  package init(capacity: Int, whenFull overflow: Overflow) {
    precondition(capacity > 0, "a queue without room")
    self.capacity = capacity
    self.overflow = overflow
    ring.reserveCapacity(capacity)
  }

  package var isEmpty: Bool { count == 0 }
  package var isFull: Bool { count == capacity }

  /// Adds an element behind the others.
  ///
  /// - Returns: whether the queue took it.
  @discardableResult
  package mutating func append(_ element: Element) -> Bool {
    if isFull {
      dropped += 1
      guard case .dropOldest = overflow else { return false }
      ring[first] = nil
      first = (first + 1) % capacity
      count -= 1
    }
    let slot = (first + count) % capacity
    if slot == ring.count { ring.append(element) } else { ring[slot] = element }
    count += 1
    return true
  }

  /// Takes the oldest element; `nil` where the queue is empty.
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = ring[first]
    ring[first] = nil
    count -= 1
    first = isEmpty ? 0 : (first + 1) % capacity
    return element
  }
}

extension BoundedQueue: Sendable where Element: Sendable {}
