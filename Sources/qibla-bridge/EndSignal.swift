import Glibc
import Synchronization

/// SIGINT (Ctrl-C), SIGTERM and SIGHUP end a bridge with exit status 0.
///
/// The end does not depend on anything that could block: the signal's handler sets the kernel's alarm clock, and the
/// alarm's handler ends the process, with status 0 too and with a line on standard error.
enum EndSignal {
  /// The longest time that a bridge takes to end, s. A name server that does not answer blocks longer.
  static let graceSeconds: UInt32 = 5
  /// What the alarm prints.
  static let complaint: StaticString = "qibla-bridge: could not stop in time; ending now\n"

  static var came: Bool { flag.load(ordering: .relaxed) }

  /// Begins to handle the signals.
  ///
  /// - Parameter limit: s from a signal to the end of the process.
  static func install(limit: UInt32 = graceSeconds) {
    // All of these are initialized here: a signal's handler may not.
    grace.store(limit, ordering: .relaxed)
    _ = (came, complaint)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        flag.store(true, ordering: .relaxed)
        alarm(grace.load(ordering: .relaxed))
      }
    }
    signal(SIGALRM) { _ in EndSignal.end() }
  }

  /// The alarm has come. In a signal's handler: poll(2), write(2) and _exit(2) only.
  private static func end() {
    // Never a write that could wait: a log that is not read may be why the bridge hangs.
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, 0) == 1 {
      write(STDERR_FILENO, complaint.utf8Start, complaint.utf8CodeUnitCount)
    }
    // What is open then is a socket or a file whose lines are written whole.
    _exit(0)
  }
}

private let flag = Atomic(false)
private let grace = Atomic(EndSignal.graceSeconds)
