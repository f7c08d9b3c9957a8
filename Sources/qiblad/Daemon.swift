import Logging
import NIOPosix
import Publisher
import ServiceLifecycle

/// The daemon's one service: the publisher and the pipeline's thread, started and stopped together.
struct Daemon: Service {
  let publisher: Publisher
  let source: any SampleSource
  let thread: PipelineThread
  let logger: Logger
  /// `nil` where nothing is to be felt.
  let haptics: HapticPlayer?
  /// `nil` where no place is kept.
  let placeSaver: PlaceSaver?
  /// `nil` where nothing comes but what a recording gives.
  let selfReport: SelfReport?

  /// How long the pipeline's thread may take to see that the daemon stops. It does not where it
  /// waits for a sample that does not come, as from a pipe that is open and silent: then the
  /// process ends without it.
  private static let patience = Duration.milliseconds(500)

  /// Runs until the source ends, or a signal asks to stop.
  func run() async throws {
    let path = try await publisher.start()
    logger.notice("listening on \(path); to see it: echo watch | nc -U \(path)")
    let tidying = Task {
      try await Task.sleep(for: .seconds(1))
      StartupPages.giveBack()
    }
    defer { tidying.cancel() }
    let reporting = Task { [selfReport] () -> Void in await selfReport?.run() }
    defer { reporting.cancel() }
    Task { [haptics] () -> Void in await haptics?.run() }
    defer { haptics?.finish() }
    let saving = Task { [placeSaver] () -> Void in await placeSaver?.run() }
    do {
      let end = try await runThread()
      logger.notice(end == .stopped ? "stopping" : "the recording has ended")
      await publisher.stop(reason: end == .stopped ? "shutting_down" : "replay_ended")
      await finish(saving)
    } catch {
      await publisher.stop(reason: "failed")
      await finish(saving)
      throw error
    }
  }

  /// Waits until the last place is written.
  private func finish(_ saving: Task<Void, Never>) async {
    placeSaver?.finish()
    await saving.value
  }

  /// Runs the pipeline's thread to its end, or until it is left behind.
  private func runThread() async throws -> PipelineThread.End {
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    defer { pool.shutdownGracefully { _ in } }  // not waited for: see `patience`
    let (ends, end) = AsyncStream.makeStream(of: Result<PipelineThread.End, any Error>.self)
    pool.submit { [thread, source] _ in end.yield(Result { try thread.run(source) }) }
    return try await withGracefulShutdownHandler {
      for await result in ends { return try result.get() }
      return .stopped
    } onGracefulShutdown: { [thread, publisher] in
      thread.stop.set()
      Task {
        // A lossless publisher may hold the thread; only stopping it lets the thread end.
        await publisher.stop(reason: "shutting_down")
        try await Task.sleep(for: Self.patience)
        end.yield(.success(.stopped))
      }
    }
  }
}
