import Foundation
import Glibc
import Synchronization
import TestFiles
import Testing

/// A program of ours that runs as a user runs it; killed where a test lets go of it.
///
/// What it prints is read by a thread of its own as it comes, so that a full pipe never holds it up.
final class Program: Sendable {
  /// What is known of the process; shared with the thread that reads, which lives as long as it.
  private final class Run: Sendable {
    struct State {
      var output: [UInt8] = []
      var errors: [UInt8] = []
      var status: Int32?
    }
    let state = Mutex(State())
  }

  let pid: pid_t
  private let run = Run()

  /// Starts `name`: a path, or a program in the folder of the tests' own executable, where ours are built
  /// too.
  ///
  /// - Parameters:
  ///   - arguments: where they name no configuration, `qiblad`, `qiblactl prayers` and `qiblactl hijri` get an empty
  ///     one: this machine's own is not read.
  ///   - output: `nil`: kept in `output`.
  ///   - environment: on top of this process's own; an empty value takes a variable away.
  init(
    _ name: String, _ arguments: [String], input: SpawnEnd = .nothing, output: SpawnEnd? = nil,
    environment: [String: String] = [:]
  ) throws {
    let kept = try PipeEnds()
    let errors = try PipeEnds()
    defer {
      kept.closeWriting()
      errors.closeWriting()
    }
    pid = try spawn(
      name.hasPrefix("/") ? name : Self.folder + "/" + name,
      Self.withoutOwnConfiguration(name, arguments),
      ends: [input, output ?? .descriptor(kept.writing), .descriptor(errors.writing)],
      environment: environment)
    Thread.detachNewThread { [pid, run] in
      Self.read(kept, errors, run)
      Self.reap(pid, run)
    }
  }

  deinit { send(SIGKILL) }

  private static func withoutOwnConfiguration(_ name: String, _ arguments: [String]) -> [String] {
    guard !arguments.contains("--config") else { return arguments }
    let empty = ["--config", "/dev/null"]
    if name == "qiblad" { return empty + arguments }
    let reads = name == "qiblactl" && ["prayers", "hijri"].contains(arguments.first)
    return reads ? arguments + empty : arguments
  }

  static let folder: String = {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return own.deletingLastPathComponent().path
  }()

  /// Whether this process can start our programs as another user: it is root's, and every user may search the
  /// directories that lead to them.
  static let canRunAsAnotherUser: Bool = {
    let names = Program.folder.split(separator: "/")
    let isOpen = names.indices.allSatisfy { last in
      let path = "/" + names[...last].joined(separator: "/")
      return mode(of: path).map { $0 & S_IXOTH != 0 } ?? false
    }
    return isOpen && getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0
  }()

  /// What came on standard output so far.
  var output: [UInt8] { run.state.withLock { $0.output } }
  /// What came on standard error so far.
  var errors: String { run.state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
  /// The exit status, 128 and its number where a signal ended it, or `nil` while it runs.
  var status: Int32? { run.state.withLock { $0.status } }

  /// Sends a signal, unless it has ended.
  func send(_ signal: Int32) {
    run.state.withLock { state in
      if state.status == nil { kill(pid, signal) }  // not reaped yet: the number is still its own
    }
  }

  /// The exit status, once it has ended and everything that it printed is here.
  func ended(
    within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Int32 {
    try await eventually("the program's end", within: limit, sourceLocation: sourceLocation) {
      status
    }
  }

  private static func read(_ output: PipeEnds, _ errors: PipeEnds, _ run: Run) {
    var requests = [output, errors].map {
      pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0)
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while requests.contains(where: { $0.fd >= 0 }) {
      guard poll(&requests, 2, -1) > 0 else { continue }
      for index in 0..<2 where requests[index].fd >= 0 && requests[index].revents != 0 {
        let count = Glibc.read(requests[index].fd, &buffer, buffer.count)
        guard count > 0 else {
          requests[index].fd = -1
          continue
        }
        let path = index == 0 ? \Run.State.output : \Run.State.errors
        run.state.withLock { $0[keyPath: path] += buffer[..<count] }
      }
    }
  }

  private static func reap(_ pid: pid_t, _ run: Run) {
    // Waits without reaping, so that `send` never meets another process under this number.
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    run.state.withLock { state in
      var raw: Int32 = 0
      waitpid(pid, &raw, 0)
      let signal = raw & 0x7f
      if signal == SIGKILL { removeCoverage(of: pid) }
      state.status = signal == 0 ? (raw >> 8) & 0xff : 128 + signal
    }
  }
}

/// Removes what a program wrote of its coverage: killed while it did, it left half a record, and one
/// such record spoils all others.
private func removeCoverage(of pid: pid_t) {
  guard let pattern = getenv("LLVM_PROFILE_FILE").map({ String(cString: $0) }),
    let slash = pattern.lastIndex(of: "/")
  else { return }
  let folder = String(pattern[..<slash])
  for name in entries(of: folder) where name.hasSuffix(".\(pid).profraw") {
    unlink(folder + "/" + name)
  }
}

/// Runs a program to its end.
func finished(
  _ name: String, _ arguments: [String], input: SpawnEnd = .nothing,
  environment: [String: String] = [:], within limit: Duration = patience,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> (status: Int32, output: String, errors: String) {
  let program = try Program(name, arguments, input: input, environment: environment)
  let status = try await program.ended(within: limit, sourceLocation: sourceLocation)
  return (status, String(decoding: program.output, as: UTF8.self), program.errors)
}
