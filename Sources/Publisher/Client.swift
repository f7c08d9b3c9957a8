internal import NIOCore
internal import Wire

/// One connection: its subscriptions and its backlog. Used on the event loop only.
final class Client {
  private let channel: any Channel
  private let writer: DirectWriter
  /// Counts connections from 1.
  let number: Int
  /// The socket that it is connected to.
  let kind: SocketKind
  /// Who it is; `nil` where the system does not say.
  let peer: PeerCredentials?
  /// The control request that waits for its answer; the next request waits meanwhile.
  var pending: PendingCommand?
  /// Called after the answer to `pending` was written.
  var whenAnswered: (() -> Void)?
  private var subscriptions = PerTopic<Subscription?>(nil)
  private var backlog = Backlog()
  /// Lines that were offered and go to the kernel with one system call.
  private var collected = ByteBuffer()
  /// Bytes that are collected at most: about what a socket's buffer of 4 KiB takes at once.
  private static let collectedBytes = 2048
  /// Whether nothing is sent to it any more: it is closed when it has read what was written, or when its time is over.
  private(set) var isRetired = false
  /// Requests over the limit so far; the third closes the connection.
  var tooLongRequests = 0
  private var progress: Progress

  /// The result of the last check for a stall.
  private struct Progress {
    /// Bytes given to the channel.
    var handed = 0
    /// Of these, bytes that the kernel had taken at the last check.
    var taken = 0
    /// `DirectWriter.unreadBytes` at the last check.
    var unread = 0
    /// The last check that found nothing waiting, or more taken or read than before.
    var since: NIODeadline
  }

  init(
    _ channel: any Channel, _ kind: SocketKind, _ peer: PeerCredentials?, number: Int,
    now: NIODeadline
  ) {
    self.channel = channel
    writer = DirectWriter(channel)
    self.kind = kind
    self.peer = peer
    self.number = number
    progress = Progress(since: now)
  }

  /// Whether the connection is open.
  var isActive: Bool { channel.isActive }
  /// Whether the kernel takes what is written.
  var isWritable: Bool { channel.isWritable }
  var hasBacklog: Bool { !backlog.isEmpty }
  /// Its members of `stats`.
  var statistics: StatsMessage.Client {
    StatsMessage.Client(number: number, queue: backlog.count, dropped: backlog.dropped)
  }
  var watchesAnything: Bool { Topic.allCases.contains { subscriptions[$0] != nil } }
  func watches(_ topic: Topic) -> Bool { subscriptions[topic] != nil }

  /// Watches a topic, or replaces its options.
  ///
  /// - Parameter last: the topic's newest line, which is not sent again.
  func subscribe(to topic: Topic, _ options: WatchOptions, last: UInt64?) {
    // Events have no options: nothing changes, and those that wait are still to be sent.
    if topic == .event, subscriptions[topic] != nil { return }
    let missed = Topic.sentWhenWatched.contains(topic) ? 0 : backlog.takeMissed(topic)
    backlog.remove(topic)
    subscriptions[topic] = Subscription(options, last: last, missed: missed)
  }

  /// Ends all subscriptions; no line is offered from now on.
  func retire() {
    isRetired = true
    for topic in Topic.allCases { unsubscribe(from: topic) }
  }

  func unsubscribe(from topic: Topic) {
    backlog.remove(topic)
    subscriptions[topic] = nil
  }

  /// Collects a line for `writeCollected`, keeps it in the backlog or ignores it.
  ///
  /// - Parameters:
  ///   - turned: the line's bytes for each screen.
  ///   - lossless: write every line; the caller ensures that the channel can take it.
  func offer(_ line: Line, _ turned: inout TurnedLines, lossless: Bool) {
    var screen = ScreenTurn.none
    let passed = subscriptions.update(line.topic) { subscription -> Int? in
      screen = subscription?.screen ?? .none
      return subscription?.pass(line.sequence, line.reading)
    }
    guard let missed = passed else { return }
    let bytes = turned.bytes(for: screen)
    if lossless || (missed == 0 && backlog.isEmpty && takesLine) {
      collect(bytes)
    } else {
      var line = line
      line.bytes = bytes
      backlog.add(line, missed: missed)
    }
  }

