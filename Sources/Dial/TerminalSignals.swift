private import Glibc
private import Synchronization

/// What the signals said; a handler only sets a flag.
enum TerminalSignals {
  private static let end = Atomic(false)
  private static let resized = Atomic(false)
  private static let suspended = Atomic(false)
  private static let resumed = Atomic(false)

  /// Takes the signals over: what would end or stop the program is noted instead.
  static func install() {
    // A global is made at its first use, and that must not happen inside a handler.
    _ = (wantsEnd, takeResized(), takeSuspend(), takeResumed())
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in TerminalSignals.end.store(true, ordering: .relaxed) }
    }
    signal(SIGWINCH) { _ in TerminalSignals.resized.store(true, ordering: .relaxed) }
    signal(SIGTSTP) { _ in TerminalSignals.suspended.store(true, ordering: .relaxed) }
    signal(SIGCONT) { _ in TerminalSignals.resumed.store(true, ordering: .relaxed) }
    // A closed pipe is an error of `write`, and stays one after the screen has been left.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Forgets a wish to end that was meant for an earlier screen.
  static func reset() { end.store(false, ordering: .relaxed) }

  /// Back to what the signals do by themselves.
  static func remove() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
  }

  /// Stops the program until the shell continues it.
  static func stop() {
    // To this thread, so that it has happened when the call returns; a thread of a task pool has
    // its signals blocked.
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    raise(SIGTSTP)
  }

  /// Whether one of those that end a program came.
  static var wantsEnd: Bool { end.load(ordering: .relaxed) }

  static func takeResized() -> Bool { resized.exchange(false, ordering: .relaxed) }

  static func takeSuspend() -> Bool { suspended.exchange(false, ordering: .relaxed) }

  static func takeResumed() -> Bool { resumed.exchange(false, ordering: .relaxed) }
}
