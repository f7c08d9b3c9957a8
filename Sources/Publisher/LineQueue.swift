internal import NIOCore
internal import Threads
internal import Wire

/// Lines on their way from the pipeline's thread to the event loop.
///
/// A lossless queue discards nothing: the pipeline waits instead. Another discards the lines that
/// come while `capacity` lines wait, which happens only when the event loop gets no processor for
/// many seconds. Clients see the gap in the sequence numbers.
final class LineQueue: Sendable {
  /// Lines that may wait for the event loop: 17 s of readings.
  static let capacity = 1024
  /// Lines that a lossless replay may be ahead of its slowest reader's socket.
  static let losslessCapacity = 64

  private struct State: Sendable {
    var lines: BoundedQueue<Line>
    /// The newest reading while no client watches readings; its memory is used again.
    var unwatched: [UInt8] = []
    var unwatchedSequence: UInt64?
    var readingIsWatched = false
    var wakeIsDue = false
    var wake: (@Sendable () -> Void)?
    var hasBeenWatched = false
    var deliveryIsAwaited = false
    var isStopped = false
  }

  private let monitor: Monitor<State>
  private let lossless: Bool

  init(lossless: Bool) {
    self.lossless = lossless
    let capacity = lossless ? Self.losslessCapacity : Self.capacity
    monitor = Monitor(State(lines: BoundedQueue(capacity: capacity, whenFull: .dropNewest)))
  }

  /// Sets what makes the event loop call `takeAll` or `takeFirst`.
  func connect(wake: @escaping @Sendable () -> Void) {
    monitor.withLock { $0.wake = wake }
    wake()
  }

  /// Adds a line; called by the pipeline's thread, which sleeps only when lossless.
  ///
  /// - Parameter delivery: a lossless queue always wakes the event loop, which makes room for the next.
  func put(
    _ topic: Topic, _ sequence: UInt64, _ bytes: [UInt8], _ reading: Reading? = nil,
    _ delivery: Publisher.Delivery = .now
  ) {
    let lossless = self.lossless
    let wake = monitor.wait {
      !lossless || $0.isStopped || !$0.lines.isFull
    } then: { state -> (@Sendable () -> Void)? in
      guard !state.isStopped else { return nil }
      guard topic != .reading || state.readingIsWatched else {
        state.unwatched.removeAll(keepingCapacity: true)
        state.unwatched.append(contentsOf: bytes)
        state.unwatchedSequence = sequence
        return nil
      }
      let line = Line(
        topic: topic, sequence: sequence, bytes: ByteBuffer(bytes: bytes), reading: reading)
      guard state.lines.append(line), lossless || delivery == .now else { return nil }
      return Self.wakeOnce(&state)
    }
    wake?()
  }

  /// Wakes the event loop for the lines that wait, if there are any.
  func deliver() {
    let wake = monitor.withLock { state in
      state.isStopped || state.lines.isEmpty ? nil : Self.wakeOnce(&state)
    }
    wake?()
  }

  /// What wakes the event loop; `nil` where it is being woken already.
  private static func wakeOnce(_ state: inout State) -> (@Sendable () -> Void)? {
    guard !state.wakeIsDue else { return nil }
    state.wakeIsDue = true
    return state.wake
  }

  /// Appends the lines that wait to `lines`, and takes them from the queue.
  func takeAll(into lines: inout [Line]) {
    monitor.withLock { state in
      state.wakeIsDue = false
      while let line = state.lines.popFirst() { lines.append(line) }
    }
  }

  /// Takes the oldest line.
  func takeFirst() -> Line? {
    let line = monitor.withLock { state -> Line? in
      state.wakeIsDue = false
      return state.lines.popFirst()
    }
    if line != nil { monitor.wakeAll() }
    return line
  }

  /// Sets whether any client watches readings; without one a reading costs one copy.
  func setReadingIsWatched(_ flag: Bool) {
    monitor.withLock { $0.readingIsWatched = flag }
  }

  /// The newest of the readings that were published while no client watched them.
  func unwatchedReading() -> Line? {
    monitor.withLock { state in
      state.unwatchedSequence.map {
        Line(topic: .reading, sequence: $0, bytes: ByteBuffer(bytes: state.unwatched))
      }
    }
  }

  /// Records that a client watches a topic.
  func noteWatch() {
    monitor.withLock { $0.hasBeenWatched = true }
    monitor.wakeAll()
  }

  /// Sleeps until `noteWatch` or `stop`; whether it was `noteWatch`.
  func waitForWatch() -> Bool {
    monitor.wait(until: { $0.hasBeenWatched || $0.isStopped }, then: { !$0.isStopped })
  }

  /// Sleeps until `noteDelivered` or `stop`.
  func waitUntilDelivered() {
    let wake = monitor.withLock { state -> (@Sendable () -> Void)? in
      guard let wake = state.wake, !state.isStopped else { return nil }
      state.deliveryIsAwaited = true
      return wake
    }
    guard let wake else { return }
    wake()
    monitor.wait(until: { !$0.deliveryIsAwaited || $0.isStopped }, then: { _ in })
  }

  /// Whether a thread waits for `noteDelivered` and no line waits for the event loop.
  var isLastDeliveryAwaited: Bool {
    monitor.withLock { $0.deliveryIsAwaited && $0.lines.isEmpty }
  }

  /// Records that every line has been written to its readers.
  func noteDelivered() {
    monitor.withLock { $0.deliveryIsAwaited = false }
    monitor.wakeAll()
  }

  /// Wakes every thread that waits; from now on lines are discarded.
  func stop() {
    monitor.withLock { state in
      state.isStopped = true
      state.wake = nil
    }
    monitor.wakeAll()
  }
}
