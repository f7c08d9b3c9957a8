import ArgumentParser
import ProgramOptions
import Wire

@main
struct Qiblactl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qiblactl",
    abstract: "Show the compass, find the Qibla, check the sensors, replay and calibrate.",
    discussion: """
      Examples:
        qiblactl watch       # the live dial; ? shows its keys
        qiblactl status      # the heading once, with an exit status for scripts
        qiblactl calibrate   # guides through a calibration
      """,
    version: programVersion,
    subcommands: [
      WatchCommand.self, StatusCommand.self, BearingCommand.self, FieldCommand.self,
      ReplayCommand.self,
      SimulateCommand.self, CalibrateCommand.self, ProfileCommand.self, FitCommand.self,
      MountCommand.self,
      HapticCommand.self, SetupCommand.self, DevicesCommand.self, DoctorCommand.self,
      PositionCommand.self,
      TargetCommand.self, RecordCommand.self, ReportCommand.self,
      PrayersCommand.self, HijriCommand.self, SunCommand.self, CheckCommand.self,
      RescanCommand.self, ReloadCommand.self, SchemaCommand.self,
    ])

  static func main() {
    do {
      let arguments = programArguments()
      try checkHelpRequest(arguments, of: Qiblactl.self)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch { exitProgram(Qiblactl.self, named: "qiblactl", because: error) }
  }
}
