import ArgumentParser
import Dial
import JSON
import ProgramOptions
import Wire

/// `qiblactl calibrate`: calibrates the running daemon's sensors.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Calibrate the running daemon's sensors, guided.",
    discussion: """
      Turn the device slowly through every direction, and rest it on each of its six sides for a second: the \
      screen shows what is missing. At the end the command asks whether the calibration is to be used.

      Example: qiblactl calibrate --profile boat
      """,
    subcommands: [
      CalibrateGuideCommand.self, CalibrateAcceptCommand.self, CalibrateDiscardCommand.self,
      CalibrateCancelCommand.self, CalibrateRollbackCommand.self,
    ],
    defaultSubcommand: CalibrateGuideCommand.self)
}

/// `qiblactl calibrate guide`, which is `qiblactl calibrate`.
struct CalibrateGuideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide", abstract: "Collect samples for a calibration and show what is missing.",
    usage: "qiblactl calibrate [--profile NAME] [--level] [--accept] [--plain] [--json]",
    discussion: "Example: qiblactl calibrate --profile boat")

  @Option(help: ArgumentHelp("The name to keep the calibration under.", valueName: "name"))
  var profile: String?

  @Flag(help: "Turn the device level, once around: a calibration for level use only.")
  var level = false

  @Flag(
    help: """
      Use the calibration as soon as it is good enough, without a question; one that is worse than that in use is \
      refused, unless it is for level use.
      """)
  var accept = false

  @Flag(help: "Print lines of text instead of drawing on the terminal.")
  var plain = false

  @OptionGroup var options: ControlOptions

  func run() throws {
    try qiblactl.run {
      let guide = try CalibrationGuide(
        options.socket.directory, profile: profile, flow: level ? .circle : .sphere)
      try guide.run(view: view, accepts: accept)
    }
  }

  private var view: CalibrationGuide.View {
    if options.json { return .json }
    let hasScreen = !plain && Terminal.isAvailable(term: environment("TERM"))
    return hasScreen ? .screen : .lines
  }
}

/// `qiblactl calibrate accept`.
struct CalibrateAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Use the candidate, or what was found so far.",
    discussion: """
      A candidate that is worse than the calibration in use is refused, unless you give --force.

      Example: qiblactl calibrate accept --profile boat
      """)

  @Option(help: ArgumentHelp("The name to keep it under.", valueName: "name"))
  var profile: String?
  @Flag(help: "Use it also where it is worse than the calibration in use.")
  var force = false

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibrate(.accept(profile: profile, force: force)), options) { reply in
      "the calibration of grade \(reply["grade"]?.string ?? "?") is in use"
    }
  }
}

/// `qiblactl calibrate discard`.
struct CalibrateDiscardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Drop the candidate; the calibration in use stays.",
    discussion: "Example: qiblactl calibrate discard")

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibrate(.discard), options) { _ in "the candidate is discarded" }
  }
}

/// `qiblactl calibrate cancel`.
struct CalibrateCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Stop collecting; the calibration in use stays.",
    discussion: "Example: qiblactl calibrate cancel")

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibrate(.cancel), options) { _ in "nothing is collected any more" }
  }
}

/// `qiblactl calibrate rollback`.
struct CalibrateRollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback", abstract: "Exchange the calibration in use with the one before it.",
    discussion: "Example: qiblactl calibrate rollback")

  @Option(help: ArgumentHelp("The profile's name.", valueName: "name"))
  var profile: String?

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibrate(.rollback(profile: profile)), options) { reply in
      "the calibration before, of grade \(reply["grade"]?.string ?? "?"), is in use"
    }
  }
}
