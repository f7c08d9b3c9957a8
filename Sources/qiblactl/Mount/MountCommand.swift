import ArgumentParser

/// `qiblactl mount`: finds and checks how the chips are mounted in the device.
struct MountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount",
    abstract: "Find and check how the chips are mounted in the device.",
    discussion: "Example: qiblactl mount check",
    subcommands: [
      MountListCommand.self, MountShowCommand.self, MountSetCommand.self, MountCheckCommand.self,
      MountGuessCommand.self,
    ])
}
