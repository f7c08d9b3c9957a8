import Quantities
import Threads

/// Samples on their way from the threads of the buses, drivers and gpsd to the pipeline's thread.
///
/// A full queue discards its oldest sample, which happens only when the pipeline's thread gets no
/// processor for a second.
final class SampleQueue: Sendable {
  private static let capacity = 256

  private let samples = BlockingQueue<(source: Int, sample: Sample)>(
    capacity: capacity, whenFull: .dropOldest)

  /// Says that a sensor sends no more samples for now; called by the thread that reads it.
  func putLoss(of source: Int, at time: Timestamp) { put(Sample(time: time), from: source) }

  /// Adds a sample; called by the thread that measured it.
  func put(_ sample: Sample, from source: Int) { samples.put((source, sample)) }

  /// How many samples were discarded so far.
  var dropped: Int { samples.dropped }

  /// Takes the oldest sample; it has neither measurement nor fix where its sensor is lost.
  ///
  /// - Parameter timeout: how long to wait for one.
  /// - Returns: `nil` where none came in time.
  func take(within timeout: Duration) -> (source: Int, sample: Sample)? {
    samples.take(within: timeout)
  }
}
