private import Glibc

/// First-in-first-out priorities (sched(7)), above every ordinary thread and below the kernel's
/// interrupt threads, which have 50.
package enum RealtimePriority: Int32, Sendable {
  /// The pipeline's thread: a late tick reports a late heading. Below `bus`, as a sample waits in a
  /// queue.
  case pipeline = 9
  /// The thread of a bus: it gives a sample the time at which it reads it, so a delay of the thread
  /// is an error of the time.
  case bus = 10

  /// `SCHED_RESET_ON_FORK` of sched(7): threads that this one starts have the
  /// ordinary priority.
  private static let resetOnFork: Int32 = 0x4000_0000

  /// Gives the calling thread this priority.
  ///
  /// - Throws: where the system does not grant it; the thread keeps the ordinary priority then, and
  ///   its jitter is larger.
  package func take() throws(ThreadRefusal) {
    var parameters = sched_param(sched_priority: rawValue)
    guard sched_setscheduler(0, SCHED_FIFO | Self.resetOnFork, &parameters) == 0 else {
      throw ThreadRefusal(errno: errno)
    }
  }
}
