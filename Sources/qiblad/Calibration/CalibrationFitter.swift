import CGlibc
import Glibc
import SensorCalibration
import Synchronization
import Threads

/// What runs the fits of a calibration, so that no tick waits for one.
protocol CalibrationFitting: Sendable {
  /// Hands a fit over; never waits. A fit that has not begun is replaced.
  func put(_ job: CalibrationJob)

  /// What the last fit found, once.
  func takeOutcome() -> FittedCalibration?
}

/// What a fit found, for the collection that asked for it.
struct FittedCalibration: Sendable {
  var collection: Int
  var outcome: CalibrationJob.Outcome
}

/// Runs fits on a thread of its own, of low priority.
final class CalibrationFitter: CalibrationFitting {
  private let jobs = BlockingQueue<CalibrationJob>(capacity: 1, whenFull: .dropOldest)
  private let fitted = Mutex<FittedCalibration?>(nil)

  /// The thread's niceness. Source: chosen; below every thread of the daemon, above idle work.
  private static let niceness: Int32 = 10

  /// Starts the thread. It ends with `stop`, after the fit that it is at.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) {
    try DedicatedThread.start { [self] in
      // On Linux this is the niceness of the calling thread alone: setpriority(2). Where it is refused the fit
      // only shares the processor evenly.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
      while let wasWhole = fitNext() {
        // the megabytes of a tumble and of its fit go back to the system; glibc would keep them
        if wasWhole { malloc_trim(0) }
      }
    }
  }

  func put(_ job: CalibrationJob) { jobs.put(job) }

  func takeOutcome() -> FittedCalibration? {
    fitted.withLock { fitted in
      defer { fitted = nil }
      return fitted
    }
  }

  func stop() { jobs.close() }

  /// - Returns: whether the fit was that of a whole tumble; `nil` once the fitter is stopped. The job's memory is
  ///   free then.
  private func fitNext() -> Bool? {
    guard let job = jobs.take() else { return nil }
    let found = FittedCalibration(collection: job.collection, outcome: job.run())
    fitted.withLock { $0 = found }
    return if case .nineAxes = job.work { true } else { false }
  }
}
