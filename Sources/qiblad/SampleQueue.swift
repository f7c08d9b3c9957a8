import Quantities
import Synchronization

/// Takes samples from the threads that read devices to the pipeline's.
///
/// What it drops: the oldest, once `capacity` wait, which happens only when the pipeline's thread gets no
/// processor for many seconds.
final class SampleQueue: Sendable {
  /// Ten seconds of four sensors at 100 Hz.
  static let capacity = 4000

  private let samples = Mutex<[Sample]>([])

  /// Never waits for longer than a copy takes.
  func post(_ sample: Sample) {
    samples.withLock { samples in
      if samples.count >= Self.capacity { samples.removeFirst(samples.count - Self.capacity + 1) }
      samples.append(sample)
    }
  }

  /// Moves what waits behind what is in `others`.
  func takeAll(into others: inout [Sample]) {
    samples.withLock { samples in
      others += samples
      samples.removeAll(keepingCapacity: true)
    }
  }
}
