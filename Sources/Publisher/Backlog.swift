internal import NIOCore
internal import Wire

/// The lines that a slow client has still to get: of each sampled topic only the newest, and up to
/// `Limits.eventQueue` events, all in the order of their arrival.
struct Backlog {
  /// What to send next.
  enum Item {
    /// A line, and how many of its topic before it were dropped.
    case line(ByteBuffer, skipped: Int)
    /// The number of events that were dropped.
    case resync(lostEvents: Int)
    /// The line that is the topic's newest when it is sent.
    case newest(Topic)
  }

  private struct Entry {
    var topic: Topic
    /// `nil`: the topic's newest line when it is sent.
    var bytes: ByteBuffer?
    var skipped = 0
  }

  private var entries: [Entry] = []
  private var events = 0
  private var lostEvents = 0
  /// Lines that were lost so far, of all topics.
  private(set) var dropped = 0

  var isEmpty: Bool { entries.isEmpty && lostEvents == 0 }
  /// Lines that wait.
  var count: Int { entries.count }

  /// - Parameter missed: lines of the topic before this one that were lost on the way here.
  mutating func add(_ line: Line, missed: Int) {
    dropped += missed
    guard line.topic != .event else { return addEvent(line, missed: missed) }
    var entry = Entry(topic: line.topic, bytes: line.bytes, skipped: missed)
    if let index = entries.firstIndex(where: { $0.topic == line.topic }) {
      let overwritten = entries.remove(at: index)
      let lost = overwritten.bytes == nil ? 0 : 1
      entry.skipped += overwritten.skipped + lost
      dropped += lost
    }
    entries.append(entry)
  }

  private mutating func addEvent(_ line: Line, missed: Int) {
    lostEvents += missed
    if events == Limits.eventQueue, let oldest = entries.firstIndex(where: { $0.topic == .event }) {
      entries.remove(at: oldest)
      events -= 1
      lostEvents += 1
      dropped += 1
    }
    entries.append(Entry(topic: .event, bytes: line.bytes))
    events += 1
  }

  /// What comes next, or `nil` where nothing waits.
  mutating func next() -> Item? {
    guard lostEvents == 0 else { return resync() }
    guard !entries.isEmpty else { return nil }
    let entry = entries.removeFirst()
    if entry.topic == .event { events -= 1 }
    return entry.bytes.map { .line($0, skipped: entry.skipped) } ?? .newest(entry.topic)
  }

  /// The `resync` comes where the events were lost; the newest state follows the events that are
  /// left.
  private mutating func resync() -> Item {
    for topic in [Topic.state, .qibla] where !entries.contains(where: { $0.topic == topic }) {
      entries.append(Entry(topic: topic, bytes: nil))
    }
    defer { lostEvents = 0 }
    return .resync(lostEvents: lostEvents)
  }

  /// Removes the lines of a topic.
  mutating func remove(_ topic: Topic) {
    entries.removeAll { $0.topic == topic }
    guard topic == .event else { return }
    events = 0
    lostEvents = 0
  }

  /// Removes the lines of a topic whose loss the next one is to tell.
  ///
  /// - Returns: how many they are with those before them, for `missed` of the next one, which counts all as dropped.
  mutating func takeMissed(_ topic: Topic) -> Int {
    let removed = entries.filter { $0.topic == topic }
    remove(topic)
    let skipped = removed.reduce(0) { $0 + $1.skipped }
    dropped -= skipped
    return skipped + removed.count { $0.bytes != nil }
  }
}

extension ByteBuffer {
  /// This line with `"skipped":count` as its last member; itself where `count` is 0.
  func withSkipped(_ count: Int) -> ByteBuffer {
    guard count > 0 else { return self }
    let end = Array("}\n".utf8)
    precondition(
      readableBytesView.suffix(end.count).elementsEqual(end), "no line that the daemon encoded")
    var copy = ByteBuffer()
    copy.reserveCapacity(readableBytes + 32)
    copy.writeBytes(readableBytesView.dropLast(end.count))
    copy.writeString(",\"skipped\":\(count)}\n")
    return copy
  }
}
