private import CPlayer
private import Glibc
private import NIOPosix
private import Synchronization

/// Plays a sound file with a program of the system, without a shell.
package final class SoundPlayer: Sendable {
  /// How the playing of a file ended.
  package enum Ending: Equatable, Sendable {
    /// A program played it to its end.
    case ended
    /// It was stopped, another file took its place, or it took longer than the limit. The program may end with any
    /// status then.
    case stopped
    /// No program played it; why, as a sentence.
    case failed(String)
  }

  /// What plays now.
  private struct Turn {
    let number: Int
    /// `nil` between two programs.
    var process: pid_t?
  }

  private struct State {
    var turns = 0
    var turn: Turn?

    /// Ends what plays now.
    mutating func end() {
      if let process = turn?.process { kill(process, SIGTERM) }
      turn = nil
    }
  }

  private enum Start {
    case running(pid_t)
    case over(Ending)
  }

  private static let folders = ["/usr/bin", "/usr/local/bin", "/bin"]

  /// The paths of the programs, in the order in which they are tried; empty where none is installed.
  package let programs: [String]
  private let longest: Duration
  private let state = Mutex(State())

  /// - Parameter program: the only one that plays; `nil` for those of the system that are installed.
  package convenience init(program: String? = nil) {
    self.init(programs: program.map { [$0] } ?? Self.installed())
  }

  /// - Parameters:
  ///   - programs: paths; where one ends with an error, the next one is tried.
  ///   - longest: after which a file is stopped. An adhan has five minutes; a program that plays longer hangs.
  package init(programs: [String], longest: Duration = .seconds(600)) {
    self.programs = programs
    self.longest = longest
  }

  /// Names of programs, in the order in which they are tried.
  ///
  /// PipeWire runs in a user's session. `pw-play` cannot reach it from a service, where `aplay` plays.
  ///
  /// - Parameter hasSession: whether this program runs in a user's session.
  static func names(hasSession: Bool) -> [String] {
    hasSession ? ["pw-play", "aplay"] : ["aplay", "pw-play"]
  }

  private static func installed() -> [String] {
    names(hasSession: getenv("XDG_RUNTIME_DIR") != nil).compactMap { name in
      folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
  }

  /// Plays a file, in place of what plays already, and waits for its end.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - isWanted: asked at the start. Where it is not, nothing is played and what plays already goes on.
  package func play(
    _ file: String, while isWanted: @Sendable () -> Bool = { true }
  ) async -> Ending {
    guard let number = begin(isWanted) else { return .stopped }
    let limit = Task {
      try await Task.sleep(for: longest)
      end(number)
    }
    defer {
      limit.cancel()
      end(number)
    }
    guard !programs.isEmpty else {
      return .failed("no program plays sound: install pipewire-bin or alsa-utils")
    }
    var failures: [String] = []
    for program in programs {
      switch await play(file, with: program, number) {
      case .ended: return .ended
      case .stopped: return .stopped
      case .failed(let sentence): failures.append(sentence)
      }
    }
    return .failed(failures.joined(separator: "; "))
  }

  /// Ends what is played.
  package func stop() {
    state.withLock { state in state.end() }
  }

  /// Ends what is played where that is this turn.
  private func end(_ number: Int) {
    state.withLock { state in
      if state.turn?.number == number { state.end() }
    }
  }

  /// The number of a new turn; `nil` where it is not wanted.
  private func begin(_ isWanted: @Sendable () -> Bool) -> Int? {
    state.withLock { state -> Int? in
      // With the lock, so that who wants it no longer and then stops it cannot come between.
      guard isWanted() else { return nil }
      state.end()
      state.turns += 1
      state.turn = Turn(number: state.turns)
      return state.turns
    }
  }

  private func play(_ file: String, with program: String, _ number: Int) async -> Ending {
    switch start(program, file, number) {
    case .over(let ending): return ending
    case .running(let process):
      do { try await waitForEnd(of: process) } catch {
        return .failed("\(program) cannot be waited for: \(error)")
      }
      let status = reap(process, number)
      guard let status else { return .stopped }
      return status == 0 ? .ended : .failed("\(program) \(file) ended with status \(status)")
    }
  }

  private func start(_ program: String, _ file: String, _ number: Int) -> Start {
    state.withLock { state -> Start in
      guard state.turn?.number == number else { return .over(.stopped) }
      var process: Int32 = 0
      let problem = player_start(program, file, &process)
      guard problem == 0 else {
        return .over(.failed("\(program) cannot be started: \(String(cString: strerror(problem)))"))
      }
      state.turn?.process = process
      return .running(process)
    }
  }

  /// Waits without taking the status: until then no other process has this number, which may still be stopped.
  private func waitForEnd(of process: pid_t) async throws {
    try await NIOThreadPool.singleton.runIfActive {
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }
  }

  /// Takes the status of a process that has ended.
  ///
  /// - Returns: the status, or 128 and the number of the signal; `nil` where the turn was over before.
  private func reap(_ process: pid_t, _ number: Int) -> Int32? {
    state.withLock { state -> Int32? in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      guard state.turn?.number == number else { return nil }
      state.turn?.process = nil
      return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }
  }
}
