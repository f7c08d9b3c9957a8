internal import NIOCore
internal import Wire

/// Takes lines from the pipeline's thread to the event loop.
///
/// What it drops: nothing when lossless (the pipeline waits instead); else the lines that come
/// while `capacity` of them wait, which happens only when the event loop gets no processor for
/// many seconds. The clients' counters see that by the gap in the sequence.
final class LineQueue: Sendable {
  /// Lines that may wait for the event loop: 17 s of readings.
  static let capacity = 1024
  /// Lines that a lossless replay may be ahead of its slowest reader's socket.
  static let losslessCapacity = 64

  private struct State: Sendable {
    var lines: [Line] = []
    /// The newest reading while nobody watches readings; its memory is used again and again.
    var unwatched: [UInt8] = []
    var unwatchedSequence: UInt64?
    var readingIsWatched = false
    var wakeIsDue = false
    var wake: (@Sendable () -> Void)?
    var hasBeenWatched = false
    var deliveryIsAwaited = false
    var isStopped = false
  }

  private let monitor = Monitor(State())
  private let lossless: Bool

  init(lossless: Bool) { self.lossless = lossless }

  /// What makes the event loop call `take`.
  func connect(wake: @escaping @Sendable () -> Void) {
    monitor.withLock { $0.wake = wake }
    wake()
  }

  /// From the pipeline's thread; sleeps only when lossless.
  func put(_ topic: Topic, _ sequence: UInt64, _ bytes: [UInt8]) {
    let limit = lossless ? Self.losslessCapacity : Self.capacity
    let lossless = self.lossless
    let wake = monitor.wait {
      !lossless || $0.isStopped || $0.lines.count < limit
    } then: { state -> (@Sendable () -> Void)? in
      guard !state.isStopped else { return nil }
      guard topic != .reading || state.readingIsWatched else {
        state.unwatched.removeAll(keepingCapacity: true)
        state.unwatched.append(contentsOf: bytes)
        state.unwatchedSequence = sequence
        return nil
      }
      guard state.lines.count < limit else { return nil }
      state.lines.append(Line(topic: topic, sequence: sequence, bytes: ByteBuffer(bytes: bytes)))
      guard !state.wakeIsDue else { return nil }
      state.wakeIsDue = true
      return state.wake
    }
    wake?()
  }

  /// Moves what waits into `lines`, which is empty; the memory of both goes round.
  func takeAll(into lines: inout [Line]) {
    monitor.withLock { state in
      state.wakeIsDue = false
      swap(&state.lines, &lines)
    }
  }

  /// Takes the oldest line.
  func takeFirst() -> Line? {
    let line = monitor.withLock { state -> Line? in
      state.wakeIsDue = false
      return state.lines.isEmpty ? nil : state.lines.removeFirst()
    }
    if line != nil { monitor.wakeAll() }
    return line
  }

  /// Whether readings are wanted at all; without a watcher they cost one copy each.
  func setReadingIsWatched(_ flag: Bool) {
    monitor.withLock { $0.readingIsWatched = flag }
  }

  /// The newest of the readings that were published while nobody watched them.
  func unwatchedReading() -> Line? {
    monitor.withLock { state in
      state.unwatchedSequence.map {
        Line(topic: .reading, sequence: $0, bytes: ByteBuffer(bytes: state.unwatched))
      }
    }
  }

  /// A client watches something.
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

  /// Whether somebody waits for `noteDelivered` and nothing waits for the event loop.
  var isLastDeliveryAwaited: Bool {
    monitor.withLock { $0.deliveryIsAwaited && $0.lines.isEmpty }
  }

  /// Every line has left for its readers.
  func noteDelivered() {
    monitor.withLock { $0.deliveryIsAwaited = false }
    monitor.wakeAll()
  }

  /// Wakes every sleeper; from now on lines are dropped.
  func stop() {
    monitor.withLock { state in
      state.isStopped = true
      state.wake = nil
    }
    monitor.wakeAll()
  }
}
