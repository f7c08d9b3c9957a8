import ArgumentParser

/// `qiblactl mount`: how the chips sit in the device.
struct MountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount",
    abstract: "Find and check how the chips sit in the device.",
    subcommands: [MountListCommand.self, MountCheckCommand.self, MountGuessCommand.self])
}
