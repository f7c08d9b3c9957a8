import Glibc
import Synchronization

/// SIGINT (Ctrl-C) and SIGTERM end a live view with exit status 0.
enum EndSignal {
  private static let flag = Atomic(false)

  static var came: Bool { flag.load(ordering: .relaxed) }

  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in EndSignal.flag.store(true, ordering: .relaxed) }
    }
  }
}
