internal import Logging
internal import NIOCore
internal import Wire

/// Connects one channel to the fan-out: bytes in, requests out.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let fanOut: FanOut
  private let kind: SocketKind
  private var client: Client?
  /// Whether the client was not let in.
  private var isRefused = false
  /// While this handler is in a channel's pipeline; the pipeline and the context hold each other.
  private var context: ChannelHandlerContext?
  private var framer = RequestFramer()
  private var inputIsClosed = false
  private var isReading = true
  private var isAnswering = false
  /// Requests that were answered, also with an error.
  private var answers = 0
  private var allowance: RequestAllowance
  /// While no request is taken, because there were too many.
  private var pause: Scheduled<Void>?
  /// Bytes of a client that was not let in.
  private var ignored = 0
  /// The most of these: a client that sends so much does not read.
  private static let mostIgnored = 65_536

  init(_ fanOut: FanOut, _ kind: SocketKind) {
    (self.fanOut, self.kind) = (fanOut, kind)
    allowance = RequestAllowance(
      burst: fanOut.limits.requestBurst, perSecond: fanOut.limits.requestsPerSecond)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context _: ChannelHandlerContext) { context = nil }

  func channelActive(context: ChannelHandlerContext) {
    // Done at once, on this event loop.
    PeerCredentials.read(of: context.channel).assumeIsolated().whenComplete { [self] result in
      switch result {
      case .success(let peer): join(context.channel, peer)
      case .failure(let error):
        // It has gone already. Should it be there, its commands are refused.
        fanOut.clientLog.log(.failed, .debug, "a client's user is not known: \(error)")
        join(context.channel, nil)
      }
    }
  }

  private func join(_ channel: any Channel, _ peer: PeerCredentials?) {
    client = fanOut.join(channel, kind, peer)
    isRefused = client == nil
    // Weak: the connection may be closed by now, and then nothing would end a cycle of references.
    client?.whenAnswered = { [weak self] in
      guard let self, let context = self.context else { return }
      answerRequests(context)
    }
  }

  /// No request is answered from now on; the channel tells the fan-out.
  func channelInactive(context: ChannelHandlerContext) {
    pause?.cancel()
    client?.whenAnswered = nil
    client = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    guard client != nil else { return ignore(bytes, context) }
    framer.append(bytes.readableBytesView)
    let answered = answers
    answerRequests(context)
    // A part of a line costs as much as a line: a line that never ends is work, too.
    if answers == answered, pause == nil, !allowance.spend(at: .now()) { pauseRequests(context) }
  }

  /// Counts what comes from a client that was not let in, or whose connection is about to end.
  private func ignore(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    ignored += bytes.readableBytes
    if ignored > Self.mostIgnored { context.close(promise: nil) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard let client, context.channel.isWritable else { return }
    fanOut.becameWritable(client)
    answerRequests(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      inputIsClosed = true
      // It has got the reason: that was written before anything was read.
      if isRefused { context.close(promise: nil) } else { answerRequests(context) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fanOut.clientLog.log(.failed, .debug, "a client's connection failed: \(error)")
    context.close(promise: nil)
  }

  /// Answers while the client reads its answers: a client that only asks must not fill the daemon's
  /// memory.
  private func answerRequests(_ context: ChannelHandlerContext) {
    guard !isAnswering else { return }  // an answer's own write can call back here
    isAnswering = true
    defer { isAnswering = false }
    while canAnswer(context), let client, let item = framer.next() ?? lastItem() {
      answers += 1
      let isWithinRate = allowance.spend(at: .now())
      answer(item, client, isWithinRate)
      if !isWithinRate { pauseRequests(context) }
    }
    read(context, canAnswer(context))
    endWhereNothingCanFollow(context)
  }

  private func canAnswer(_ context: ChannelHandlerContext) -> Bool {
    context.channel.isWritable && pause == nil && client?.pending == nil
  }

  /// Takes no request for a while: this client waits, the others do not.
  private func pauseRequests(_ context: ChannelHandlerContext) {
    let length = TimeAmount(fanOut.limits.requestPause)
    // Weak, as `whenAnswered`.
    pause = context.eventLoop.assumeIsolated().scheduleTask(in: length) { [weak self] in
      guard let self else { return }
      pause = nil
      if let context = self.context { answerRequests(context) }
    }
    read(context, false)
  }

  private func read(_ context: ChannelHandlerContext, _ flag: Bool) {
    guard flag != isReading else { return }
    isReading = flag
    do { try context.channel.syncOptions?.setOption(.autoRead, value: flag) } catch {
      fanOut.clientLog.log(.failed, .debug, "a client's connection is closing: \(error)")
    }
  }

  private func lastItem() -> RequestFramer.Item? { inputIsClosed ? framer.last() : nil }

  private func answer(_ item: RequestFramer.Item, _ client: Client, _ isWithinRate: Bool) {
    switch item {
    case .line(let line):
      isWithinRate ? fanOut.answer(line, from: client) : fanOut.refuse(line, from: client)
    case .tooLong:
      client.tooLongRequests += 1
      client.send(RequestError.tooLong)
      guard client.tooLongRequests >= fanOut.limits.tooLongRequests else { return }
      fanOut.clientLog.log(
        .tooLong, .info, "closed a client: too many requests over \(Limits.requestBytes) bytes")
      client.send(Bye(reason: "too_long"))
      finish(client)
    }
  }

  /// Closes the connection of a client that sends no more and watches nothing: with this
  /// `echo '{"do":"get","topic":"state"}' | nc -U` ends by itself.
  private func endWhereNothingCanFollow(_ context: ChannelHandlerContext) {
    guard inputIsClosed, canAnswer(context), let client, !client.watchesAnything else { return }
    finish(client)
  }

  /// No request is answered and no line is sent from now on; what was written is still delivered.
  ///
  /// Until its channel is closed the client is counted, against the limits of clients too: it may never read.
  private func finish(_ client: Client) {
    client.whenAnswered = nil
    self.client = nil
    fanOut.retire(client)
    client.closeAfterWriting(within: TimeAmount(fanOut.limits.stall))
  }
}

extension RequestError {
  fileprivate static let tooLong = RequestError(
    code: .tooLong, message: "the request is over \(Limits.requestBytes) bytes long",
    hint: "the rest of that line is passed over; a third such request ends the connection")
}
