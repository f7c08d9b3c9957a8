private import Glibc

/// A thread for one piece of work that blocks: a bus, a driver of the kernel, a slow file.
///
/// The pool of Swift's tasks has one thread for each processor, so work that blocks must not run
/// there.
package enum DedicatedThread {
  /// Runs `body` on a new thread, which ends with it; no thread waits for the end.
  ///
  /// - Throws: where the system refuses a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadRefusal) {
    pthread_detach(try create(body))
  }

  /// Runs `body` on a new thread; the calling thread sleeps until that has ended, with all that the C library kept for it.
  ///
  /// - Throws: where the system refuses a thread.
  package static func runToEnd(_ body: @escaping @Sendable () -> Void) throws(ThreadRefusal) {
    // It fails only for a thread that is detached, joined or the caller's own.
    pthread_join(try create(body), nil)
  }

  private static func create(
    _ body: @escaping @Sendable () -> Void
  ) throws(ThreadRefusal) -> pthread_t {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      work.release()
      throw ThreadRefusal(errno: failure)
    }
    return thread
  }

  /// Runs `body` on a new thread; the calling task is suspended until it has ended.
  ///
  /// - Throws: where the system refuses a thread.
  package static func run(_ body: @escaping @Sendable () -> Void) async throws(ThreadRefusal) {
    let refusal = await withCheckedContinuation { continuation in
      do throws(ThreadRefusal) {
        try start {
          body()
          continuation.resume(returning: ThreadRefusal?.none)
        }
      } catch {
        continuation.resume(returning: error)
      }
    }
    if let refusal { throw refusal }
  }

  /// Carries the closure through the pointer of pthread_create(3).
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// The system does not start a thread, or does not give it a real-time priority.
package struct ThreadRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  package let errno: Int32

  package var description: String {
    errno == EPERM
      ? "the system grants no real-time priority (LimitRTPRIO= of the service, or CAP_SYS_NICE)"
      : "the system refuses a thread (errno \(errno)); raise the limits of this process"
  }
}
