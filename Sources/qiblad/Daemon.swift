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

  /// Runs until the source ends, or a signal asks to stop.
  func run() async throws {
    let path = try await publisher.start()
    logger.notice("listening on \(path); to see it: echo watch | nc -U \(path)")
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    let tidying = Task {
      try await Task.sleep(for: .seconds(1))
      StartupPages.giveBack()
    }
    defer { tidying.cancel() }
    do {
      let end = try await withGracefulShutdownHandler {
        try await pool.runIfActive { [thread, source] in try thread.run(source) }
      } onGracefulShutdown: {
        thread.stop.set()
        // A lossless publisher may hold the thread; only stopping it lets the thread end.
        Task { await publisher.stop(reason: "shutting_down") }
      }
      logger.notice(end == .stopped ? "stopping" : "the recording has ended")
      await publisher.stop(reason: end == .stopped ? "shutting_down" : "replay_ended")
    } catch {
      await publisher.stop(reason: "failed")
      try await pool.shutdownGracefully()
      throw error
    }
    try await pool.shutdownGracefully()
  }
}
