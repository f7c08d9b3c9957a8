import Logging
import Publisher
import ServiceLifecycle
import Threads

/// The daemon's one service: the publisher and the pipeline's thread, started and stopped together.
struct Daemon: Service, CustomStringConvertible {
  let publisher: Publisher
  let source: any InputSource
  let thread: PipelineThread
  let logger: Logger
  /// `nil` where events have no patterns.
  let haptics: HapticPlayer?
  /// `nil` where no place is saved.
  let placeSaver: PlaceSaver?
  /// `nil` where no calibration is saved.
  let profileSaver: ProfileSaver?
  let recorder: Recorder
  /// `nil` where the daemon publishes neither `devices` nor `stats`.
  let selfReport: SelfReport?
  let service: ServiceReport
  /// `nil` where the service manager does not ask whether the daemon works.
  let watchdog: Watchdog?

  /// How long the daemon waits for the pipeline's thread to end. The thread does not end where it
  /// waits for a sample that does not come, as from a pipe that is open and silent: then the
  /// process ends without it.
  private static let stopTimeout = Duration.milliseconds(500)

  /// For the log of the service's life, which would else describe every part.
  var description: String { "qiblad" }

  /// Runs until the source ends, or a signal asks to stop.
  func run() async throws {
    let path = try await publisher.start()
    logger.notice("listening on \(path); to see it: echo watch | nc -U \(path)")
    service.ready("listening on \(path)")
    try watchdog?.start()
    let tidying = Task {
      try await Task.sleep(for: .seconds(1))
      CodePages.giveBack()
    }
    defer { tidying.cancel() }
    let reporting = Task { [selfReport] () -> Void in await selfReport?.run() }
    defer { reporting.cancel() }
    haptics?.start()
    defer { haptics?.finish() }
    let saving = Task { [placeSaver, profileSaver, recorder] () -> Void in
      async let profiles: Void? = profileSaver?.run()
      async let recordings: Void = recorder.run()
      await placeSaver?.run()
      await profiles
      await recordings
    }
    do {
      let end = try await runThread()
      // After a signal, systemd knows already.
      if end != .stopped { service.stopping() }
      logger.notice(end == .stopped ? "stopping" : "the recording has ended")
      await publisher.stop(reason: end == .stopped ? "shutting_down" : "replay_ended")
      await finish(saving)
    } catch {
      await publisher.stop(reason: "failed")
      await finish(saving)
      throw error
    }
  }

  /// Waits until the last place and the last calibration are saved, and a recording is whole.
  private func finish(_ saving: Task<Void, Never>) async {
    placeSaver?.finish()
    profileSaver?.finish()
    recorder.finish()
    await saving.value
  }

  /// Runs the pipeline's thread to its end, or until it is left behind.
  private func runThread() async throws -> PipelineThread.End {
    let (ends, end) = AsyncStream.makeStream(of: Result<PipelineThread.End, any Error>.self)
    try DedicatedThread.start { [thread, source] in end.yield(Result { try thread.run(source) }) }
    return try await withGracefulShutdownHandler {
      for await result in ends { return try result.get() }
      return .stopped
    } onGracefulShutdown: { [thread, publisher, service] in
      service.stopping()
      thread.stop.set()
      Task {
        // A lossless publisher may hold the thread; only stopping it lets the thread end. Another one stops
        // after the thread, whose last event is that a recording has ended.
        if thread.waitsForClient { await publisher.stop(reason: "shutting_down") }
        try await Task.sleep(for: Self.stopTimeout)
        end.yield(.success(.stopped))
      }
    }
  }
}
