private import Glibc

/// First-in-first-out priorities, above everything that is not in a hurry and below what the system
/// itself needs: the kernel's interrupt threads have 50.
package enum RealtimePriority: Int32, Sendable {
  /// The pipeline: a late tick is told, a late sample is measured late.
  case pipeline = 9
  /// A bus, whose samples bear the instant when they are read.
  case bus = 10

  /// `SCHED_RESET_ON_FORK` of sched(7): threads that this one starts are ordinary ones.
  private static let resetOnFork: Int32 = 0x4000_0000

  /// Gives the calling thread this priority.
  ///
  /// - Throws: where the system does not grant it; the ordinary priority serves then, with more
  ///   jitter.
  package func take() throws(ThreadRefusal) {
    var parameters = sched_param(sched_priority: rawValue)
    guard sched_setscheduler(0, SCHED_FIFO | Self.resetOnFork, &parameters) == 0 else {
      throw ThreadRefusal(errno: errno)
    }
  }
}
