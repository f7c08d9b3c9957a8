private import Glibc
import Quantities
import SensorCalibration

/// Whether the field comes not to fit again and again, and for a good part of the time.
///
/// Then it is the device's own: a calibration of another device, axes that are exchanged, a magnet in a
/// new case. One disturbance may have been a magnet that passed, if it was short and the device points
/// afterwards where it did before. Time counts and not turning only, because a magnetometer whose values
/// are wrong does not see all turns, and nothing else would.
struct RecurringMisfit {
  /// Whether the field that fits now is not to be believed for that.
  private(set) var isOwn = false
  /// s of late, with what turning counts for, for which the field fitted, and for which it did not.
  private var seconds = (fitting: 0.0, misfitting: 0.0)
  /// When the last disturbance began.
  private var last: Timestamp?
  /// When a disturbance was last seen that no magnet explains that passes.
  private var unexplained: Timestamp?
  /// The attitudes in which the field fitted, at the last two looks.
  private var attitudes: (older: Quaternion, newer: Quaternion)?
  private var looked: Timestamp?

  /// s that are remembered. Another disturbance within them is another of the same.
  private static let memory = 60.0
  /// s. What lasts longer is no magnet that passes.
  private static let passing = 8.0
  /// s. A magnet that comes near turns the field for so long before the field no longer fits.
  private static let approach = 2.0
  /// rad. Who points elsewhere after a disturbance may have turned out of one of the device's own.
  private static let elsewhere = 0.5
  /// Parts of the time without a fit from which on it is the device's own, and under which it is not.
  private static let (ownFrom, ownUntil) = (0.25, 0.1)

  /// The part of the time of late in which the field did not fit.
  var share: Double {
    let whole = seconds.fitting + seconds.misfitting
    return whole > 0 ? seconds.misfitting / whole : 0
  }

  /// Takes in that the device turned at `turnRate` rad/s for `interval` s.
  mutating func update(
    misfits: Bool, turnRate: Double, interval: Double, at time: Timestamp
  ) {
    // A field that fits all round is proven sooner.
    let turning = NorthUncertainty.secondsPerRadian * max(turnRate - NorthUncertainty.sway, 0)
    let evidence = (1 + turning) * interval
    let kept = exp(-evidence / Self.memory)
    seconds = (seconds.fitting * kept, seconds.misfitting * kept)
    if misfits { seconds.misfitting += evidence } else { seconds.fitting += evidence }
    decide(at: time)
  }

  /// Takes in that a disturbance began at `since`.
  ///
  /// - Parameter isFirst: whether no field has fitted before; then nothing has passed.
  mutating func began(since: Timestamp, isFirst: Bool, at time: Timestamp) {
    if isFirst || last.map({ since.seconds(since: $0) < Self.memory }) == true {
      unexplained = time
    }
    last = since
    decide(at: time)
  }

  /// Takes in that the field has fitted again from `since` on.
  mutating func ended(since: Timestamp, in attitude: Quaternion, at time: Timestamp) {
    let lasted = last.map { since.seconds(since: $0) } ?? 0
    let turn = attitudes.map { (attitude * $0.older.inverse).angle } ?? 0
    if lasted > Self.passing || turn > Self.elsewhere { unexplained = time }
    decide(at: time)
  }

  /// Takes in that there is no disturbance.
  mutating func fits(in attitude: Quaternion, at time: Timestamp) {
    if let looked, time.seconds(since: looked) < Self.approach { return }
    attitudes = (attitudes?.newer ?? attitude, attitude)
    looked = time
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
  /// rad, 68 %: what the device's own field makes of north, where it is that; else zero.
  ///
  /// An offset b makes the strength F anything between F − b and F + b, in equal parts of all directions
  /// (Archimedes' zones of a sphere). So it stays within the threshold τ in the part τF/b of them, and by
  /// the part that fits b is known.
  ///
  /// - Parameters:
  ///   - threshold: τ, a part of the strength.
  ///   - slope: the tangent of the reference's inclination.
  func northError68(threshold: Double, slope: Double) -> Double {
    guard isOwn else { return 0 }
    let offset = threshold / max(1 - share, 0.01)
    return min(0.68 * offset * hypot(1, slope), .pi)
  }
}
