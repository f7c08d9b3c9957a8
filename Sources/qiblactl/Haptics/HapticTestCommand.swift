import ArgumentParser
import DaemonConfiguration
import Glibc
import Haptics
import I2C
import ProgramOptions

/// `qiblactl haptic test`: finds the motor and plays patterns, without the daemon.
struct HapticTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Find the haptic motor and play the daemon's patterns.",
    discussion: """
      Without an argument, every event is played, one a second. The settings come from the \
      configuration; an option overrides them. Needs no daemon. Without a motor, the exit status is 1.

      Example: qiblactl haptic test aligned
      """)

  @Argument(
    help: ArgumentHelp(
      "Events: \(HapticEvent.words); or patterns: \(HapticPattern.words).", valueName: "what"),
    completion: .list(HapticChoice.names), transform: HapticChoice.init)
  var choices: [HapticChoice] = []

  @OptionGroup var file: ConfigurationOption

  @Option(help: ArgumentHelp("\(HapticSettings.Output.words).", valueName: "output"))
  var output: HapticSettings.Output?

  @Option(help: "The type of a DRV2605L's motor: \(DRV2605L.Motor.words).")
  var motor: DRV2605L.Motor?

  @Option(help: "The I2C bus of a DRV2605L, by number or by its adapter's name.")
  var bus: String?

  @Option(help: "The GPIO line, by its name in gpioinfo.")
  var line: String?

  @Option(help: "The input device with rumble, by its name.")
  var device: String?

  func run() throws {
    try qiblactl.run {
      let settings = try settings()
      do {
        guard let motor = try settings.open() else {
          throw CommandFailure("output is \"none\", so no motor is used; give --output auto")
        }
        try say("motor: \(motor.name)")
        let all = choices.isEmpty ? HapticEvent.allCases.map(HapticChoice.event) : choices
        for (index, choice) in all.enumerated() {
          if index > 0 { usleep(1_000_000) }
          try play(choice, on: motor, settings)
        }
      } catch let error as HapticError { throw CommandFailure("\(error)") }
    }
  }

  private func play(
    _ choice: HapticChoice, on motor: any HapticOutput, _ settings: HapticSettings
  ) throws {
    let pattern: HapticPattern
    switch choice {
    case .event(let event):
      pattern = settings.pattern(for: event)
      let note = settings.isMuted ? " (muted)" : ""
      try say("\(event.rawValue): \(pattern.rawValue)\(note)")
    case .pattern(let given):
      pattern = given
      try say(given.rawValue)
    }
    try motor.play(pattern) { milliseconds in usleep(UInt32(milliseconds) * 1000) == 0 }
  }

  private func settings() throws -> HapticSettings {
    let configuration: Configuration
    do { configuration = try Configuration.load(path: file.config) } catch {
      throw CommandFailure("\(error)")
    }
    var settings = configuration.haptics
    if let bus { settings.bus = I2CBusName(bus) }
    if let motor { settings.motor = motor }
    if let line { (settings.line, settings.output) = (line, .gpio) }
    if let device { (settings.device, settings.output) = (device, .forceFeedback) }
    if let output { settings.output = output }
    return settings
  }

  /// Prints and flushes a line, so that the user reads it while the motor runs.
  private func say(_ text: String) throws {
    var output = StandardOutput()
    try output.write(Array((text + "\n").utf8))
    try output.flush()
  }
}

/// An event or a pattern to play.
enum HapticChoice: Equatable {
  case event(HapticEvent)
  case pattern(HapticPattern)

  /// The names of all events and patterns.
  static let names = HapticEvent.allCases.map(\.rawValue) + HapticPattern.allCases.map(\.rawValue)

  init(_ text: String) throws {
    if let event = HapticEvent(rawValue: text) {
      self = .event(event)
    } else if let pattern = HapticPattern(rawValue: text) {
      self = .pattern(pattern)
    } else {
      throw ValidationError(
        "'\(text)' is neither an event (\(HapticEvent.words)) nor a pattern (\(HapticPattern.words))"
      )
    }
  }
}

extension HapticSettings.Output: ExpressibleByArgument {}
extension DRV2605L.Motor: ExpressibleByArgument {}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The names of all cases, separated by commas.
  fileprivate static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
