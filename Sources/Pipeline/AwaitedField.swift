import Quantities
import Wire

/// Whether the magnetometer is about to measure again after nothing read it: until its first sample it is not missing,
/// the filter warms up.
///
/// It is waited for during a second after a pause of sampling or a suspend, where the last tick before found that it measures.
struct AwaitedField {
  /// Whether it measured when time last went on.
  private var isMeasuring = false
  /// Since when it is waited for.
  private var since: Timestamp?

  /// A gap ends at `time`.
  mutating func gap(_ reason: Event.GapReason, at time: Timestamp) {
    switch reason {
    case .paused, .suspend: since = isMeasuring ? time : nil
    default: since = nil
    }
  }

  /// The magnetometer was lost, or is reported to be faulty: it is not waited for.
  mutating func giveUp() { (isMeasuring, since) = (false, nil) }

  /// Takes whether it measures now.
  ///
  /// - Returns: whether it is waited for.
  mutating func tick(isMeasuring isMeasuringNow: Bool, at time: Timestamp) -> Bool {
    if let since, !isMeasuringNow, time.seconds(since: since) < ProtocolConstants.sensorTimeout {
      return true
    }
    (isMeasuring, since) = (isMeasuringNow, nil)
    return false
  }
}
