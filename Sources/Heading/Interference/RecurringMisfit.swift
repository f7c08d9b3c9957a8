private import Glibc
import Quantities
import SensorCalibration

/// Without a gyro: whether residuals over the threshold recur, and for a good part of the time.
///
/// Then the cause is on the device: a calibration of another device, exchanged axes, a magnet in a new case. One
/// disturbance may have been a magnet that passed, if it was short and the device points afterwards where it did
/// before. Time counts and not turning only, because a magnetometer with wrong values does not show all turns.
struct RecurringMisfit {
  /// Whether a field that fits now is not trusted for that reason.
  private(set) var isOwn = false
  /// s within about the last minute, turning counted as time, for which the field fitted and did not fit.
  private var seconds = (fitting: 0.0, misfitting: 0.0)
  /// When the last disturbance began.
  private var last: Timestamp?
  /// When a disturbance was last seen that no passing magnet explains.
  private var unexplained: Timestamp?
  /// The attitudes in which the field fitted, sampled every `shortestSteadySeconds`: the last two.
  private var attitudes: (older: Quaternion, newer: Quaternion)?
  private var sampled: Timestamp?

  /// The part of the last minute in which the field did not fit.
  var share: Double {
    let whole = seconds.fitting + seconds.misfitting
    return whole > 0 ? seconds.misfitting / whole : 0
  }

  /// The device turned at `turnRate` rad/s for `interval` s.
  mutating func update(
    misfits: Bool, turnRate: Double, interval: Double, at time: Timestamp,
    _ parameters: FieldMonitorParameters
  ) {
    // A field that fits in all directions is proven sooner.
    let turning = parameters.secondsPerRadian * max(turnRate - parameters.sway, 0)
    let evidence = (1 + turning) * interval
    let kept = exp(-evidence / parameters.fieldTimeConstant)
    seconds = (seconds.fitting * kept, seconds.misfitting * kept)
    if misfits { seconds.misfitting += evidence } else { seconds.fitting += evidence }
    decide(at: time, parameters)
  }

  /// A disturbance began at `since`.
  ///
  /// - Parameter isFirst: whether no field has fitted before: then it is no passing magnet.
  mutating func began(
    since: Timestamp, isFirst: Bool, at time: Timestamp, _ parameters: FieldMonitorParameters
  ) {
    // Another one within the memory has the same cause.
    if isFirst || last.map({ since.seconds(since: $0) < parameters.fieldTimeConstant }) == true {
      unexplained = time
    }
    last = since
    decide(at: time, parameters)
  }

  /// The field has fitted again from `since` on.
  mutating func ended(
    since: Timestamp, in attitude: Quaternion, at time: Timestamp,
    _ parameters: FieldMonitorParameters
  ) {
    let lasted = last.map { since.seconds(since: $0) } ?? 0
    let turn = attitudes.map { (attitude * $0.older.inverse).angle } ?? 0
    // A device that points elsewhere may have turned out of a disturbance of its own.
    let elsewhere = parameters.provingTurn / 2
    if lasted > parameters.secondsUntilReferenceIsTrusted || turn > elsewhere { unexplained = time }
    decide(at: time, parameters)
  }

  /// The field is undisturbed.
  mutating func fits(
    in attitude: Quaternion, at time: Timestamp, _ parameters: FieldMonitorParameters
  ) {
    if let sampled, time.seconds(since: sampled) < parameters.shortestSteadySeconds { return }
    attitudes = (attitudes?.newer ?? attitude, attitude)
    sampled = time
  }

  private mutating func decide(at time: Timestamp, _ parameters: FieldMonitorParameters) {
    if isOwn {
      if share < parameters.ownField.leave { (isOwn, unexplained) = (false, nil) }
    } else if let unexplained, time.seconds(since: unexplained) < parameters.fieldTimeConstant {
      isOwn = share > parameters.ownField.enter
    }
  }
}

extension RecurringMisfit {
  /// The smallest part that is divided by. Source: numerical; less gives π.
  private static let leastShare = 0.01

  /// rad, 68 %: by how much the device's own field turns north, where residuals recur; else zero.
  ///
  /// An offset b makes the strength F anything between F − b and F + b, in equal parts of all directions (Archimedes'
  /// zones of a sphere). So it stays within the limit τ in the part τF/b of them, so the part that fits gives b.
  ///
  /// - Parameters:
  ///   - limit: τ, a part of the strength.
  ///   - slope: the tangent of the reference's inclination.
  func northError68(limit: Double, slope: Double) -> Double {
    guard isOwn else { return 0 }
    let offset = limit / max(1 - share, Self.leastShare)
    return min(componentQuantile * offset * hypot(1, slope), .pi)
  }
}
