private import Glibc

/// A value that threads share, and can wait on to change.
///
/// `@unchecked Sendable`: `state` is touched only between lock and unlock of `mutex`.
final class Monitor<State: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // The pipeline's thread may run with FIFO priority and the event loop never does: whoever
    // holds the lock runs as urgently as whoever waits for it.
    pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
    let failure = pthread_mutex_init(mutex, &attributes)
    precondition(failure == 0, "no mutex: error \(failure)")
    pthread_mutexattr_destroy(&attributes)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state; nobody else does meanwhile.
  func withLock<R>(_ body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// As `withLock`, when `ready` holds; until then the thread sleeps.
  func wait<R>(until ready: (State) -> Bool, then body: (inout State) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !ready(state) { pthread_cond_wait(changed, mutex) }
    return body(&state)
  }

  /// Lets every waiting thread look again.
  func wakeAll() { pthread_cond_broadcast(changed) }
}
