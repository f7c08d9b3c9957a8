import Glibc
import Pipeline

/// Inputs on their way from the threads of the sensors and of gpsd to the pipeline's.
///
/// What it drops: the oldest, while `capacity` of them wait, which happens only when the pipeline's
/// thread gets no processor for a second.
///
/// `@unchecked Sendable`: what is mutable is touched only between lock and unlock of `mutex`.
final class SampleQueue: @unchecked Sendable {
  private static let capacity = 256

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// A ring: its memory is used again and again.
  private var ring = [Input?](repeating: nil, count: capacity)
  private var first = 0
  private var count = 0
  private var lost = 0

  init() {
    var lock = pthread_mutexattr_t()
    pthread_mutexattr_init(&lock)
    // A bus's thread may run with FIFO priority while the other does not: whoever holds the lock runs
    // as urgently as whoever waits for it.
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

  /// From any thread.
  func put(_ input: Input) {
    pthread_mutex_lock(mutex)
    if count == Self.capacity {
      first = (first + 1) % Self.capacity
      count -= 1
      lost += 1
    }
    ring[(first + count) % Self.capacity] = input
    count += 1
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(changed)
  }

  /// How many were dropped so far.
  var dropped: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return lost
  }

  /// The oldest; `nil` where none came within `nanoseconds`, fewer than a second.
  func take(within nanoseconds: Int) -> Input? {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += nanoseconds
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_nsec -= 1_000_000_000
      deadline.tv_sec += 1
    }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while count == 0 {
      guard pthread_cond_timedwait(changed, mutex, &deadline) == 0 else { break }
    }
    guard count > 0 else { return nil }
    defer {
      first = (first + 1) % Self.capacity
      count -= 1
    }
    return ring[first]
  }
}
