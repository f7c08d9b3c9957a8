import ArgumentParser
import Wire

@main
struct Qiblactl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qiblactl",
    abstract: "Look at a compass, find the Qibla, replay a recording, make one up.",
    version: programVersion,
    subcommands: [
      WatchCommand.self, BearingCommand.self, FieldCommand.self, ReplayCommand.self,
      SimulateCommand.self, MountCommand.self,
    ])
}
