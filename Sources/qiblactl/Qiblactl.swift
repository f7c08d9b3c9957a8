import ArgumentParser
import Wire

@main
struct Qiblactl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qiblactl",
    abstract: "Look at a compass, find the Qibla, replay a recording, fit a calibration.",
    version: programVersion,
    subcommands: [
      WatchCommand.self, BearingCommand.self, FieldCommand.self, ReplayCommand.self,
      SimulateCommand.self, FitCommand.self, MountCommand.self, HapticCommand.self,
      DevicesCommand.self, DoctorCommand.self,
    ])
}
