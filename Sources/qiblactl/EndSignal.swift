import Glibc
import Synchronization

/// Ctrl-C and a polite request to end: a live view that is ended has done its work.
enum EndSignal {
  private static let flag = Atomic(false)

  static var came: Bool { flag.load(ordering: .relaxed) }

  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in EndSignal.flag.store(true, ordering: .relaxed) }
    }
  }
}
