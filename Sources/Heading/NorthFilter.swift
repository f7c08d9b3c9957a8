private import Glibc
import Quantities

/// Where magnetic north lies in a level frame that drifts slowly, averaged as a unit vector.
///
/// An average of angles fails at 359°/1°; an average of unit vectors has no such place.
struct NorthFilter {
  private var gain: GrowingGain
  private var cosine = 1.0
  private var sine = 0.0
  private(set) var last: Timestamp?

  /// - Parameter timeConstant: s.
  init(timeConstant: Double) { gain = GrowingGain(timeConstant: timeConstant) }

  /// s.
  var timeConstant: Double {
    get { gain.timeConstant }
    set { gain.timeConstant = newValue }
  }

  /// s of field in the average.
  var elapsed: Double { gain.elapsed }

  /// Azimuth of magnetic north in the level frame, rad; `nil` before the first sample.
  var azimuth: Double? { last == nil ? nil : atan2(sine, cosine) }

  /// By how much a field's horizontal part points to the right of the average, rad; `nil` where
  /// there is no average yet, or the field is vertical.
  func innovation(level: Vector3) -> Double? {
    guard last != nil, level.x != 0 || level.y != 0 else { return nil }
    return atan2(cosine * level.y - sine * level.x, cosine * level.x + sine * level.y)
  }

  /// Takes in a field's horizontal part in the level frame.
  ///
  /// - Parameters:
  ///   - level: the field, µT, level frame; its vertical part is not used.
  ///   - weight: 0 ignores the sample, 1 takes it whole.
  /// - Returns: by how much the average turned, rad, and with which gain, 0 to 1; `nil` where the
  ///   sample was not taken.
  mutating func update(
    level: Vector3, weight: Double, at time: Timestamp
  ) -> (turned: Double, gain: Double)? {
    let horizontal = (level.x * level.x + level.y * level.y).squareRoot()
    guard horizontal > 0, horizontal.isFinite, weight > 0 else { return nil }
    let north = level.x / horizontal
    let east = level.y / horizontal
    defer { last = time }
    guard let last else {
      (cosine, sine) = (north, east)
      _ = gain.next(interval: 0)
      return (0, 1)
    }
    let step = gain.next(interval: time.seconds(since: last)) * weight
    let before = (cosine, sine)
    let x = cosine + (north - cosine) * step
    let y = sine + (east - sine) * step
    let length = (x * x + y * y).squareRoot()
    // Exactly opposite and half weight: no direction; keep the old one.
    if length > 1e-9 { (cosine, sine) = (x / length, y / length) }
    let turned = atan2(before.0 * sine - before.1 * cosine, before.0 * cosine + before.1 * sine)
    return (turned, step)
  }
}
