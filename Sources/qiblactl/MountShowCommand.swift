import ArgumentParser
import JSON
import Wire

/// `qiblactl mount show`: prints the mounts that the daemon uses.
struct MountShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the mounts that the running daemon uses.",
    discussion: "Example: qiblactl mount show")

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.mount(.show), options) { reply in
      ["magnetometer", "inertial"].compactMap { key in
        guard let mount = reply[key]?.string else { return nil }
        let board = reply["\(key)_board"]?.string.map { "\($0) " } ?? ""
        return "\(key): \(board)\(mount)"
      }.joined(separator: "\n")
    }
  }
}
