import ArgumentParser
import JSON
import Quantities
import Wire

/// `qiblactl target`: chooses what the daemon's pointer shows.
struct TargetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "target", abstract: "Choose the target of the running daemon's pointer.",
    discussion: "Example: qiblactl target set Home -33.87,151.21",
    subcommands: [TargetSetCommand.self, TargetResetCommand.self])
}

/// `qiblactl target set NAME LAT,LON`.
struct TargetSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Point to another target than the Kaaba until the daemon stops.",
    usage: "qiblactl target set NAME LAT,LON [--json]",
    discussion: """
      For a target that outlasts the daemon, set [target] in qiblad.toml.

      Example: qiblactl target set Home -33.87,151.21
      """)

  // A negative number looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("A name, and degrees north and east.", valueName: "NAME LAT,LON"))
  var words: [String]

  @OptionGroup var options: ControlOptions

  func validate() throws { _ = try target() }

  func run() throws {
    let target = try target()
    try control(.target(.set(target)), options) { reply in
      "the pointer leads to \(target.name) (\(reply.place ?? "set"))"
    }
  }

  private func target() throws -> QiblaMessage.Target {
    let example = "qiblactl target set Home -33.87,151.21"
    guard let name = words.first, QiblaMessage.Target.isName(name), !name.hasPrefix("-") else {
      throw ValidationError("give \(QiblaMessage.Target.allowedName), such as: \(example)")
    }
    do {
      let place = try placeWords(Array(words.dropFirst()), example)
      return QiblaMessage.Target(name: name, coordinates: place.coordinates)
    } catch { throw ValidationError("\(error)") }
  }
}

/// `qiblactl target reset`.
struct TargetResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Point to the target of the configuration again.",
    discussion: "Example: qiblactl target reset")

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.target(.reset), options) { reply in
      "the pointer leads to \(reply["name"]?.string ?? "the target of the configuration")"
    }
  }
}
