import Glibc
import Synchronization

/// SIGINT (Ctrl-C) and SIGTERM end a live view with exit status 0.
enum EndSignal {
  private static let flag = Atomic(false)

  static var came: Bool { flag.load(ordering: .relaxed) }

  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  static func install() {
    for number in numbers {
      signal(number) { _ in EndSignal.flag.store(true, ordering: .relaxed) }
    }
  }

  /// Restores what the signals do without a handler: they end the program at once.
  static func remove() {
    for number in numbers { signal(number, SIG_DFL) }
  }
}
