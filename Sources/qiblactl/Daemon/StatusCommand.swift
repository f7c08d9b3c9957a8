import ArgumentParser
import ProgramOptions
import QiblaClient
import Wire

/// `qiblactl status`: the heading and how good it is, once, with an exit status for scripts.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print the heading, its error and its status once; the exit status says which.",
    discussion: """
      Exit status: 0 accurate, 2 uncertain, 3 calibrating, 4 interference, 5 unavailable (no heading), 6 no \
      current data, 7 no daemon; 1 another failure, 64 wrong arguments. With --wait, it waits until a daemon \
      answers and the status is accurate; when the time is over, the exit status is that of the last look.

      Examples:
        qiblactl status
        qiblactl status --json
        qiblactl status --wait 60 && echo "the heading is accurate"
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Wait at most so long for an accurate heading.", valueName: "seconds"))
  var wait: Double?

  @OptionGroup var socket: ClientOptions

  /// How long to wait for a reading without --wait: the daemon sends 60 a second.
  private static let timeout = 2.0
  private static let longestWait = 86_400.0

  func validate() throws {
    try socket.checkConfiguration()
    if let wait, !(wait >= 0 && wait <= Self.longestWait) {
      throw ValidationError("--wait: \(wait) is not 0 to 86400 seconds")
    }
  }

  func run() throws {
    var exitStatus: Int32 = 0
    try qiblactl.run {
      EndSignal.install()
      let report = try look()
      exitStatus = report.exitStatus
      var output = StandardOutput()
      if json {
        try output.write(report.line)
      } else if let text = report.text(terminalStyle) {
        try output.write(Array(text.utf8))
      }
      try output.flush()
      if !json, let failure = report.failure { complain(failure) }
    }
    if exitStatus != 0 { throw ExitCode(exitStatus) }
  }

  /// Looks until there is a reading; with --wait, until the heading is accurate or the time is over.
  private func look() throws -> StatusReport {
    var feed = DaemonFeed(
      socket: socket.directory,
      topics: [
        .reading: WatchOptions(), .state: WatchOptions(), .qibla: WatchOptions(),
        .position: WatchOptions(),
      ], reconnects: true)
    var report = StatusReport()
    let deadline = ContinuousClock.now + .seconds(wait ?? Self.timeout)
    repeat {
      switch try feed.next(timeout: .milliseconds(100)) {
      case .connected(let path): report = StatusReport(path: path)
      case .line(let line): try report.take(line)
      case .waiting(let reason): report = StatusReport(failure: reason)
      case .ended: return StatusReport(failure: "the recording has ended; start qiblad again")
      case .nothing: continue
      }
      let isDone = wait == nil ? report.isComplete || report.hasNoDaemon : report.exitStatus == 0
      if isDone { return report }
    } while ContinuousClock.now < deadline && !EndSignal.came
    return report
  }
}
