import Logging
import Storage
import Threads

/// Writes the last known place on a thread of its own: a memory card can take a second.
struct PlaceSaver: Sendable {
  private let file: LastPlaceFile
  private let logger: Logger
  private let isObstacleLogged: Bool
  // Where writing takes long, only the newest place is worth it.
  private let places = BlockingQueue<LastPlace>(capacity: 1, whenFull: .dropOldest)

  /// - Parameter isObstacleLogged: whether the log says already that nothing can be saved.
  init(file: LastPlaceFile, isObstacleLogged: Bool, logger: Logger) {
    (self.file, self.isObstacleLogged, self.logger) = (file, isObstacleLogged, logger)
  }

  /// Hands a place to the thread; never waits.
  func save(_ place: LastPlace) { places.put(place) }

  /// Ends `run` when it has written the last place.
  func finish() { places.close() }

  /// Writes the places as they come, until `finish`.
  func run() async {
    do throws(ThreadRefusal) { try await DedicatedThread.run { write() } } catch { warn(error) }
  }

  /// Logs a failure when it begins and not each time again.
  private func write() {
    var isFailing = isObstacleLogged
    while let place = places.take() {
      do {
        try file.save(place)
        isFailing = false
      } catch {
        if !isFailing { warn(error) }
        isFailing = true
      }
    }
  }

  private func warn(_ error: any Error) {
    logger.warning("the last known place is not kept: \(error)")
  }
}
