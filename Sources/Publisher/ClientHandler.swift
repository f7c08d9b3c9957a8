internal import Logging
internal import NIOCore
internal import Wire

/// Connects one channel to the fan-out: bytes in, requests out.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let fanOut: FanOut
  private let kind: SocketKind
  private var client: Client?
  /// While this handler is in a channel's pipeline; the pipeline and the context hold each other.
  private var context: ChannelHandlerContext?
  private var framer = RequestFramer()
  private var inputIsClosed = false
  private var isReading = true
  private var isAnswering = false

  init(_ fanOut: FanOut, _ kind: SocketKind) { (self.fanOut, self.kind) = (fanOut, kind) }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context _: ChannelHandlerContext) { context = nil }

  func channelActive(context: ChannelHandlerContext) {
    client = fanOut.join(context.channel, kind)
    guard kind == .control, let client else { return }
    PeerCredentials.read(of: context.channel).assumeIsolated().whenComplete { [fanOut] result in
      switch result {
      case .success(let peer): client.peer = peer
      case .failure(let error):
        // It has gone already. Should it be there, its commands are refused.
        fanOut.clientLog.log(.failed, .debug, "a control client's user is not known: \(error)")
      }
    }
    // Weak: the connection may be closed by now, and then nothing would end a cycle of references.
    client.whenAnswered = { [weak self] in
      guard let self, let context = self.context else { return }
      answerRequests(context)
    }
  }

  /// No request is answered from now on; the channel tells the fan-out.
  func channelInactive(context: ChannelHandlerContext) {
    client?.whenAnswered = nil
    client = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard client != nil else { return }
    framer.append(unwrapInboundIn(data).readableBytesView)
    answerRequests(context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard let client, context.channel.isWritable else { return }
    fanOut.becameWritable(client)
    answerRequests(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      inputIsClosed = true
      answerRequests(context)
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
    while context.channel.isWritable, let client, client.pending == nil,
      let item = framer.next() ?? lastItem()
    {
      answer(item, client)
    }
    read(context, context.channel.isWritable && client?.pending == nil)
    endWhereNothingCanFollow(context)
  }

  private func read(_ context: ChannelHandlerContext, _ flag: Bool) {
    guard flag != isReading else { return }
    isReading = flag
    do { try context.channel.syncOptions?.setOption(.autoRead, value: flag) } catch {
      fanOut.clientLog.log(.failed, .debug, "a client's connection is closing: \(error)")
    }
  }

  private func lastItem() -> RequestFramer.Item? { inputIsClosed ? framer.last() : nil }

  private func answer(_ item: RequestFramer.Item, _ client: Client) {
    switch item {
    case .line(let line): fanOut.answer(line, from: client)
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
    guard inputIsClosed, context.channel.isWritable, let client, client.pending == nil,
      !client.watchesAnything
    else { return }
    finish(client)
  }

  /// No request is answered and no line is sent from now on; what was written is still delivered.
  private func finish(_ client: Client) {
    client.whenAnswered = nil
    self.client = nil
    fanOut.leave(client)
    client.closeAfterWriting(within: TimeAmount(fanOut.limits.stall))
  }
}

extension RequestError {
  fileprivate static let tooLong = RequestError(
    code: .tooLong, message: "the request is over \(Limits.requestBytes) bytes long",
    hint: "the rest of that line is passed over; a third such request ends the connection")
}
