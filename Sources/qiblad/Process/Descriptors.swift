import Glibc
import Publisher

/// What the process needs of the system's descriptors before anything else runs.
enum Descriptors {
  /// The least limit of open files: an idle daemon has 13, and the event loop ends the process where it
  /// gets none.
  static let fewest = 32

  /// Opens `/dev/null` in place of closed standard descriptors: else the next file that is opened would get
  /// such a number, and the log would be written into it.
  static func openStandardOnes() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest free number, which is this one. Where there is no /dev/null nothing can be done.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Raises the limit of open files towards what all clients need.
  ///
  /// - Throws: `TooFewOpenFiles`.
  static func demandEnough() throws(TooFewOpenFiles) {
    guard let limit = OpenFiles.raiseLimit(to: PublisherLimits().openFiles), limit < fewest
    else { return }
    throw TooFewOpenFiles(limit: limit)
  }
}

/// The hard limit of open files is too low to run.
struct TooFewOpenFiles: Error, CustomStringConvertible {
  let limit: Int

  var description: String {
    "the limit of open files is \(limit) and at least \(Descriptors.fewest) are needed; "
      + "raise it with LimitNOFILE= of the service, or ulimit -n"
  }
}
