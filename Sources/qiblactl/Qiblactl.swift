import ArgumentParser
import Wire

@main
struct Qiblactl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qiblactl",
    abstract: "Look at a compass, replay a recording, make one up.",
    version: programVersion,
    subcommands: [WatchCommand.self, ReplayCommand.self, SimulateCommand.self])
}
