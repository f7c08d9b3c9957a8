package import Quantities

/// Whether an attitude that has just started is the right way up.
///
/// A device that is shaken harder than gravity may fall, at the start, faster than gravity pulls: the specific force then points down. A filter
/// that corrects small errors does not find a tilt of 180°: it sees an accelerometer with an offset.
package struct UprightCheck: Equatable, Sendable {
  /// m/s², earth frame: the mean specific force since the start, of the last `meanTime` at most; `nil` before any.
  package private(set) var meanForce: Vector3?
  /// s of it.
  private var measured = 0.0

  /// s. Source: derived; a hand that is moved at 2 m/s changes the mean by 1 m/s² then, 6° of gravity.
  private static let meanTime = 2.0

  package init() {}

  /// Takes the mean specific force (m/s²) of an interval, in what is taken for the earth frame, and by which rotation that was corrected
  /// after it.
  package mutating func take(force: Vector3, correction: Quaternion, interval: Double) {
    measured = min(measured + interval, Self.meanTime)
    let mean = meanForce ?? .zero
    meanForce = correction.rotate(mean + (force - mean) * min(interval / measured, 1))
  }

  /// Whether it is not: the mean is over 60° from up.
  package var isWrong: Bool {
    guard measured >= Self.meanTime, let meanForce else { return false }
    return meanForce.z > -meanForce.length / 2
  }
}
