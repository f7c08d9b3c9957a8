import ArgumentParser
import ProgramOptions

/// The options of the commands that change the running daemon.
struct ControlOptions: ParsableArguments {
  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var socket: SocketOption
}
