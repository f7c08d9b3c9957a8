import ArgumentParser
import JSON
import Haptics
import Wire

/// `qiblactl haptic play`: plays a pattern with the daemon's motor.
struct HapticPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Make the running daemon play a pattern.",
    discussion:

      """
      Magnetometer samples are ignored meanwhile. `qiblactl haptic test` needs no daemon.

      Example: qiblactl haptic play aligned
      """)

  @Argument(
    help: "A pattern, or an event for its configured pattern.",
    completion: .list(HapticChoice.names))
  var pattern: String

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.haptic(.play(pattern: pattern)), options) { reply in
      "\(reply["motor"]?.string ?? "motor"): \(reply["pattern"]?.string ?? pattern)"
    }
  }
}

/// `qiblactl haptic mute`.
struct HapticMuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Make the running daemon play nothing until it stops.",
    discussion: "Example: qiblactl haptic mute")

  @OptionGroup var options: ControlOptions

  func run() throws { try control(.haptic(.mute), options) { _ in "muted" } }
}

/// `qiblactl haptic unmute`.
struct HapticUnmuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmute", abstract: "Make the running daemon play patterns again.",
    discussion: "Example: qiblactl haptic unmute")

  @OptionGroup var options: ControlOptions

  func run() throws { try control(.haptic(.unmute), options) { _ in "not muted" } }
}
