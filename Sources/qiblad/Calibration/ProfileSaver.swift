import Logging
import Profiles
import Storage
import Threads

/// Writes calibration profiles on a thread of its own: a memory card can take a second.
///
/// What the disk refuses is tried again with the next write, after a minute and then less and less often, and at the end.
struct ProfileSaver: Sendable {
  private enum Write: Sendable {
    case profile(CalibrationProfile)
    /// The name of the profile in use.
    case name(String)

    /// Which file it is for; `nil` for that of the name.
    var key: ProfileKey? { if case .profile(let profile) = self { profile.key } else { nil } }
  }

  /// How long a write that failed waits.
  var delay = RetryDelay.ofSaves

  private let directory: CalibrationProfiles
  private let unusable: [ProfileKey: String]
  private let logger: Logger
  // Calibrations are made by hand: so many never wait.
  private let writes = BlockingQueue<Write>(capacity: 64, whenFull: .dropOldest)

  /// - Parameter unusable: why a file could not be read, by its key. It is not written over.
  init(
    _ directory: CalibrationProfiles, unusable: [ProfileKey: String] = [:], logger: Logger
  ) {
    (self.directory, self.unusable, self.logger) = (directory, unusable, logger)
  }

  /// Hands a profile to the thread; never waits.
  func save(_ profile: CalibrationProfile) { writes.put(.profile(profile)) }

  /// Hands the name of the profile in use to the thread; never waits.
  func saveName(_ name: String) { writes.put(.name(name)) }

  /// Ends `run` when everything is written, or has failed once more.
  func finish() { writes.close() }

  /// Writes as it comes, until `finish`.
  func run() async {
    do throws(ThreadRefusal) { try await DedicatedThread.run { write() } } catch {
      warn("\(error)")
    }
  }

  private func write() {
    // The newest for each file.
    var waiting: [Write] = []
    var told: StorageError?
    var (delay, pause) = (self.delay, Duration.zero)
    while true {
      // Before it takes: what was handed over before the end is taken then.
      let isEnd = writes.isClosed
      let next = waiting.isEmpty ? writes.take() : writes.take(within: pause)
      if let next {
        waiting.removeAll { $0.key == next.key }
        if let reason = next.key.flatMap({ unusable[$0] }) {
          warn(reason)
        } else {
          waiting.append(next)
        }
      }
      let failure = write(&waiting)
      if failure == nil { delay.succeeded() } else { pause = .microseconds(delay.failed()) }
      let isLast = next == nil && isEnd
      if let failure, failure != told, !isLast {
        logger.warning("a calibration is not kept yet, and is written again: \(failure)")
      } else if failure == nil, told != nil {
        logger.notice("the calibration is kept now")
      }
      told = failure
      guard isLast else { continue }
      if let failure { warn("\(failure)") }
      return
    }
  }

  /// Writes what waits; what fails goes on waiting.
  ///
  /// - Returns: the last failure.
  private func write(_ waiting: inout [Write]) -> StorageError? {
    var (failed, failure): ([Write], StorageError?) = ([], nil)
    for write in waiting {
      do throws(StorageError) {
        switch write {
        case .profile(let profile): try directory.write(profile)
        case .name(let name): try directory.writeName(name)
        }
      } catch {
        failed.append(write)
        failure = error
      }
    }
    waiting = failed
    return failure
  }

  private func warn(_ reason: String) {
    logger.warning("a calibration is not kept, and is lost with the end of this run: \(reason)")
  }
}
