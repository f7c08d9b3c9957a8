import Glibc
import Synchronization

/// SIGINT (Ctrl-C), SIGTERM and SIGHUP end a bridge with exit status 0.
enum EndSignal {
  /// The longest time that a bridge takes to end, s. A name server that does not answer blocks longer.
  private static let graceSeconds: UInt32 = 5
  private static let flag = Atomic(false)

  static var came: Bool { flag.load(ordering: .relaxed) }

  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        EndSignal.flag.store(true, ordering: .relaxed)
        alarm(EndSignal.graceSeconds)
      }
    }
    // What is open then is a socket or a file whose lines are written whole.
    signal(SIGALRM) { _ in _exit(0) }
  }
}
