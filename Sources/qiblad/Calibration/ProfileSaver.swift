import Logging
import Profiles
import Storage
import Threads

/// Writes calibration profiles on a thread of its own: a memory card can take a second.
struct ProfileSaver: Sendable {
  private enum Write: Sendable {
    case profile(CalibrationProfile)
    /// The name of the profile in use.
    case name(String)
  }

  private let directory: CalibrationProfiles
  private let logger: Logger
  // Calibrations are made by hand: so many never wait.
  private let writes = BlockingQueue<Write>(capacity: 64, whenFull: .dropOldest)

  init(_ directory: CalibrationProfiles, logger: Logger) {
    (self.directory, self.logger) = (directory, logger)
  }

  /// Hands a profile to the thread; never waits.
  func save(_ profile: CalibrationProfile) { writes.put(.profile(profile)) }

  /// Hands the name of the profile in use to the thread; never waits.
  func saveName(_ name: String) { writes.put(.name(name)) }

  /// Ends `run` when everything is written.
  func finish() { writes.close() }

  /// Writes as it comes, until `finish`.
  func run() async {
    do throws(ThreadRefusal) { try await DedicatedThread.run { write() } } catch { warn(error) }
  }

  private func write() {
    while let next = writes.take() {
      do throws(StorageError) {
        switch next {
        case .profile(let profile): try directory.write(profile)
        case .name(let name): try directory.writeName(name)
        }
      } catch { warn(error) }
    }
  }

  private func warn(_ error: any Error) {
    logger.warning("a calibration is not kept, and is lost with the end of this run: \(error)")
  }
}
