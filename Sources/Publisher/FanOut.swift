internal import Logging
internal import NIOCore
internal import Wire

/// All connections and the newest line of each topic. Used on the event loop only.
final class FanOut {
  let lineQueue: LineQueue
  let limits: PublisherLimits
  /// The log lines that clients cause.
  var clientLog: ClientLog
  let logger: Logger
  private let helloLine: ByteBuffer
  private let controlHelloLine: ByteBuffer
  /// `nil` without a control socket.
  let controlHandler: (any ControlHandler)?
  /// Brings the handler's answers here.
  let answers: ControlAnswers
  /// Counts control requests.
  var commands: UInt64 = 0
  /// Whether the daemon replays or simulates, and has no devices.
  let isWithoutDevices: Bool
  let lossless: Bool
  private let clientCount: ClientCount
  private(set) var clients: [Client] = []
  private(set) var newest = PerTopic<Line?>(nil)
  private var incoming: [Line] = []
  private var isEnding = false
  private var joined = 0
  private var heapTrim = HeapTrim()
  /// Clients that were not let in and read why.
  private var refused = 0
  /// During a write the channel may call back that it is writable again or closed: lines are
  /// delivered after the write then, so that they stay in order.
  private var isDelivering = false
  /// The next look at clients that had not read what they got before.
  private var look: Scheduled<Void>?
  /// From a delivery to that look, which serves lines that no tick follows. Source: chosen; a tick takes 17 ms.
  private static let lookPause = TimeAmount.milliseconds(20)

  init(
    hello: Hello, lineQueue: LineQueue, limits: PublisherLimits, lossless: Bool,
    clientCount: ClientCount, controlHandler: (any ControlHandler)?, answers: ControlAnswers,
    logger: Logger
  ) {
    var hello = hello
    hello.control = false
    helloLine = ByteBuffer(bytes: hello.line)
    hello.control = true
    controlHelloLine = ByteBuffer(bytes: hello.line)
    (self.controlHandler, self.answers, self.logger) = (controlHandler, answers, logger)
    isWithoutDevices = hello.replay || hello.simulated
    self.lineQueue = lineQueue
    self.limits = limits
    self.lossless = lossless
    self.clientCount = clientCount
    clientLog = ClientLog(logger)
  }