  /// Whether a line goes out now: the client has read everything before this delivery.
  ///
  /// What the kernel has taken cannot be taken back, and a client that stops for a minute would read all of it
  /// before the newest line. So no more than one delivery is ever on its way to a client.
  private var takesLine: Bool {
    channel.isActive && channel.isWritable
      && (collected.readableBytes > 0 || writer.unreadBytes == 0)
  }

  private func collect(_ bytes: ByteBuffer) {
    if collected.readableBytes + bytes.readableBytes > Self.collectedBytes { writeCollected() }
    guard collected.readableBytes > 0 else {
      collected = bytes
      return
    }
    collected.writeImmutableBuffer(bytes)
  }

  /// Writes the lines that were offered since the last call.
  func writeCollected() {
    guard collected.readableBytes > 0 else { return }
    let bytes = collected
    // The line's bytes are shared with other clients and must not be kept.
    collected = ByteBuffer()
    writeNow(bytes)
  }

  /// Writes lines of the backlog while the channel takes them, if the client has read what it got before.
  ///
  /// - Parameter regardless: write the whole backlog, whatever the client takes; for the end.
  func flush(newest: PerTopic<Line?>, regardless: Bool = false) {
    guard regardless || takesLine else { return }
    while regardless || channel.isWritable, let item = backlog.next() {
      switch item {
      case .line(let bytes, let skipped): write(bytes.withSkipped(skipped))
      case .resync(let lost): write(Self.resync(lost))
      case .newest(let topic): newest[topic].map { write($0.bytes) }
      }
    }
  }

  private static func resync(_ lostEvents: Int) -> ByteBuffer {
    ByteBuffer(string: "{\"type\":\"resync\",\"lost_events\":\(lostEvents)}\n")
  }

  /// Sends a message of the session; it does not wait for the backlog.
  func send(_ message: some EncodableMessage) { write(ByteBuffer(bytes: message.line)) }

  /// Sends a reply; an error where its line would be over the limit, as with the message of a `get` with a long `id`.
  func answer(_ reply: Reply) {
    let line = reply.line
    guard line.count <= Limits.lineBytes else { return send(RequestError.answerTooLong(reply.id)) }
    write(ByteBuffer(bytes: line))
  }

  /// Writes after the lines that were offered before.
  func write(_ bytes: ByteBuffer) {
    writeCollected()
    writeNow(bytes)
  }

  private func writeNow(_ bytes: ByteBuffer) {
    progress.handed += bytes.readableBytes
    writer.write(bytes)
  }

  /// Done when the kernel has taken everything that was written, or the connection is gone.
  func written() -> EventLoopFuture<Void> { channel.writeAndFlush(ByteBuffer()) }

  /// Closes when the kernel has taken everything that was written, or after `timeout`.
  func closeAfterWriting(within timeout: TimeAmount) {
    let channel = self.channel
    let deadline = channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    written().whenComplete { _ in channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
  }

  /// Closes the sending side when the kernel has taken everything that was written; the rest when the
  /// client has closed its side too, which `ClientHandler` sees, or after `timeout`.
  func endAfterWriting(within timeout: TimeAmount) {
    let channel = self.channel
    let deadline = channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    written().whenComplete { _ in channel.close(mode: .output, promise: nil) }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
  }

  /// Closes at once.
  func close() { channel.close(promise: nil) }

  /// Done when the connection is gone.
  var closed: EventLoopFuture<Void> { channel.closeFuture }

  /// Records how much the client has read.
  ///
  /// - Returns: whether something waits and the client has read nothing for at least `limit`.
  func checkStall(now: NIODeadline, limit: TimeAmount) -> Bool {
    // Without an answer the channel is closing: no line waits.
    let buffered = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
    let waits = buffered.map { $0 > 0 || hasBacklog } ?? false
    let (taken, unread) = (progress.handed - (buffered ?? 0), writer.unreadBytes)
    if !waits || taken != progress.taken || unread != progress.unread { progress.since = now }
    (progress.taken, progress.unread) = (taken, unread)
    return now - progress.since >= limit
  }
}
