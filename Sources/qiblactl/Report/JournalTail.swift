import Glibc

/// The last lines of the daemon's log, where systemd keeps it.
enum JournalTail {
  private static let lines = 200
  private static let program = "/usr/bin/journalctl"
  /// Bytes that are read at the most.
  private static let limit = 1 << 20

  /// - Returns: `nil` where there is no journal, this user may not read it, or it has nothing of the daemon.
  static func read() -> [UInt8]? {
    guard access(program, X_OK) == 0 else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // The program gets its own copy of one end and no other.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard spawn(ends[1]) else { return nil }
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
  private static func spawn(_ output: Int32) -> Bool {
    defer { close(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = [program, "-q", "-u", "qiblad", "-n", "\(lines)", "-o", "cat", "--no-pager"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    return posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0
  }
}