  /// Accepts a connection as a client, or sends the reason why not and returns `nil`.
  ///
  /// The client leaves when its channel is closed, which happens once, whatever came
  /// before: already the first write may find the connection closed.
  ///
  /// - Parameter peer: who it is; `nil` where the system does not say.
  func join(_ channel: any Channel, _ kind: SocketKind, _ peer: PeerCredentials?) -> Client? {
    joined += 1
    let client = Client(channel, kind, peer, number: joined, now: .now())
    if let reason = refusal(of: client) {
      refuse(client, reason)
      return nil
    }
    clients.append(client)
    clientCount.set(clients.count)
    let socket = kind == .control ? "control" : "stream"
    clientLog.log(
      .visit, .debug,
      "client \(client.number) came to the \(socket) socket, \(peer.map { "\($0)" } ?? "unknown")")
    heapTrim.joined(clients: clients.count)
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in
      leave(client)
      guard heapTrim.scheduleIfDue(clients: clients.count) else { return }
      channel.eventLoop.assumeIsolated().scheduleTask(in: HeapTrim.delay) { [self] in
        heapTrim.trim(clients: clients.count)
      }
    }
    client.write(hello(for: kind))
    return client
  }

  private func hello(for kind: SocketKind) -> ByteBuffer {
    kind == .control ? controlHelloLine : helloLine
  }

  /// Why a client is not let in; `nil` where it is.
  private func refusal(of client: Client) -> RequestError? {
    guard !isEnding else { return .shuttingDown }
    // Counted apart: clients that only read must not keep out the one that controls.
    let limit = client.kind == .control ? limits.controlClients : limits.clients
    let same = clients.filter { $0.kind == client.kind }
    guard same.count < limit else { return .busy(limit) }
    if same.count + 1 == limit {
      clientLog.log(.full, .warning, "\(limit) clients: no more are let in until one leaves")
    }
    guard client.kind == .stream, let user = client.peer?.uid,
      !limits.unlimitedUsers.contains(user),
      same.count(where: { $0.peer?.uid == user }) >= limits.clientsPerUser
    else { return nil }
    clientLog.log(
      .full, .notice,
      "user \(user) has \(limits.clientsPerUser) connections: no more of this user are let in until "
        + "one leaves; see [stream] clients_per_user")
    return .busy(user: user, limits.clientsPerUser)
  }

  /// Tells a client why it is not let in. It may have sent a request before it reads; with that unread
  /// the connection would be reset, so what it sends is taken and ignored for a while.
  private func refuse(_ client: Client, _ reason: RequestError) {
    client.write(hello(for: client.kind))
    client.send(reason)
    guard refused < PublisherLimits.refusedAtOnce else {
      return client.closeAfterWriting(within: TimeAmount(limits.refusal))
    }
    refused += 1
    client.closed.assumeIsolated().whenComplete { [self] _ in refused -= 1 }
    client.endAfterWriting(within: TimeAmount(limits.refusal))
  }

  /// Removes a client; does nothing where it has left already.
  func leave(_ client: Client) {
    guard let index = clients.firstIndex(where: { $0 === client }) else { return }
    clients.remove(at: index)
    clientLog.log(.visit, .debug, "client \(client.number) left")
    clientCount.set(clients.count)
    subscriptionsChanged()
    deliverIfLossless()
  }

  /// Sends nothing to a client any more, which leaves when its channel is closed.
  func retire(_ client: Client) {
    client.retire()
    subscriptionsChanged()
    deliverIfLossless()
  }

  /// Takes the lines that a client held up. Where lines may be dropped no client holds up any, and a delivery for each
  /// of many clients that leave at once would take seconds.
  private func deliverIfLossless() {
    if lossless { deliver() }
  }

  /// To be called when a client starts or stops watching a topic.
  func subscriptionsChanged() {
    let watched = TopicSet(
      Topic.allCases.filter { topic in clients.contains { $0.watches(topic) } })
    lineQueue.setWatched(watched)
    clientCount.setWatched(watched)
  }

  /// A client's channel takes data again.
  func becameWritable(_ client: Client) {
    client.flush(newest: newest)
    deliverIfLossless()
  }

  /// Takes the published lines and offers them to every client.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    if lossless {
      while isEnding || canAllTakeMore, let line = lineQueue.takeFirst() {
        offer(line)
        writeCollected()
      }
    } else {
      lineQueue.takeAll(into: &incoming)
      for line in incoming { offer(line) }
      if !incoming.isEmpty { writeCollected() }
      incoming.removeAll(keepingCapacity: true)
    }
    reportDelivery()
    lookAgainWhereLinesWait()
  }

  /// The kernel does not report that a client has read, so the next look is at a fixed time.
  private func lookAgainWhereLinesWait() {
    guard look == nil, let loop = clients.first(where: \.hasBacklog)?.closed.eventLoop
    else { return }
    look = loop.assumeIsolated().scheduleTask(in: Self.lookPause) { [self] in
      look = nil
      for client in clients where client.hasBacklog { client.flush(newest: newest) }
      deliver()
    }
  }

  /// Runs `body`, which writes several lines that belong together, and delivers only after them.
  func withoutDelivering(_ body: () -> Void) {
    let wasDelivering = isDelivering
    isDelivering = true
    body()
    isDelivering = wasDelivering
    deliver()
  }

  /// Writes what was offered; where lines were lost before they came here, the client gets `resync`.
  private func writeCollected() {
    for client in clients {
      // Once for a delivery and not for each line: whether the client has read is asked with a system call.
      if client.hasBacklog { client.flush(newest: newest) }
      client.writeCollected()
    }
  }

  private var canAllTakeMore: Bool {
    clients.allSatisfy { $0.isWritable || !$0.watchesAnything }
  }

  private func offer(_ line: Line) {
    guard line.bytes.readableBytes > 0 else {
      newest[line.topic] = nil
      return
    }
    newest[line.topic] = line
    var turned = TurnedLines(line)
    // A connection that is closed is still a client until the event loop says so.
    for client in clients where client.isActive {
      client.offer(line, &turned, lossless: lossless)
    }
  }

  /// Wakes the thread that waits until every line has left.
  private func reportDelivery() {
    guard lineQueue.isLastDeliveryAwaited, !clients.contains(where: \.hasBacklog) else { return }
    let served = clients.filter { !$0.isRetired }
    guard let loop = served.first?.closed.eventLoop else { return lineQueue.noteDelivered() }
    EventLoopFuture.andAllComplete(served.map { $0.written() }, on: loop)
      .whenComplete { [lineQueue] _ in lineQueue.noteDelivered() }
  }

  /// The topic's newest line.
  func newestLine(of topic: Topic) -> Line? {
    guard let unwatched = lineQueue.unwatchedLine(of: topic) else { return newest[topic] }
    guard let watched = newest[topic], watched.sequence > unwatched.sequence else {
      return unwatched
    }
    return watched
  }

  /// Closes the connections of clients that have read nothing for too long; to be called regularly.
  func closeStalled(now: NIODeadline) {
    for client in clients where client.checkStall(now: now, limit: TimeAmount(limits.stall)) {
      clientLog.log(
        .stalled, .info, at: now, "closed a client that has read nothing for \(limits.stall)")
      client.close()
    }
    clientLog.logLeftOut(at: now)
  }

  /// Sends each client its backlog and `bye`, and closes; done when every connection is closed.
  func end(_ bye: Bye, on loop: any EventLoop) -> EventLoopFuture<Void> {
    isEnding = true
    deliver()
    let leaving = clients
    for client in leaving {
      if !client.isRetired {
        client.flush(newest: newest, regardless: true)
        abandonCommand(of: client)
        client.send(bye)
      }
      client.closeAfterWriting(within: TimeAmount(limits.closeTimeout))
    }
    return EventLoopFuture.andAllComplete(leaving.map(\.closed), on: loop)
  }
}

extension RequestError {
  static let shuttingDown = RequestError(
    code: .shuttingDown, message: "the daemon is stopping", hint: "connect again in a moment")

  static func busy(_ limit: Int) -> RequestError {
    RequestError(
      code: .busy, message: "there are \(limit) clients already",
      hint: "close one, or connect again later")
  }

  static func busy(user: UInt32, _ limit: Int) -> RequestError {
    RequestError(
      code: .busy, message: "user \(user) has \(limit) connections already",
      hint: "close one, or raise clients_per_user in [stream] of the daemon's configuration")
  }

  /// - Parameter id: of the request that was not carried out.
  static func rateLimited(_ id: RequestID?, _ limits: PublisherLimits) -> RequestError {
    RequestError(
      id: id, code: .rateLimited,
      message: "over \(limits.requestsPerSecond) requests a second; this one was not carried out",
      hint: "send it again in a moment; watch a topic instead of asking for it again and again")
  }
}
