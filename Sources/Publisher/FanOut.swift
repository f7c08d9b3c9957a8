internal import Logging
internal import NIOCore
internal import Wire

/// All connections and the newest line of each topic. Lives on the event loop.
final class FanOut {
  let handOver: LineQueue
  let limits: PublisherLimits
  /// What is logged because of clients.
  var clientLog: ClientLog
  let helloLine: ByteBuffer
  /// Whether no sensor of this machine is read.
  let isWithoutDevices: Bool
  let lossless: Bool
  private let clientCount: ClientCount
  private(set) var clients: [Client] = []
  private(set) var newest = PerTopic<Line?>(nil)
  private var incoming: [Line] = []
  private var isEnding = false
  private var joined = 0
  /// A write can make the channel call back that it is writable again or gone: what follows from
  /// that waits until the writing is done, so that lines stay in order.
  private var isDelivering = false

  init(
    hello: Hello, handOver: LineQueue, limits: PublisherLimits, lossless: Bool,
    clientCount: ClientCount, logger: Logger
  ) {
    helloLine = ByteBuffer(bytes: hello.line)
    isWithoutDevices = hello.replay || hello.simulated
    self.handOver = handOver
    self.limits = limits
    self.lossless = lossless
    self.clientCount = clientCount
    clientLog = ClientLog(logger)
  }

  /// Lets a connection in, or says why not and returns `nil`.
  ///
  /// What joins leaves when its channel is closed, and a channel is closed once, whatever happens
  /// before: the first write may find the connection gone already.
  func join(_ channel: any Channel) -> Client? {
    joined += 1
    let client = Client(channel, number: joined, now: .now())
    guard !isEnding, clients.count < limits.clients else {
      client.write(helloLine)
      client.send(isEnding ? RequestError.shuttingDown : .busy(limits.clients))
      client.closeAfterWriting(within: TimeAmount(limits.stall))
      return nil
    }
    clients.append(client)
    clientCount.set(clients.count)
    if clients.count == limits.clients {
      clientLog.log(
        .full, .warning, "\(clients.count) clients: no more are let in until one leaves")
    }
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in leave(client) }
    client.write(helloLine)
    return client
  }

  /// Takes a client out of those that are served; nothing where it has left already.
  func leave(_ client: Client) {
    guard let index = clients.firstIndex(where: { $0 === client }) else { return }
    clients.remove(at: index)
    clientCount.set(clients.count)
    subscriptionsChanged()
    deliver()
  }

  /// To be called when a client begins or ends to watch something.
  func subscriptionsChanged() {
    handOver.setReadingIsWatched(clients.contains { $0.watches(.reading) })
  }

  /// A client's channel takes data again.
  func becameWritable(_ client: Client) {
    client.flush(newest: newest)
    deliver()
  }

  /// Takes what was published and offers it to every client.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    if lossless {
      while isEnding || canAllTakeMore, let line = handOver.takeFirst() { offer(line) }
    } else {
      handOver.takeAll(into: &incoming)
      for line in incoming { offer(line) }
      incoming.removeAll(keepingCapacity: true)
    }
    reportDelivery()
  }

  /// Runs `body`, which writes several lines that belong together, and delivers only behind them.
  func withoutDelivering(_ body: () -> Void) {
    let wasDelivering = isDelivering
    isDelivering = true
    body()
    isDelivering = wasDelivering
    deliver()
  }

  private var canAllTakeMore: Bool {
    clients.allSatisfy { $0.isWritable || !$0.watchesAnything }
  }

  private func offer(_ line: Line) {
    newest[line.topic] = line
    for client in clients {
      client.offer(line, lossless: lossless)
      // Lines that were lost before they came here are told at once where that is possible.
      if client.hasBacklog { client.flush(newest: newest) }
    }
  }

  /// Tells who waits for it that every line has left.
  private func reportDelivery() {
    guard handOver.isLastDeliveryAwaited, !clients.contains(where: \.hasBacklog) else { return }
    guard let loop = clients.first?.closed.eventLoop else { return handOver.noteDelivered() }
    EventLoopFuture.andAllComplete(clients.map { $0.written() }, on: loop)
      .whenComplete { [handOver] _ in handOver.noteDelivered() }
  }

  /// The topic's newest line.
  func newestLine(of topic: Topic) -> Line? {
    guard topic == .reading, let unwatched = handOver.unwatchedReading() else {
      return newest[topic]
    }
    guard let watched = newest[.reading], watched.sequence > unwatched.sequence else {
      return unwatched
    }
    return watched
  }

  /// Closes whoever has taken nothing for too long; to be called now and then.
  func closeStalled(now: NIODeadline) {
    for client in clients where client.isStalled(now: now, limit: TimeAmount(limits.stall)) {
      clientLog.log(
        .stalled, .info, at: now, "closed a client that has read nothing for \(limits.stall)")
      client.close()
    }
    clientLog.logLeftOut(at: now)
  }

  /// Sends what is left and `bye`, and closes; done when every connection is gone.
  func end(_ bye: Bye, on loop: any EventLoop) -> EventLoopFuture<Void> {
    isEnding = true
    deliver()
    let leaving = clients
    for client in leaving {
      client.flush(newest: newest, regardless: true)
      client.send(bye)
      client.closeAfterWriting(within: TimeAmount(limits.farewell))
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
}
