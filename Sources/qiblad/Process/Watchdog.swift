import GPSD
import Logging
import ServiceManager
import Threads

/// Tells the service manager once a second that the daemon works, for as long as every loop that has to makes
/// progress.
///
/// The thread is a timer, and so proves nothing by itself: the loops count their rounds. Where one hangs, the
/// manager hears nothing more; it ends the daemon and starts it again.
struct Watchdog: Sendable {
  let socket: NotifySocket
  /// µs within which the manager wants to hear.
  let microseconds: Int64
  let loops: Heartbeats
  /// Of the thread that reads gpsd; `nil` where there is none.
  let gpsd: GPSDMeter?
  let stop: StopFlag
  let logger: Logger
  /// s without a round after which a loop counts as hung.
  var longest = ProgressWatch.longest

  /// ns from one look to the next: four looks in the manager's time, and not more than one second.
  private var pause: Int64 { min(max(microseconds / 4, 1000), 1_000_000) * 1000 }

  /// Starts the thread, which ends soon after `stop` is set.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) { try DedicatedThread.start { run() } }

  private func run() {
    var watch = ProgressWatch(longest: longest)
    var gpsdWatch = gpsd.map(LoopWatch.init)
    var told: [String] = []
    var refusal: NotifyError?
    var last = KernelClock.monotonic.nanoseconds
    while !stop.isSet {
      let now = KernelClock.monotonic.nanoseconds
      let elapsed = Double(now - last) / 1e9
      last = now
      var hung = watch.look(at: loops.all, after: elapsed)
      _ = gpsdWatch?.look(after: elapsed)
      if gpsdWatch?.stuckSeconds != nil { hung.append("the thread that reads gpsd") }
      if hung != told { tell(hung) }
      told = hung
      if hung.isEmpty { feed(&refusal) }
      KernelClock.monotonic.sleep(untilNanoseconds: now + pause)
    }
  }

  private func feed(_ refusal: inout NotifyError?) {
    do throws(NotifyError) {
      try socket.send(.watchdog)
      refusal = nil
    } catch {
      // Once: the log is no place for a line a second.
      if refusal != error { logger.warning("\(error)") }
      refusal = error
    }
  }

  private func tell(_ hung: [String]) {
    guard !hung.isEmpty else { return logger.notice("all loops make progress again") }
    logger.error(
      """
      no progress for \(Int(longest)) s: \(hung.joined(separator: ", ")); the service manager is to start the \
      daemon again
      """)
  }
}
