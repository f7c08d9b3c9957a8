import ArgumentParser
import Wire

/// `qiblactl mount show`: prints the mounts that the daemon uses.
struct MountShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the mounts that the running daemon uses.",
    discussion: "Example: qiblactl mount show")

  @OptionGroup var options: ControlOptions

  func run() throws { try control(.mount(.show), options) { $0.mountLines } }
}
