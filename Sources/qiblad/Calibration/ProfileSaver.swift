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
  private let handed = Monitor(Handed())

  /// What the thread has not taken.
  private struct Handed: Sendable {
    /// The newest for each file: as many as there are profiles at the most, and none is dropped.
    var writes: [Write] = []
    /// Whether nothing more comes.
    var isClosed = false
    /// The profiles whose files do not have their newest state.
    var unkept: Set<ProfileKey> = []

    mutating func put(_ write: Write) {
      if let key = write.key { unkept.insert(key) }
      guard !isClosed else { return }
      writes.removeAll { $0.key == write.key }
      writes.append(write)
    }

    mutating func noteWritten(_ key: ProfileKey) {
      if !writes.contains(where: { $0.key == key }) { unkept.remove(key) }
    }

    mutating func take() -> (writes: [Write], isEnd: Bool) {
      defer { writes = [] }
      return (writes, isClosed)
    }
  }

  /// - Parameter unusable: why a file could not be read, by its key. It is not written over.
  init(
    _ directory: CalibrationProfiles, unusable: [ProfileKey: String] = [:], logger: Logger
  ) {
    (self.directory, self.unusable, self.logger) = (directory, unusable, logger)
  }

  /// Hands a profile to the thread; never waits.
  func save(_ profile: CalibrationProfile) { put(.profile(profile)) }

  /// Whether the profile's file has what was handed over last: not while it is written, or where the disk refuses it.
  func isKept(_ key: ProfileKey) -> Bool { handed.withLock { !$0.unkept.contains(key) } }

  /// Hands the name of the profile in use to the thread; never waits.
  func saveName(_ name: String) { put(.name(name)) }

  /// Ends `run` when everything is written, or has failed once more.
  func finish() {
    handed.withLock { $0.isClosed = true }
    handed.wakeAll()
  }

  private func put(_ write: Write) {
    handed.withLock { $0.put(write) }
    handed.wakeAll()
  }

  /// What was handed over since the last call; sleeps until there is something, or nothing more comes.
  ///
  /// - Parameter timeout: how long to sleep at the most; `nil` without a limit.
  private func take(within timeout: Duration?) -> (writes: [Write], isEnd: Bool) {
    guard let timeout else {
      return handed.wait(until: { !$0.writes.isEmpty || $0.isClosed }, then: { $0.take() })
    }
    let taken = handed.wait(
      atMost: timeout, until: { !$0.writes.isEmpty || $0.isClosed }, then: { $0.take() })
    return taken ?? ([], false)
  }

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
      let (taken, isLast) = take(within: waiting.isEmpty ? nil : pause)
      for next in taken {
        waiting.removeAll { $0.key == next.key }
        if let reason = next.key.flatMap({ unusable[$0] }) {
          warn(reason)
        } else {
          waiting.append(next)
        }
      }
      let failure = write(&waiting)
      if failure == nil { delay.succeeded() } else { pause = .microseconds(delay.failed()) }
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
        case .profile(let profile):
          try directory.write(profile)
          handed.withLock { $0.noteWritten(profile.key) }
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
