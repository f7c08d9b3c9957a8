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

  /// Says that a collection has ended and its memory is free; never waits. A fit that has not begun is dropped.
  func collectionEnded()
}

/// What a fit found, for the collection that asked for it.
struct FittedCalibration: Sendable {
  var collection: Int
  var outcome: CalibrationJob.Outcome
}

/// Runs fits on threads of low priority: one takes the orders, and starts one for each fit.
///
/// A thread keeps some of what it has freed for its next allocations, where malloc_trim(3) does not reach it; only with the
/// thread's end all of a fit's memory is free.
final class CalibrationFitter: CalibrationFitting {
  private enum Order: Sendable {
    case fit(CalibrationJob)
    /// A collection has ended.
    case tidy
  }

  private let orders = BlockingQueue<Order>(capacity: 1, whenFull: .dropOldest)
  private let fitted = Mutex<FittedCalibration?>(nil)

  /// The thread's niceness. Source: chosen; below every thread of the daemon, above idle work.
  private static let niceness: Int32 = 10
  /// µs from the end of a collection until what it used is given back; meanwhile the calibration is put into use and
  /// saved. Source: chosen.
  private static let tidyDelay: useconds_t = 1_000_000

  /// Starts the thread. It ends with `stop`, after the fit that it is at.
  ///
  /// - Throws: where the system refuses a thread.
  func start() throws(ThreadRefusal) {
    try DedicatedThread.start { [self] in
      // On Linux this is the niceness of the calling thread alone: setpriority(2). Where it is refused the fit
      // only shares the processor evenly.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
      while let isMuchFree = runNext() {
        if isMuchFree { FreeMemory.giveBack() }
      }
    }
  }

  func put(_ job: CalibrationJob) { orders.put(.fit(job)) }

  func takeOutcome() -> FittedCalibration? {
    fitted.withLock { fitted in
      defer { fitted = nil }
      return fitted
    }
  }

  func collectionEnded() { orders.put(.tidy) }

  func stop() { orders.close() }

  /// - Returns: whether the megabytes of a tumble or of its fit are free now; `nil` once the fitter is stopped.
  private func runNext() -> Bool? {
    switch orders.take() {
    case .fit(let job):
      do throws(ThreadRefusal) { try DedicatedThread.runToEnd { [self] in fit(job) } } catch {
        // As well, only that a part of the memory stays with this thread.
        fit(job)
      }
      return if case .nineAxes = job.work { true } else { false }
    case .tidy:
      usleep(Self.tidyDelay)
      CodePages.giveBack()
      return true
    case nil: return nil
    }
  }

  private func fit(_ job: CalibrationJob) {
    let found = FittedCalibration(collection: job.collection, outcome: job.run())
    fitted.withLock { $0 = found }
  }
}
