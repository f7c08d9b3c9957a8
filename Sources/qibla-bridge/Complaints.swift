import ArgumentParser
import Glibc

/// The failure of a command: one line with what is wrong, where, and what to do.
struct CommandFailure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The reader of standard output has closed it. The command ends without an error.
struct ReaderGone: Error {}

/// Prints a line to standard error.
func complain(_ message: String) {
  let line = Array("qibla-bridge: \(message)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Runs a command's work. A failure is printed as one line on standard error; the exit status is 1.
func run(_ work: () throws -> Void) throws {
  signal(SIGPIPE, SIG_IGN)  // a write to a closed pipe or socket then returns an error
  do {
    try work()
  } catch is ReaderGone {
    return
  } catch let failure as CommandFailure {
    complain(failure.message)
    throw ExitCode.failure
  }
}

/// The words of the system for an error.
func words(ofError number: Int32) -> String { String(cString: strerror(number)) }

/// Prints a change of condition once, not the same line at each attempt.
struct ConditionLog {
  private var last: String?

  /// Prints the message unless it was the last one.
  mutating func say(_ message: String) {
    guard message != last else { return }
    last = message
    complain(message)
  }
}
