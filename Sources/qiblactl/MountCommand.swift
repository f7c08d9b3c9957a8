import ArgumentParser

/// `qiblactl mount`: how the chips sit in the device.
struct MountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mount",
    abstract: "Find how the chips sit in the device.",
    subcommands: [MountListCommand.self, MountGuessCommand.self])
}
