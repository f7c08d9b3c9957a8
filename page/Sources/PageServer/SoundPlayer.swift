private import Glibc
private import NIOPosix
private import Synchronization

/// Plays a sound file with a program of the system, without a shell.
package final class SoundPlayer: Sendable {
  /// Programs in the order in which they are looked for.
  private static let programs = ["pw-play", "aplay"]
  private static let folders = ["/usr/bin", "/usr/local/bin", "/bin"]
  /// An adhan has five minutes; a program that plays longer has stopped.
  private static let longest = Duration.seconds(600)

  /// The program's path; `nil` where none is installed.
  package let program: String?
  private let playing = Mutex<pid_t?>(nil)

  /// - Parameter program: another one than the usual, for tests.
  package init(program: String? = nil) {
    self.program = program ?? Self.installed()
  }

  private static func installed() -> String? {
    programs.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }.first {
      access($0, X_OK) == 0
    }
  }

  /// Begins to play, and ends what is played already.
  ///
  /// - Returns: the status with which the program ended, once it has; `nil` where it could not be started.
  package func play(_ file: String) async -> Int32? {
    stop()
    guard let program else { return nil }
    var identifier = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(file), nil]
    defer { for word in words { free(word) } }
    // Threads of this program block signals, and a program that inherits that cannot be ended.
    var (attributes, none) = (posix_spawnattr_t(), sigset_t())
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let isStarted = playing.withLock { playing in
      guard posix_spawn(&identifier, program, nil, &attributes, words, environ) == 0 else {
        return false
      }
      playing = identifier
      return true
    }
    guard isStarted else { return nil }
    let started = identifier
    let limit = Task {
      try await Task.sleep(for: Self.longest)
      self.stop()
    }
    defer { limit.cancel() }
    let status = await waited(for: started)
    playing.withLock { if $0 == started { $0 = nil } }
    return status
  }

  /// Ends what is played.
  package func stop() {
    playing.withLock { playing in
      if let playing { kill(playing, SIGTERM) }
      playing = nil
    }
  }

  private func waited(for identifier: pid_t) async -> Int32? {
    do {
      return try await NIOThreadPool.singleton.runIfActive {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
      }
    } catch { return nil }
  }
}
