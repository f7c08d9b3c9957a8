import Pipeline
import Threads

/// Inputs on their way from the threads of the buses, drivers and gpsd to the pipeline's thread.
///
/// A full queue discards its oldest sample, which happens only when the pipeline's thread gets no
/// processor for a second. Another input, such as the loss of a sensor, comes only once, and is
/// discarded only where no sample waits.
final class InputQueue: Sendable {
  private static let capacity = 256

  private let inputs = BlockingQueue<Input>(capacity: capacity, whenFull: .dropOldest) { input in
    if case .sample = input { false } else { true }
  }

  /// Adds an input; called by the thread that it comes from.
  func put(_ input: Input) { inputs.put(input) }

  /// How many inputs were discarded so far.
  var dropped: Int { inputs.dropped }

  /// Takes the oldest input.
  ///
  /// - Parameter timeout: how long to wait for one.
  /// - Returns: `nil` where none came in time.
  func take(within timeout: Duration) -> Input? { inputs.take(within: timeout) }
}
