private import Glibc

/// A counting semaphore, which a signal's handler may count up (signal-safety(7)).
///
/// Threads that share a value use `Monitor`.
///
/// `@unchecked Sendable`: the pointer never changes, and any thread may call sem_post(3) and
/// sem_wait(3).
package final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// A semaphore that counts from 0.
  package init() {
    let status = sem_init(semaphore, 0, 0)
    precondition(status == 0, "no semaphore: error \(errno)")
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Counts up by one and wakes one waiting thread.
  package func signal() { sem_post(semaphore) }

  /// Counts down by one; sleeps while the count is 0.
  package func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }
}
