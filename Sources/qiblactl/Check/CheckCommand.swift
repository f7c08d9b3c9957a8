import ArgumentParser

/// `qiblactl check`: compares the heading with directions that are not magnetic.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare the heading with the sun, or with marks on a turntable.",
    discussion: """
      Example: qiblactl check sun
      """,
    subcommands: [CheckSunCommand.self, CheckTurnCommand.self])
}
