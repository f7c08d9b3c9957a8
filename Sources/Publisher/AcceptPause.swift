private import Glibc
internal import Logging
internal import NIOCore

/// Stops accepting connections for a while when the system has no descriptor or memory for one, or
/// only the last descriptors of the process.
///
/// Those are for the rest of the daemon: a calibration that has to be saved, and libdispatch, which
/// reads `/proc/PID/stat` of its threads while work waits for them, and ends the process where it
/// cannot open that (swift-corelibs-libdispatch, src/event/workqueue.c).
///
/// The connection that could not be accepted stays in the kernel's queue, so the listening socket
/// stays readable: without a pause the event loop would try again at once, for as long as it lasts.
/// NIO's own `AcceptBackoffHandler` delays `read`, which NIO 2.101 does not call after a failed
/// accept.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel

  /// From a failed accept to the next attempt.
  static let length = TimeAmount.seconds(1)
  /// Descriptors that clients leave free. Source: chosen; NIO accepts up to four at once before it
  /// can be stopped, so four are always left.
  private static let left = 8

  private let fanOut: FanOut
  /// When accepting failed first, while it has not gone well since.
  private var failingSince: NIODeadline?
  /// Ends the pause, or the failure where the attempt after a pause did not fail.
  private var timer: Scheduled<Void>?

  init(_ fanOut: FanOut) { self.fanOut = fanOut }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let code = (error as? IOError)?.errnoCode,
      [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(code)
    else { return context.fireErrorCaught(error) }
    pause(context, code)
  }

  /// What waited was accepted, or as much as is accepted at once.
  func channelReadComplete(context: ChannelHandlerContext) {
    if !OpenFiles.areMore(than: Self.left) { pause(context, EMFILE) }
    context.fireChannelReadComplete()
  }

  private func pause(_ context: ChannelHandlerContext, _ code: CInt) {
    if failingSince == nil {
      failingSince = .now()
      fanOut.clientLog.log(
        .accepting, .warning,
        "no more connections can be accepted: \(String(cString: strerror(code))); "
          + "connected clients are served; see LimitNOFILE= of the service, or ulimit -n")
    }
    setAutoRead(false, context)
    schedule(context) { $0.resume($1) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  /// Tries to accept again. A client that waits is accepted at once; so an attempt fails at once
  /// too.
  private func resume(_ context: ChannelHandlerContext) {
    guard OpenFiles.areMore(than: Self.left) else {
      return schedule(context) { $0.resume($1) }
    }
    setAutoRead(true, context)
    schedule(context) { $0.endFailure($1) }
  }

  private func endFailure(_: ChannelHandlerContext) {
    guard let since = failingSince else { return }
    failingSince = nil
    let seconds = (.now() - since).nanoseconds / 1_000_000_000
    fanOut.clientLog.log(.accepting, .notice, "connections are accepted again, after \(seconds) s")
  }

  private func schedule(
    _ context: ChannelHandlerContext,
    _ action: @escaping (AcceptPause, ChannelHandlerContext) -> Void
  ) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) { [self] in
      action(self, context)
    }
  }

  private func setAutoRead(_ flag: Bool, _ context: ChannelHandlerContext) {
    do { try context.channel.syncOptions?.setOption(.autoRead, value: flag) } catch {
      fanOut.clientLog.log(.accepting, .debug, "the listening socket is closing: \(error)")
    }
  }
}
