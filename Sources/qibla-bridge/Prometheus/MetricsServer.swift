import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server with one page.
final class MetricsServer: Sendable {
  /// Enough for several Prometheus servers; also a bound for memory and descriptors.
  static let clientLimit = 16
  /// A connection without a request is closed after this time.
  private static let idleLimit = TimeAmount.seconds(60)

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel

  /// - Throws: `CommandFailure` where the system does not let it listen there.
  init(address: NetworkAddress, metrics: SharedMetrics) throws {
    let clients = ClientCount()
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 16)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        clients.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
          try pipeline.addHandler(IdleStateHandler(readTimeout: Self.idleLimit))
          try pipeline.addHandler(MetricsHandler(metrics: metrics))
        }
      }
    do {
      channel = try bootstrap.bind(host: address.host, port: Int(address.port)).wait()
    } catch {
      throw CommandFailure("cannot listen on \(address): \(error)")
    }
    complain("metrics at http://\(address)/metrics")
  }

  /// Closes all connections.
  func end() {
    do { try group.syncShutdownGracefully() } catch { complain("cannot end the server: \(error)") }
  }

  /// How many clients are connected; more than the limit are closed at once.
  private final class ClientCount: Sendable {
    private let count = Atomic(0)

    func add(_ channel: any Channel) {
      count.add(1, ordering: .relaxed)
      channel.closeFuture.whenComplete { _ in self.count.subtract(1, ordering: .relaxed) }
      if count.load(ordering: .relaxed) > MetricsServer.clientLimit { channel.close(promise: nil) }
    }
  }
}

/// Answers `GET /metrics`.
private final class MetricsHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let metrics: SharedMetrics
  private var request: HTTPRequestHead?

  init(metrics: SharedMetrics) { self.metrics = metrics }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end:
      guard let request else { return }
      self.request = nil
      answer(request, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let path = request.uri.prefix { $0 != "?" }
    var headers = HTTPHeaders([("Content-Type", "text/plain; charset=utf-8")])
    var status = HTTPResponseStatus.ok
    var body: [UInt8]
    if request.method != .GET, request.method != .HEAD {
      status = .methodNotAllowed
      headers.add(name: "Allow", value: "GET, HEAD")
      body = Array("use GET\n".utf8)
    } else if path == "/metrics" {
      // The text format's version, so that Prometheus does not guess.
      headers.replaceOrAdd(
        name: "Content-Type", value: "text/plain; version=0.0.4; charset=utf-8")
      body = metrics.text
    } else {
      status = .notFound
      body = Array("the metrics are at /metrics\n".utf8)
    }
    headers.add(name: "Content-Length", value: "\(body.count)")
    if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method == .HEAD { body = [] }
    if !body.isEmpty {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: body)))),
        promise: nil)
    }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if !request.isKeepAlive { channel.close(promise: nil) }
    }
  }
}
