/// The last lines of the daemon's log, where systemd keeps it.
enum JournalTail {
  private static let lines = 200

  /// - Returns: `nil` where there is no journal, this user may not read it, or it has nothing of the daemon.
  static func read() -> [UInt8]? {
    ProgramOutput.read(
      "/usr/bin/journalctl",
      ["-q", "-u", "qiblad", "-n", "\(lines)", "-o", "cat", "--no-pager"])
  }
}
