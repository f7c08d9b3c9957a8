/// A queue of fixed capacity in a ring, whose memory is allocated once.
///
/// An empty queue begins again with the first slot, so a queue that never holds many elements uses
/// few slots, and the kernel gives memory to these alone.
///
/// A value without a lock; threads share it in a `Monitor`, and other modules compile it for their own `Element`.
@usableFromInline
package struct BoundedQueue<Element> {
  /// What happens when an element is added to a full queue.
  @usableFromInline
  package enum Overflow: Sendable {
    /// The queue discards its oldest element and takes the new one: for measurements, of which the
    /// newest counts.
    case dropOldest
    /// The queue discards the new element: what waits keeps its order without a gap in it.
    case dropNewest
  }

  /// How many elements may wait.
  @usableFromInline package let capacity: Int
  /// How many elements the queue has discarded since it was made.
  package private(set) var dropped = 0
  private let overflow: Overflow
  private let isSpared: @Sendable (Element) -> Bool
  /// The slots that were used so far.
  @usableFromInline var ring: [Element?] = []
  @usableFromInline var first = 0
  /// What `count` says, which other modules only read.
  @usableFromInline var length = 0

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - capacity: how many elements may wait, from 1.
  ///   - overflow: what a full queue discards.
  ///   - isSpared: which elements `.dropOldest` discards only where all that wait are such.
  package init(
    capacity: Int, whenFull overflow: Overflow,
    sparing isSpared: @escaping @Sendable (Element) -> Bool = { _ in false }
  ) {
    precondition(capacity > 0, "a queue without room")
    self.capacity = capacity
    self.overflow = overflow
    self.isSpared = isSpared
    ring.reserveCapacity(capacity)
  }

  /// How many elements wait.
  @inlinable package var count: Int { length }
  @inlinable package var isEmpty: Bool { length == 0 }
  @inlinable package var isFull: Bool { length == capacity }

  /// Adds an element after the others.
  ///
  /// - Returns: whether the queue took it.
  @inlinable
  @discardableResult
  package mutating func append(_ element: Element) -> Bool {
    if isFull, !makeRoom() { return false }
    let slot = (first + length) % capacity
    if slot == ring.count { ring.append(element) } else { ring[slot] = element }
    length += 1
    return true
  }

  /// Makes room in a full queue, or counts the element to come as discarded.
  ///
  /// - Returns: whether there is room.
  @usableFromInline
  mutating func makeRoom() -> Bool {
    dropped += 1
    guard case .dropOldest = overflow else { return false }
    discardOldest()
    return true
  }

  /// Discards the oldest element that is not spared; the older ones move up, in their order.
  private mutating func discardOldest() {
    var place = 0
    while place < length, ring[(first + place) % capacity].map(isSpared) ?? false { place += 1 }
    if place == length { place = 0 }
    while place > 0 {
      ring[(first + place) % capacity] = ring[(first + place - 1) % capacity]
      place -= 1
    }
    ring[first] = nil
    first = (first + 1) % capacity
    length -= 1
  }

  /// Takes the oldest element; `nil` where the queue is empty.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard length > 0 else { return nil }
    let element = ring[first]
    ring[first] = nil
    length -= 1
    first = isEmpty ? 0 : (first + 1) % capacity
    return element
  }
}

extension BoundedQueue: Sendable where Element: Sendable {}
