private import Glibc
private import Synchronization

/// Flags for the signals of a terminal view; each signal handler only sets a flag.
enum TerminalSignals {
  private static let end = Atomic(false)
  private static let resized = Atomic(false)
  private static let suspended = Atomic(false)
  private static let resumed = Atomic(false)

  /// Whether Ctrl-Z was ignored when the program was started: then no shell could continue it.
  private static let ignoresSuspend: Bool = {
    var before = sigaction()
    guard sigaction(SIGTSTP, nil, &before) == 0 else { return false }
    return unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }()

  /// Installs handlers for the signals that end or stop the program.
  static func install() {
    // A global is initialised at its first use, which must not be inside a signal handler.
    _ = (wantsEnd, takeResized(), takeSuspend(), takeResumed(), ignoresSuspend)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in TerminalSignals.end.store(true, ordering: .relaxed) }
    }
    signal(SIGWINCH) { _ in TerminalSignals.resized.store(true, ordering: .relaxed) }
    if !ignoresSuspend {
      signal(SIGTSTP) { _ in TerminalSignals.suspended.store(true, ordering: .relaxed) }
    }
    signal(SIGCONT) { _ in TerminalSignals.resumed.store(true, ordering: .relaxed) }
    // A closed pipe is an error of `write`, also after the screen has been left.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Clears a request to end that was meant for an earlier screen.
  static func reset() { end.store(false, ordering: .relaxed) }

  /// Restores the default actions of the signals.
  static func remove() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT] { signal(number, SIG_DFL) }
    if !ignoresSuspend { signal(SIGTSTP, SIG_DFL) }
  }

  /// Stops the program until the shell continues it.
  static func stop() {
    // The signal is sent to this thread, so that it takes effect before the call returns. A thread
    // of a task pool has its signals blocked.
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    raise(SIGTSTP)
  }

  /// Whether a signal that ends a program has arrived.
  static var wantsEnd: Bool { end.load(ordering: .relaxed) }

  static func takeResized() -> Bool { resized.exchange(false, ordering: .relaxed) }

  static func takeSuspend() -> Bool { suspended.exchange(false, ordering: .relaxed) }

  static func takeResumed() -> Bool { resumed.exchange(false, ordering: .relaxed) }
}
