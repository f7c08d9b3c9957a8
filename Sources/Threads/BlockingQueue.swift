/// A bounded queue between threads: any thread adds elements, and one takes them and sleeps while
/// there are none.
///
/// Adding never waits: see `BoundedQueue.Overflow`.
@usableFromInline
package final class BlockingQueue<Element: Sendable>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var elements: BoundedQueue<Element>
    @usableFromInline var isClosed = false
  }

  @usableFromInline let state: Monitor<State>

  /// - Parameters:
  ///   - capacity: how many elements may wait, from 1.
  ///   - overflow: what a full queue discards.
  ///   - isSpared: which elements `.dropOldest` discards only where all that wait are such.
  package init(
    capacity: Int, whenFull overflow: BoundedQueue<Element>.Overflow,
    sparing isSpared: @escaping @Sendable (Element) -> Bool = { _ in false }
  ) {
    state = Monitor(
      State(elements: BoundedQueue(capacity: capacity, whenFull: overflow, sparing: isSpared)))
  }

  /// How many elements were discarded so far.
  package var dropped: Int { state.withLock { $0.elements.dropped } }

  /// Whether no element is added any more; elements may still wait.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds an element; nothing once the queue is closed.
  ///
  /// - Returns: whether the queue took it.
  @inlinable
  @discardableResult
  package func put(_ element: Element) -> Bool {
    let isTaken = state.withLock { !$0.isClosed && $0.elements.append(element) }
    state.wakeAll()
    return isTaken
  }

  /// Closes the queue: elements that wait can still be taken, and none is added.
  package func close() {
    state.withLock { $0.isClosed = true }
    state.wakeAll()
  }

  /// Takes the oldest element, and sleeps until there is one.
  ///
  /// - Returns: `nil` once the queue is closed and empty.
  @inlinable
  package func take() -> Element? {
    state.wait {
      !$0.elements.isEmpty || $0.isClosed
    } then: {
      $0.elements.popFirst()
    }
  }

  /// Takes the oldest element, and sleeps until there is one.
  ///
  /// - Parameter timeout: how long to sleep at the most.
  /// - Returns: `nil` where none was added in time, or the queue is closed and empty.
  @inlinable
  package func take(within timeout: Duration) -> Element? {
    let element = state.wait(atMost: timeout) {
      !$0.elements.isEmpty || $0.isClosed
    } then: {
      $0.elements.popFirst()
    }
    return element ?? nil
  }
}
