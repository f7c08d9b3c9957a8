import Simulation
import ArgumentParser
import ProgramOptions
import Quantities
import Wire

/// The process begins here, on its main thread.
@main
enum Main {
  static func main() async {
    Descriptors.openStandardOnes()
    do {
      let arguments = programArguments()
      if arguments.isEmpty { return try await Qiblad.withoutArguments.run() }
      var command = try Qiblad.parseAsRoot(arguments)
      if let daemon = command as? Qiblad { try await daemon.run() } else { try command.run() }
    } catch { exitProgram(Qiblad.self, named: "qiblad", because: error) }
  }
}

/// The daemon's command line.
struct Qiblad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qiblad",
    abstract: "The compass daemon: one honest heading for any number of programs.",
    discussion: """
      Streams JSON lines over a Unix socket: where the device points, how sure that is, and where \
      the Qibla lies from here. It finds its sensors on the I2C buses by itself; without one it \
      says so and goes on looking. Position and date come from gpsd.

      Examples:
        qiblad
        qiblad --simulate --position -6.2,106.8
        qiblad --replay walk.jsonl.gz --loop --position 51.5074,-0.1278
      """,
    version: programVersion)

  @OptionGroup var file: ConfigurationOption

  @Flag(help: "Check the configuration, print a line for each error, and end.")
  var checkConfig = false

  @OptionGroup var socket: SocketOption

  @Option(help: "Replay this recording, plain or gzip, or - for standard input.")
  var replay: String?

  @Option(
    help: "How many times real time to replay at, from 0.000001 to 1000000, or max. Default: 1.")
  var speed: Speed?

  @Flag(help: "Begin the recording again when it ends.")
  var loop = false

  @Flag(
    help: "Begin at the first watch, and let the recording wait for the readers: no line is lost.")
  var waitForClient = false

  @Flag(help: "Simulate a device that turns through the Qibla and back.")
  var simulate = false

  @Option(
    help: ArgumentHelp(
      "With --simulate: another scene; qiblactl simulate --list prints all.", valueName: "name"),
    completion: .list(NamedScene.all.map(\.name)))
  var scene: String?

  @OptionGroup var noise: SeedOption

  @OptionGroup var place: PlaceOptions

  @Option(
    help: ArgumentHelp(
      """
      Record everything from the start to this file, which ends in .jsonl.gz; it replays to the same \
      lines.
      """,
      valueName: "path"))
  var record: String?

  @Option(
    help: """
      Where the last known place and calibrations are kept: $STATE_DIRECTORY, else \
      /var/lib/qiblad; a replay or a simulation keeps no place unless this is given, and never a \
      calibration.
      """)
  var stateDir: String?

  func validate() throws {
    if replay != nil, simulate {
      throw ValidationError("--replay and --simulate exclude each other")
    }
    if let scene {
      if !simulate { throw ValidationError("--scene needs --simulate") }
      if NamedScene.named(scene) == nil {
        throw ValidationError(
          "there is no scene \"\(scene)\"; qiblactl simulate --list prints all")
      }
    }
    if let record, !record.hasSuffix(RecordingPlace.suffix) {
      throw ValidationError("--record: give a path that ends in \(RecordingPlace.suffix)")
    }
    if stateDir == "" { throw ValidationError("--state-dir: give the path of a directory") }
    if waitForClient, replay == nil, !simulate {
      throw ValidationError(
        "--wait-for-client needs --replay or --simulate: live sensors cannot be delayed")
    }
    if speed != nil, replay == nil, !simulate {
      throw ValidationError(
        "--speed needs --replay or --simulate: live sensors measure in real time")
    }
    if noise.seed != nil, !simulate {
      throw ValidationError("--seed needs --simulate: only a simulation has noise of its own")
    }
    if loop, replay == nil { throw ValidationError("--loop needs --replay") }
    if loop, replay == "-" {
      throw ValidationError("--loop needs a file: standard input cannot be read a second time")
    }
  }
}

/// How fast a recording is replayed.
enum Speed: Equatable, ExpressibleByArgument {
  /// So many times real time, within `range`.
  case times(Double)
  /// As fast as it goes.
  case unlimited

  /// From a microsecond a second to 12 days a second: a tick's interval and a wait fit into whole µs and ns.
  static let range = 1e-6...1e6

  /// How many times real time; 1 where it is not slowed down at all.
  var factor: Double { if case .times(let factor) = self { factor } else { 1 } }

  init?(argument: String) {
    if argument == "max" {
      self = .unlimited
    } else {
      guard let factor = Double(argument), Self.range.contains(factor) else { return nil }
      self = .times(factor)
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .times(let factor): "\(factor)"
    case .unlimited: "max"
    }
  }
}
