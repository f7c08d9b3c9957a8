import Logging
import NIOPosix
import Storage

/// Writes the last known place, apart from the pipeline's thread: a memory card can take a second.
struct PlaceSaver: Sendable {
  private let file: LastPlaceFile
  private let logger: Logger
  private let places: AsyncStream<LastPlace>
  private let input: AsyncStream<LastPlace>.Continuation

  init(file: LastPlaceFile, logger: Logger) {
    self.file = file
    self.logger = logger
    // Only the newest is worth writing where writing takes long.
    (places, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Has a place written soon; never waits.
  func save(_ place: LastPlace) { input.yield(place) }

  /// No place follows; `run` ends when the last one is written.
  func finish() { input.finish() }

  /// Writes the places as they come. A failure is told when it begins and not each time again.
  func run() async {
    var isFailing = false
    for await place in places {
      do {
        // Not on a thread of the tasks: a board may have only one.
        try await NIOThreadPool.singleton.runIfActive { try file.save(place) }
        isFailing = false
      } catch {
        if !isFailing { logger.warning("the last known place is not kept: \(error)") }
        isFailing = true
      }
    }
  }
}
