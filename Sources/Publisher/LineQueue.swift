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
    /// The newest line of each frequent topic while no client watches it.
    var unwatched = PerTopic<Line?>(nil)
    /// The newest reading while no client watches readings.
    var unwatchedReading: Reading?
    var watched = TopicSet(bits: 0)
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
  func put(_ line: Line, _ delivery: Publisher.Delivery = .now) {
    let wake = whenThereIsRoom { state in
      if line.topic.isFrequent, !state.watched.contains(line.topic) {
        state.unwatched[line.topic] = line
        return nil
      }
      return self.append(line, to: &state, delivery)
    }
    wake?()
  }

  /// Discards the newest line of a topic, here and, by an empty one, with the event loop.
  func withdraw(_ topic: Topic) {
    let wake = whenThereIsRoom { state in
      state.unwatched[topic] = nil
      if topic == .reading { state.unwatchedReading = nil }
      return self.append(Line(topic: topic, sequence: 0, bytes: ByteBuffer()), to: &state, .now)
    }
    wake?()
  }

  /// Adds a reading, which is encoded only where a client watches readings.
  func put(_ reading: Reading, _ delivery: Publisher.Delivery = .now) {
    let wake = whenThereIsRoom { state in
      guard state.watched.contains(.reading) else {
        state.unwatchedReading = reading
        return nil
      }
      return self.append(Line(reading), to: &state, delivery)
    }
    wake?()
  }

  /// Runs `body` at once, or when there is room if nothing may be lost; not where the queue is stopped.
  private func whenThereIsRoom(
    _ body: (inout State) -> (@Sendable () -> Void)?
  ) -> (@Sendable () -> Void)? {
    guard lossless else { return monitor.withLock { $0.isStopped ? nil : body(&$0) } }
    return monitor.wait(
      until: { $0.isStopped || !$0.lines.isFull }, then: { $0.isStopped ? nil : body(&$0) })
  }

  /// - Returns: what wakes the event loop; `nil` where it need not be.
  private func append(
    _ line: Line, to state: inout State, _ delivery: Publisher.Delivery
  ) -> (@Sendable () -> Void)? {
    guard state.lines.append(line), lossless || delivery == .now else { return nil }
    return Self.wakeOnce(&state)
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

  /// Sets what any client watches: a line of a frequent topic that none watches wakes no thread.
  func setWatched(_ topics: TopicSet) {
    monitor.withLock { $0.watched = topics }
  }

  /// The newest of the lines that were published while no client watched the topic.
  func unwatchedLine(of topic: Topic) -> Line? {
    monitor.withLock { state in
      guard topic == .reading, let reading = state.unwatchedReading else {
        return state.unwatched[topic]
      }
      return Line(reading)
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
