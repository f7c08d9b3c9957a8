package import Logging
private import NIOCore
private import NIOPosix
package import ServiceManager
private import Synchronization
package import Wire

/// The server of `stream.sock` and `control.sock`: any number of clients, one thread of its own.
///
/// The pipeline's thread publishes encoded lines; every client gets the same bytes of the topics
/// and at the rate that it asked for. A slow client delays neither another client nor the pipeline.
/// A lossless publisher does delay the pipeline, so that a reader of a replay gets every line.
package final class Publisher: Sendable {
  private let hello: Hello
  private let place: SocketLocation
  private let control: ControlSocket?
  private let lossless: Bool
  private let passed: PassedSockets
  private let heartbeat: Heartbeat?
  private let limits: PublisherLimits
  private let logger: Logger
  private let lineQueue: LineQueue
  private let answers = ControlAnswers()
  private let count = ClientCount()
  private let state = Mutex(State.idle)

  private enum State: Sendable {
    /// Not started.
    case idle
    case running(Running)
    /// Done when every client has got its `bye` and the event loop has ended.
    case stopping(Task<Void, Never>)
  }

  private struct Running: Sendable {
    var group: MultiThreadedEventLoopGroup
    var fanOut: NIOLoopBound<FanOut>
    var servers: [any Channel]
    var sockets: [BoundSocket]
  }

  /// - Parameters:
  ///   - hello: the first line of every connection.
  ///   - socket: where to listen.
  ///   - control: the control socket beside it; `nil` for none.
  ///   - passed: sockets that the service manager made, which are served in place of own ones.
  ///   - lossless: whether `publish` waits for slow clients instead of dropping lines.
  ///   - heartbeat: counts the rounds of the event loop, one a second; `nil` where no thread looks at it.
  package init(
    hello: Hello, socket: SocketLocation, control: ControlSocket? = nil,
    passed: PassedSockets = PassedSockets(), lossless: Bool, logger: Logger,
    heartbeat: Heartbeat? = nil,
    limits: PublisherLimits = PublisherLimits()
  ) {
    self.hello = hello
    place = socket
    self.control = control
    self.passed = passed
    self.lossless = lossless
    self.heartbeat = heartbeat
    self.logger = logger
    self.limits = limits
    lineQueue = LineQueue(lossless: lossless)
  }

  /// The number of clients now.
  package var clientCount: Int { count.value }

  /// Sleeps while no client is connected, at most for `timeout`.
  package func waitForClient(atMost timeout: Duration) { count.wait(atMost: timeout) }

  /// Whether a client watches the topic; for what is costly to make.
  package func isWatched(_ topic: Topic) -> Bool { count.isWatched(topic) }

  /// When a published line goes to the clients.
  package enum Delivery: Sendable {
    case now
    /// With the next line that is published `.now`, or at the next call of `deliver`.
    case withLater
  }

  /// Publishes one message; the messages of one topic come from one thread or task.
  ///
  /// Returns at once, unless lossless: then it sleeps while a watching client cannot take what was
  /// published before, until it can, is closed for not reading, or the publisher stops.
  ///
  /// - Parameters:
  ///   - sequence: the message's `seq`; the topic's next.
  ///   - line: one JSON object and LF; copied. Clients get it as it is, also those that want changes only.
  ///   - delivery: `.withLater` for lines that belong together: a client gets them with one write. A
  ///     lossless publisher delivers each at once.
  package func publish(
    topic: Topic, sequence: UInt64, line: [UInt8], delivery: Delivery = .now
  ) {
    lineQueue.put(Line(topic: topic, sequence: sequence, bytes: ByteBuffer(bytes: line)), delivery)
  }

  /// As the other `publish`. The reading is encoded only where a client watches readings or asks for one.
  package func publish(_ reading: Reading, delivery: Delivery = .now) {
    lineQueue.put(reading, delivery)
  }

  /// Delivers what was published to be delivered later.
  package func deliver() { lineQueue.deliver() }

  /// The topic's newest message no longer holds: `get` and a new `watch` do not answer with it.
  package func withdraw(_ topic: Topic) { lineQueue.withdraw(topic) }

  /// The queue and the losses of each client; empty before `start` and after `stop`.
  package func clientStatistics() async -> [StatsMessage.Client] {
    // Without a client the event loop is not woken.
    guard count.value > 0 else { return [] }
    let running: Running? = state.withLock { state in
      if case .running(let running) = state { running } else { nil }
    }
    guard let fanOut = running?.fanOut else { return [] }
    do {
      return try await fanOut.eventLoop.submit { fanOut.value.clients.map(\.statistics) }.get()
    } catch {
      return []  // the event loop has just ended
    }
  }

  /// Why a wait ended.
  package enum FirstWatch: Equatable, Sendable {
    /// A client watches.
    case watched
    /// The publisher was stopped.
    case stopped
  }

  /// Sleeps until a client has watched anything, or the publisher stops.
  package func waitForFirstWatch() -> FirstWatch { lineQueue.waitForWatch() ? .watched : .stopped }

  /// Sleeps until every published line has left for its readers, or the publisher stops; for the
  /// end of a replay, before `stop`.
  package func waitUntilDelivered() { lineQueue.waitUntilDelivered() }

  /// Binds the sockets and begins to serve.
  ///
  /// - Returns: the stream socket's path.
  /// - Throws: `PublisherError`; no file and no thread stays then.
  @discardableResult
  package func start() async throws(PublisherError) -> String {
    let isPassed = passed.stream != nil && (passed.control != nil || control == nil)
    let directory = isPassed ? nil : try place.chooseDirectory()
    let sockets = try bind(directory)
    let path = sockets[0].path
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let loop = group.next()
      let fanOut = try await makeFanOut(loop)
      var servers: [any Channel] = []
      for (socket, kind) in zip(sockets, [SocketKind.stream, .control]) {
        servers.append(try await listen(socket, kind, group, fanOut))
      }
      lineQueue.connect { loop.execute { fanOut.value.deliver() } }
      answers.connect { answer in loop.execute { fanOut.value.take(answer) } }
      state.withLock { [servers] in
        $0 = .running(Running(group: group, fanOut: fanOut, servers: servers, sockets: sockets))
      }
    } catch {
      removeFiles(sockets)
      await shutDown(group)
      throw .cannotListen(path: path, reason: "\(error)")
    }
    tellWhoMayConnect(directory, path)
    return path
  }

  /// - Parameters:
  ///   - directory: of the sockets that were not passed; `nil` where all were.
  ///   - path: of the stream socket.
  private func tellWhoMayConnect(_ directory: SocketDirectory?, _ path: String) {
    if passed.control != nil, control == nil {
      logger.warning(
        """
        the service manager passed a control socket and [control] enabled is false: the daemon does not answer there; \
        stop it with: systemctl disable --now qiblad-control.socket
        """)
    }
    if passed.stream != nil, let mode = place.tooOpenMode(of: path) {
      logger.warning(
        """
        [stream] mode is \(mode.configured) and has no effect: the service manager made \(path) with mode \
        \(mode.present); systemctl edit qiblad.socket, with SocketMode=\(mode.configured) below [Socket], then \
        systemctl restart qiblad.socket qiblad-control.socket qiblad
        """)
    }
    guard let directory else {
      logger.notice("the sockets are the service manager's, with the rights that it gave them")
      return
    }
    if passed.stream == nil, let obstacle = place.obstacle(directory) {
      // The directory of one user's login is meant to be that user's own.
      logger.log(level: directory.origin == .runtime ? .info : .notice, "\(obstacle)")
    }
    guard let control, passed.control == nil else { return }
    let users = control.group.map { "this user and group \($0)" } ?? "this user"
    logger.notice("\(users) may control the daemon at \(directory.controlSocket)")
  }

  /// The stream socket, and after it the control socket if there is one.
  ///
  /// - Parameter directory: of those that were not passed; `nil` where all were.
  private func bind(_ directory: SocketDirectory?) throws(PublisherError) -> [BoundSocket] {
    let stream = try bound(passed.stream, directory) { directory throws(PublisherError) in
      try BoundSocket(path: directory.streamSocket, in: directory.path, mode: place.mode)
    }
    guard let control else { return [stream] }
    do throws(PublisherError) {
      let second = try bound(passed.control, directory) { directory throws(PublisherError) in
        try BoundSocket(
          path: directory.controlSocket, in: directory.path, mode: control.mode,
          group: control.group)
      }
      return [stream, second]
    } catch {
      stream.close()
      removeFiles([stream])
      throw error
    }
  }

  private func bound(
    _ passed: Int32?, _ directory: SocketDirectory?,
    _ make: (SocketDirectory) throws(PublisherError) -> BoundSocket
  ) throws(PublisherError) -> BoundSocket {
    if let passed { return BoundSocket(passed: passed) }
    guard let directory else {
      preconditionFailure("a socket that was not passed has no directory")
    }
    return try make(directory)
  }

  private func removeFiles(_ sockets: [BoundSocket]) {
    for socket in sockets {
      do { try socket.removeFile() } catch { logger.warning("\(error)") }
    }
  }

  private func makeFanOut(_ loop: any EventLoop) async throws -> NIOLoopBound<FanOut> {
    var limits = self.limits
    limits.fitToOpenFiles()
    if limits.clients < self.limits.clients {
      logger.notice("the limit of open files allows \(limits.clients) clients only")
    }
    return try await loop.submit { [self, limits] in
      let fanOut = FanOut(
        hello: hello, lineQueue: lineQueue, limits: limits, lossless: lossless, clientCount: count,
        controlHandler: control?.handler, answers: answers, logger: logger)
      let bound = NIOLoopBound(fanOut, eventLoop: loop)
      let check = TimeAmount(limits.stall / 6)
      loop.scheduleRepeatedTask(initialDelay: check, delay: check) { _ in
        bound.value.closeStalled(now: .now())
      }
      if let heartbeat {
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: .seconds(1)) { _ in heartbeat.beat() }
      }
      return bound
    }.get()
  }

  private func listen(
    _ socket: BoundSocket, _ kind: SocketKind, _ group: MultiThreadedEventLoopGroup,
    _ fanOut: NIOLoopBound<FanOut>
  ) async throws -> any Channel {
    let server = try await ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(fanOut.value))
        }
      }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ClientHandler(fanOut.value, kind))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // Small buffers: a client that asks and does not read its answers takes little memory.
      .childChannelOption(.socketOption(.so_sndbuf), value: 4096)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: 1024))
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Limits.requestBytes)
      )
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .withBoundSocket(socket.descriptor).get()
    // NIO has listened again, with a queue of 128.
    try socket.listenAgain()
    return server
  }

  /// Stops: `bye` to all, a short time for the last lines, the socket's file removed. Threads that
  /// sleep in `publish` or `waitForFirstWatch` wake. A second call waits for the first.
  ///
  /// - Parameter reason: of `bye`.
  package func stop(reason: String) async {
    lineQueue.stop()
    answers.stop()
    let stopping = state.withLock { state -> Task<Void, Never>? in
      switch state {
      case .idle: return nil
      case .stopping(let task): return task
      case .running(let running):
        let task = Task { await sendLastLine(running, reason) }
        state = .stopping(task)
        return task
      }
    }
    await stopping?.value
  }

  private func sendLastLine(_ running: Running, _ reason: String) async {
    // The file is removed first: a client that connects from now on should find the next daemon.
    removeFiles(running.sockets)
    do {
      for server in running.servers { try await server.close() }
      let loop = running.fanOut.eventLoop
      try await loop.flatSubmit { running.fanOut.value.end(Bye(reason: reason), on: loop) }.get()
    } catch { logger.warning("the clients did not get the last line: \(error)") }
    await shutDown(running.group)
  }

  private func shutDown(_ group: MultiThreadedEventLoopGroup) async {
    do { try await group.shutdownGracefully() } catch {
      logger.warning("the event loop did not stop: \(error)")
    }
  }
}
