import Quantities
import Threads

/// Decides whether a device's buffer is read or, after the buffer was silent, its files.
///
/// A trigger that stopped may fire again once the device is set up again. An attempt at one that does not costs a
/// second of samples (`SensorFaultParameters.silentTrigger`).
struct BufferRetry {
  /// Source: chosen; the attempts cost a second in five minutes at first, and one in an hour in the end.
  private var retryDelay = RetryDelay(first: 300_000_000, longest: 3_600_000_000)
  private var next: Timestamp?

  /// Until when the files are read; `nil` where it is the buffer.
  func filesEnd(at time: Timestamp) -> Timestamp? { next.flatMap { time < $0 ? $0 : nil } }

  /// Takes that the buffer was silent at `time`.
  mutating func wasSilent(at time: Timestamp) {
    next = time.advanced(byMicroseconds: retryDelay.failed())
  }
}
