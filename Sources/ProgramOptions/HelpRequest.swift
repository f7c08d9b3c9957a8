package import ArgumentParser

/// Checks a request for help, `help NAME…`: that of a command that does not exist would be answered with the help of the
/// program, and status 0.
///
/// - Parameter arguments: without the program's name.
/// - Throws: `ValidationError`.
package func checkHelpRequest(
  _ arguments: some Collection<String>, of root: any ParsableCommand.Type
) throws {
  guard arguments.first == "help" else { return }
  var command = root
  for name in arguments.dropFirst() where !name.hasPrefix("-") {
    let below = command.configuration.subcommands
    guard let next = below.first(where: { $0._commandName == name }) else {
      let names = below.map { $0._commandName }.joined(separator: ", ")
      throw ValidationError(
        "there is no command \"\(name)\"" + (names.isEmpty ? "" : "; the commands are: \(names)"))
    }
    command = next
  }
}
