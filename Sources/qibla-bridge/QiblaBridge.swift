import ArgumentParser
import ProgramOptions
import Wire

@main
struct QiblaBridge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qibla-bridge",
    abstract: "Pass the heading on: to plotters, Signal K, MQTT brokers and Prometheus.",
    discussion: """
      A bridge is a client of the daemon. It waits for a daemon that does not run yet, and goes on \
      when it is back. Ctrl-C or SIGTERM ends it.

      Example: qibla-bridge nmea --tcp 10110
      """,
    version: programVersion,
    subcommands: [
      NMEACommand.self, SignalKCommand.self, PrometheusCommand.self, MQTTCommand.self,
      FleetCommand.self,
    ])

  static func main() {
    do {
      let arguments = programArguments()
      try checkHelpRequest(arguments, of: QiblaBridge.self)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch { exitProgram(QiblaBridge.self, named: "qibla-bridge", because: error) }
  }
}
