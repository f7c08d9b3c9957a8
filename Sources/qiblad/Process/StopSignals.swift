import Glibc
import Synchronization
import Threads

/// SIGTERM and SIGINT: the daemon stops in an orderly way, and after `limit` the process ends whatever
/// still runs. No other signal that a user sends ends it: SIGHUP asks for the configuration to be read again,
/// SIGUSR1, SIGUSR2 and SIGALRM are ignored.
///
/// The end does not depend on anything that could hang: the signal's handler sets the kernel's alarm
/// clock, and the alarm's handler ends the process.
enum StopSignals {
  /// s from the first signal to the end of the process; below the 10 s that service managers give at
  /// the least, above the 5 s that the services have to stop.
  static let limit: UInt32 = 8
  /// The exit status of an end by the limit: `EX_SOFTWARE` of sysexits.h.
  static let exitStatus: Int32 = 70

  /// Begins to handle the signals.
  ///
  /// - Parameters:
  ///   - limit: s from the first signal to the end of the process.
  ///   - hangUp: called for each SIGHUP, by a thread of its own.
  ///   - stop: asks the daemon to stop; called once, by a thread of its own.
  /// - Throws: where the system refuses a thread.
  static func handle(
    limit: UInt32 = limit, hangUp: @escaping @Sendable () -> Void = {},
    stop: @escaping @Sendable () -> Void
  ) throws(ThreadRefusal) {
    // All of these are initialized here: a signal's handler may not.
    grace.store(limit, ordering: .relaxed)
    isStopping.store(false, ordering: .relaxed)
    let received = received
    try DedicatedThread.start {
      received.wait()
      stop()
    }
    let hungUp = hungUp
    try DedicatedThread.start {
      while true {
        hungUp.wait()
        hangUp()
      }
    }
    // One from outside asks for nothing.
    signal(SIGALRM) { _ in if isStopping.load(ordering: .relaxed) { StopSignals.end() } }
    for number in [SIGTERM, SIGINT] { signal(number) { _ in StopSignals.take() } }
    signal(SIGHUP) { _ in StopSignals.takeHangUp() }
  }

  /// A signal has come. In a signal's handler: atomics, alarm(2) and sem_post(3) only.
  private static func take() {
    guard !isStopping.exchange(true, ordering: .relaxed) else { return }
    alarm(grace.load(ordering: .relaxed))
    received.signal()
  }

  /// In a signal's handler: sem_post(3) only.
  private static func takeHangUp() { hungUp.signal() }

  /// Ignores the signals that would end the process and ask for nothing; to be called before any thread starts.
  static func ignoreOthers() {
    // SIGPIPE: a client that goes away is an error of one write. SIGHUP: until `handle` takes it.
    // SIGXFSZ: a file at the limit of its size is an error of one write, too.
    for number in [SIGPIPE, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// The alarm has come. In a signal's handler: poll(2), write(2) and _exit(2) only.
  private static func end() {
    // Never a write that could wait: a log that is not read may be why the daemon hangs.
    var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, 0) == 1 {
      let message: StaticString = "<3>qiblad: could not stop in time; ending now\n"
      write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    }
    _exit(exitStatus)
  }
}

private let received = Semaphore()
private let hungUp = Semaphore()
private let isStopping = Atomic(false)
private let grace = Atomic(StopSignals.limit)
