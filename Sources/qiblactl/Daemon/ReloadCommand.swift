import ArgumentParser
import JSON
import Wire

/// `qiblactl reload`: makes the daemon read its configuration again.
struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Make the running daemon read its configuration again.",
    discussion: """
      A file with an error changes nothing. Target, mount, haptics and log level change at once; the \
      answer names what takes effect with the next start. `kill -HUP` does the same.

      Example: qiblad --check-config && qiblactl reload
      """)

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.reload, options) { reply in
      func list(_ key: String) -> [String] { reply[key]?.array?.compactMap(\.string) ?? [] }
      let (applied, restart) = (list("applied"), list("restart"))
      let first =
        applied.isEmpty ? "nothing to apply" : "applied: \(applied.joined(separator: ", "))"
      guard !restart.isEmpty else { return first }
      return "\(first)\nafter the next start: \(restart.joined(separator: ", "))"
    }
  }
}

/// `qiblactl rescan`: makes the daemon look for chips.
struct RescanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rescan",
    abstract: "Make the running daemon look for sensors now.",
    discussion: """
      The daemon looks by itself: for a bus within two seconds, for a chip beside others within about a \
      minute. `qiblactl devices` shows what it has found.

      Example: qiblactl rescan && qiblactl devices
      """)

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.rescan, options) { _ in "the daemon looks for sensors; see qiblactl devices" }
  }
}
