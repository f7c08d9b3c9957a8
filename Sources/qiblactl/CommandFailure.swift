import ArgumentParser
import Glibc

/// The failure of a command: one line with what is wrong, where, and what to do.
struct CommandFailure: Error, CustomStringConvertible {
  let message: String

  init(_ message: String) { self.message = message }

  var description: String { message }
}

/// Prints a line to standard error.
func complain(_ message: String) {
  let line = Array("qiblactl: \(message)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Runs a command's work. A failure is printed as one line on standard error; the exit status is 1.
func run(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch is StandardOutput.ReaderGone {
    return
  } catch let failure as CommandFailure {
    complain(failure.message)
    throw ExitCode.failure
  }
}
