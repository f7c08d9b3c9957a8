import Glibc
import Testing

/// Where a program's standard input or output leads.
enum SpawnEnd {
  /// `/dev/null`.
  case nothing
  /// A descriptor, which stays the caller's.
  case descriptor(Int32)
  /// A terminal, which becomes the program's own.
  case terminal(String)
}

/// Starts a program with nothing of this process but what is given.
///
/// This process runs other tests at the same time: their descriptors, ignored signals and signal
/// masks must not get into the program.
///
/// - Parameter ends: standard input, output and error.
func spawn(
  _ path: String, _ arguments: [String], ends: [SpawnEnd], environment: [String: String]
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, end) in zip(Int32(0)..., ends) {
    switch end {
    case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, number)
    case .terminal(let name): posix_spawn_file_actions_addopen(&actions, number, name, O_RDWR, 0)
    }
  }
  // Another test may have over a thousand open, and a socket that lives on here never ends there. glibc takes it for
  // no error to close what is not open; posix_spawn_file_actions_addclosefrom_np does not import.
  for other in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, other) }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var all = sigset_t()
  var none = sigset_t()
  sigfillset(&all)
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setsigmask(&attributes, &none)
  // A session of its own: the first terminal that it opens becomes its own, where keys are signals.
  let setSession: Int32 = 0x80  // spawn.h: POSIX_SPAWN_SETSID, which does not import
  let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | setSession
  posix_spawnattr_setflags(&attributes, Int16(flags))
  var pid: pid_t = 0
  let words = [path] + arguments
  let variables = merged(environment).map { "\($0.key)=\($0.value)" }
  let failure = withCStrings(words) { argv in
    withCStrings(variables) { envp in
      posix_spawn(&pid, path, &actions, &attributes, argv, envp)
    }
  }
  try #require(failure == 0, "\(path): \(String(cString: strerror(failure)))")
  return pid
}

/// This process's environment without what steers our programs, and with `changes`.
private func merged(_ changes: [String: String]) -> [String: String] {
  var variables: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee.map({ String(cString: $0) }) {
    if let equals = text.firstIndex(of: "=") {
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    entry += 1
  }
  for name in ["QIBLAD_SOCKET_DIR", "XDG_RUNTIME_DIR", "NO_COLOR", "COLORTERM", "COLUMNS", "LINES"]
  { variables[name] = nil }
  variables.merge(changes) { $1 }
  return variables.filter { !$0.value.isEmpty }
}

private func withCStrings<R>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
  var pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(&pointers)
}

/// Both ends of a pipe; what is still open goes with it.
final class PipeEnds: @unchecked Sendable {
  // Sendable: an end is closed by the one thread that made it.
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
    for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}
