private import Glibc

/// A thread of its own for what blocks: a bus, a driver of the kernel.
package enum DedicatedThread {
  /// Runs `body` on a new thread, which ends with it and is waited for by nobody.
  ///
  /// - Throws: where the system refuses a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadRefusal) {
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
    pthread_detach(thread)
  }

  /// What a thread gets through C's hands.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// The system does not start a thread, or does not let it be urgent.
package struct ThreadRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  package let errno: Int32

  package var description: String {
    errno == EPERM
      ? "the system grants no real-time priority (LimitRTPRIO= of the service, or CAP_SYS_NICE)"
      : "the system refuses a thread (errno \(errno)); raise the limits of this process"
  }
}
