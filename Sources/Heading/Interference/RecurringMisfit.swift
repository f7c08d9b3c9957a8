private import Glibc
import Quantities
import SensorCalibration

/// Without a gyro: whether residuals over the threshold recur, and for a good part of the time.
///
/// Then the cause is on the device: a calibration of another device, exchanged axes, a magnet in a new
/// case. One disturbance may have been a magnet that passed, if it was short and the device points
/// afterwards where it did before. Time counts and not turning only, because a magnetometer with wrong
/// values does not show all turns.
struct RecurringMisfit {
  /// Whether a field that fits now is not trusted for that reason.
  private(set) var isOwn = false
  /// s within about the last minute, turning counted as time, for which the field fitted and did not fit.
  private var seconds = (fitting: 0.0, misfitting: 0.0)
  /// When the last disturbance began.
  private var last: Timestamp?
  /// When a disturbance was last seen that no passing magnet explains.
  private var unexplained: Timestamp?
  /// The attitudes in which the field fitted, sampled every 2 s: the last two.
  private var attitudes: (older: Quaternion, newer: Quaternion)?
  private var sampled: Timestamp?

  /// s. The time constant; another disturbance within it has the same cause.
  private static let memory = 60.0
  /// s. A disturbance that lasts longer is no passing magnet.
  private static let passing = 8.0
  /// s. A magnet that comes near turns the field for so long before the field no longer fits.
  private static let approach = 2.0
  /// rad. A device that points elsewhere after a disturbance may have turned out of one of its own.
  private static let elsewhere = 0.5
  /// Parts of the time without a fit above which the cause is on the device, and below which it is not.
  private static let (ownFrom, ownUntil) = (0.25, 0.1)

  /// The part of the last minute in which the field did not fit.
  var share: Double {
    let whole = seconds.fitting + seconds.misfitting
    return whole > 0 ? seconds.misfitting / whole : 0
  }

  /// The device turned at `turnRate` rad/s for `interval` s.
  mutating func update(
    misfits: Bool, turnRate: Double, interval: Double, at time: Timestamp
  ) {
    // A field that fits in all directions is proven sooner.
    let turning = NorthUncertainty.secondsPerRadian * max(turnRate - NorthUncertainty.sway, 0)
    let evidence = (1 + turning) * interval
    let kept = exp(-evidence / Self.memory)
    seconds = (seconds.fitting * kept, seconds.misfitting * kept)
    if misfits { seconds.misfitting += evidence } else { seconds.fitting += evidence }
    decide(at: time)
  }

  /// A disturbance began at `since`.
  ///
  /// - Parameter isFirst: whether no field has fitted before: then it is no passing magnet.
  mutating func began(since: Timestamp, isFirst: Bool, at time: Timestamp) {
    if isFirst || last.map({ since.seconds(since: $0) < Self.memory }) == true {
      unexplained = time
    }
    last = since
    decide(at: time)
  }

  /// The field has fitted again from `since` on.
  mutating func ended(since: Timestamp, in attitude: Quaternion, at time: Timestamp) {
    let lasted = last.map { since.seconds(since: $0) } ?? 0
    let turn = attitudes.map { (attitude * $0.older.inverse).angle } ?? 0
    if lasted > Self.passing || turn > Self.elsewhere { unexplained = time }
    decide(at: time)
  }

  /// The field is undisturbed.
  mutating func fits(in attitude: Quaternion, at time: Timestamp) {
    if let sampled, time.seconds(since: sampled) < Self.approach { return }
    attitudes = (attitudes?.newer ?? attitude, attitude)
    sampled = time
  }

  private mutating func decide(at time: Timestamp) {
    if isOwn {
      if share < Self.ownUntil { (isOwn, unexplained) = (false, nil) }
    } else if let unexplained, time.seconds(since: unexplained) < Self.memory {
      isOwn = share > Self.ownFrom
    }
  }
}

extension RecurringMisfit {
  /// rad, 68 %: by how much the device's own field turns north, where residuals recur; else zero.
  ///
  /// An offset b makes the strength F anything between F − b and F + b, in equal parts of all directions
  /// (Archimedes' zones of a sphere). So it stays within the threshold τ in the part τF/b of them, so the
  /// part that fits gives b.
  ///
  /// - Parameters:
  ///   - threshold: τ, a part of the strength.
  ///   - slope: the tangent of the reference's inclination.
  func northError68(threshold: Double, slope: Double) -> Double {
    guard isOwn else { return 0 }
    let offset = threshold / max(1 - share, 0.01)
    return min(componentQuantile * offset * hypot(1, slope), .pi)
  }
}
