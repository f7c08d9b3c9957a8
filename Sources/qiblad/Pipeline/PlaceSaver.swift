import Logging
import Storage
import Threads

/// Writes the last known place on a thread of its own: a memory card can take a second.
///
/// What the disk refuses is tried again after a minute, then less and less often, and at the end, unless a newer place has
/// come.
struct PlaceSaver: Sendable {
  /// How long what was refused waits.
  var delay = RetryDelay.ofSaves

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

  /// Ends `run` when it has written the last place, or has failed to once more.
  func finish() { places.close() }

  /// Writes the places as they come, until `finish`.
  func run() async {
    do throws(ThreadRefusal) { try await DedicatedThread.run { write() } } catch { warn(error) }
  }

  /// Logs a failure when it begins and not each time again.
  private func write() {
    var isFailing = isObstacleLogged
    var unwritten: LastPlace?
    var (delay, pause) = (self.delay, Duration.zero)
    while true {
      // Before it takes: what was handed over before the end is taken then.
      let isEnd = places.isClosed
      let next = unwritten == nil ? places.take() : places.take(within: pause)
      unwritten = next ?? unwritten
      if let place = unwritten {
        do {
          try file.save(place)
          (unwritten, isFailing) = (nil, false)
          delay.succeeded()
        } catch {
          pause = .microseconds(delay.failed())
          if !isFailing { warn(error) }
          isFailing = true
        }
      }
      if next == nil, isEnd { return }
    }
  }

  /// Logs why no place is kept.
  private func warn(_ error: any Error) {
    logger.warning("the last known place is not kept: \(error)")
  }
}

extension RetryDelay {
  /// Of a write that the disk refused. Source: chosen; each attempt may wear a memory card, and most causes need a user.
  static var ofSaves: RetryDelay { RetryDelay(first: 60_000_000, longest: 3_600_000_000) }
}
