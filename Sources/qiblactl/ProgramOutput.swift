import Glibc

/// The standard output of a program of the system, run to its end.
enum ProgramOutput {
  /// - Parameters:
  ///   - program: its absolute path.
  ///   - limit: bytes that are read at the most.
  /// - Returns: `nil` where the program is not there, cannot run, or prints nothing.
  static func read(_ program: String, _ words: [String], limit: Int = 1 << 20) -> [UInt8]? {
    guard access(program, X_OK) == 0 else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // The program gets its own copy of one end and no other.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard spawn(program, words, ends[1]) else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = Glibc.read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Starts the program with its output to `output`, which is closed here.
  private static func spawn(_ program: String, _ words: [String], _ output: Int32) -> Bool {
    defer { close(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    return posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0
  }
}
