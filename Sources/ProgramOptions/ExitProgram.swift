package import ArgumentParser
private import Glibc

/// Ends the program because of an error of its command line, or because help or the version was asked for.
///
/// A wrong command line is reported as everything else: the program's name, what is wrong, what to do.
package func exitProgram<Root: ParsableArguments>(
  _ root: Root.Type, named name: String, because error: any Error
) -> Never {
  guard root.exitCode(for: error) == .validationFailure else { root.exit(withError: error) }
  let text = root.fullMessage(for: error)
  let mark = "Error: "
  let message = text.hasPrefix(mark) ? "\(name): \(text.dropFirst(mark.count))\n" : text + "\n"
  let bytes = Array(message.utf8)
  // Where standard error is closed there is nowhere to report that.
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(ExitCode.validationFailure.rawValue)
}
