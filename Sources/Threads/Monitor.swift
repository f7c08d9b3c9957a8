private import Glibc

/// A value that threads share behind a lock, and whose changes a thread can wait for.
///
/// The lock inherits priority: a thread that holds it runs at least with the priority of the
/// threads that wait for it. The threads of the pipeline and of the buses may have FIFO priority,
/// the event loop and the log's thread never do.
///
/// Where no thread waits for a change, `Mutex` of Synchronization serves: on Linux its lock
/// inherits priority as well (`FUTEX_LOCK_PI`), and it needs no memory of its own. A signal's
/// handler may use neither: see `Semaphore`.
///
/// What threads call many times a second is inlinable: another module has it compiled for its own `State`, and does not
/// ask at run time how a value is copied.
///
/// `@unchecked Sendable`: `state` is touched only between lock and unlock of `mutex`; the pointers
/// never change.
@usableFromInline package final class Monitor<State: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  @usableFromInline var state: State

  package init(_ state: State) {
    self.state = state
    var lock = pthread_mutexattr_t()
    pthread_mutexattr_init(&lock)
    pthread_mutexattr_setprotocol(&lock, Int32(PTHREAD_PRIO_INHERIT))
    let failure = pthread_mutex_init(mutex, &lock)
    precondition(failure == 0, "no mutex: error \(failure)")
    pthread_mutexattr_destroy(&lock)
    var condition = pthread_condattr_t()
    pthread_condattr_init(&condition)
    pthread_condattr_setclock(&condition, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &condition)
    pthread_condattr_destroy(&condition)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  @usableFromInline
  func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline
  func unlock() { pthread_mutex_unlock(mutex) }

  /// Unlocks, sleeps until a change, and locks again.
  @usableFromInline
  func waitForChange() { pthread_cond_wait(changed, mutex) }

  /// As the other `waitForChange`, until the monotonic clock shows `nanoseconds` at the latest.
  ///
  /// - Returns: false where it is as late as that.
  @usableFromInline
  func waitForChange(untilNanoseconds nanoseconds: Int64) -> Bool {
    var deadline = timespec(nanoseconds: nanoseconds)
    return pthread_cond_timedwait(changed, mutex, &deadline) == 0
  }

  /// ns of the monotonic clock.
  @usableFromInline
  static func deadline(after timeout: Duration) -> Int64 {
    KernelClock.monotonic.nanoseconds + timeout.wholeNanoseconds
  }

  /// Reads or changes the state; other threads wait meanwhile.
  @inlinable
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock()
    defer { unlock() }
    return body(&state)
  }

  /// As `withLock`, when `ready` holds; until then the calling thread sleeps.
  @inlinable
  package func wait<Result>(
    until ready: (borrowing State) -> Bool, then body: (inout State) -> Result
  ) -> Result {
    lock()
    defer { unlock() }
    while !ready(state) { waitForChange() }
    return body(&state)
  }

  /// As `withLock`, when `ready` holds; until then the calling thread sleeps.
  ///
  /// - Parameter timeout: after this duration without `ready` the call returns `nil`.
  @inlinable
  package func wait<Result>(
    atMost timeout: Duration, until ready: (borrowing State) -> Bool,
    then body: (inout State) -> Result
  ) -> Result? {
    let deadline = Self.deadline(after: timeout)
    lock()
    defer { unlock() }
    while !ready(state) {
      guard waitForChange(untilNanoseconds: deadline) else { break }
    }
    return ready(state) ? body(&state) : nil
  }

  /// Wakes every thread that waits, to test its condition again; to be called after `withLock`.
  @usableFromInline
  package func wakeAll() { pthread_cond_broadcast(changed) }
}

extension Duration {
  /// Cut off to a ns.
  fileprivate var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
