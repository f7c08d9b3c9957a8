import Testing

/// The help texts of all commands.
@Suite(.timeLimit(.minutes(5))) struct HelpTests {
  /// The names below `SUBCOMMANDS:`.
  private func subcommands(of help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "SUBCOMMANDS:") else { return [] }
    return lines[(start + 1)...].prefix { !$0.isEmpty }.compactMap { line in
      // A name stands two columns in; the lines of a long description further.
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
  }

  @Test func theHelpOfEachCommandHasAnExample() async throws {
    var open: [[String]] = [[]]
    var seen = 0
    while let command = open.popLast() {
      let run = try await finished("qiblactl", command + ["--help"])
      #expect(run.status == 0)
      let below = subcommands(of: run.output).map { command + [$0] }
      // A group of commands only lists them.
      if below.isEmpty {
        #expect(run.output.contains("Example"), "qiblactl \(command.joined(separator: " "))")
      }
      open += below
      seen += 1
    }
    #expect(seen > 25)
    #expect(try await finished("qiblad", ["--help"]).output.contains("Example"))
  }

  // Bash's script has no help texts, which name some of them.
  @Test func theCompletionsOfAShellHaveTheNamesThatAnOptionTakes() async throws {
    let script = ["--generate-completion-script", "bash"]
    let qiblactl = try await finished("qiblactl", script).output
    for name in [
      "stats", "looking-round", "kemenag", "hanafi", "middleOfTheNight", "nearestLatitude", "ahmer",
      "nearest", "double_click", "aligned_uncertain",
    ] {
      #expect(qiblactl.contains("'\(name)'"), "\(name)")
    }
    #expect(try await finished("qiblad", script).output.contains("'looking-round'"))
  }

  @Test(arguments: [
    ("qiblactl", ["help", "foo"]), ("qiblactl", ["help", "calibrate", "foo"]),
    ("qibla-bridge", ["help", "foo"]),
  ])
  func helpForACommandThatDoesNotExistIsAWrongCommandLine(
    _ program: String, _ arguments: [String]
  ) async throws {
    let run = try await finished(program, arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("\(program): there is no command \"foo\""))
  }

  @Test func helpForACommandIsThatOfTheCommand() async throws {
    let help = try await finished("qiblactl", ["help", "calibrate", "rollback"])
    let option = try await finished("qiblactl", ["calibrate", "rollback", "--help"])
    #expect(help.status == 0 && !help.output.isEmpty && help.output == option.output)
    #expect(try await finished("qiblactl", ["help"]).status == 0)
  }
}
