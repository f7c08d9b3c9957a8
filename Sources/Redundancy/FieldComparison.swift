private import Glibc
import Quantities

/// Whether another magnetometer agrees with the primary one.
///
/// Where both are calibrated in all attitudes and their mounts are known, their fields are compared directly. Otherwise
/// the other field is mapped by a learned relation of the two (`FieldRelation`), and compared where that is
/// known. So two with different mounts, iron or units agree; a magnetometer with a magnet beside it, a drift
/// or a fault disagrees.
struct FieldComparison {
  /// Two fields of one moment, body frame, in the unit of each.
  struct Pair {
    var own: Vector3
    var other: Vector3
    /// Unit vector upwards, body frame; `nil` where gravity is not known.
    var up: Vector3?
    /// The fastest turn rate of the device meanwhile, rad/s.
    var turnRate: Double
    var time: Timestamp
  }

  /// Whether the fields disagree, with hysteresis.
  private(set) var isContradicted = false
  /// The largest turn of north by the difference of the fields, degrees; `nil` where it is not known.
  private(set) var degrees: Double?
  private var relation: FieldRelation?
  /// The relation that is learned while they disagree; it replaces the former one if this lasts.
  private var successor: FieldRelation?
  /// Comparisons in a row that were over the limit, and under it.
  private var counts = (over: 0, under: 0)
  /// µT, 68 %: what both calibrations leave in one axis of the field; `nil` where the fields cannot be
  /// compared directly.
  private let calibrations: Double?

  private let settings: ComparisonSettings
  /// The volume of a relation below which one of the two is mirrored, or lacks an axis.
  /// Source: derived; the middle of a rotation's volume, 1, and that of a lost axis, 0.
  private static let leastVolume = 0.5
  /// The mean square of the residual, in expected ones, below which a relation holds.
  /// Source: derived; three standard deviations.
  private static let largestMisfit = significantDeviations * significantDeviations
  /// The length of a vector, in standard deviations of one of its axes, that is a disagreement.
  /// Source: derived; a chi distribution with three degrees of freedom leaves 0.27 % beyond, as three standard
  /// deviations of one number do.
  private static let significantLength = 3.76

  init(calibrations: Double?, _ settings: ComparisonSettings) {
    self.calibrations = calibrations
    self.settings = settings
  }

  /// Whether one of the two is mirrored, or lacks an axis.
  var isMisshapen: Bool { (relation?.volume ?? 1) < Self.leastVolume }

  /// The axis rotation from the other's body axes to the own ones, which is not the identity where one of the mounts is
  /// wrong; `nil` while it is not known, and while the two disagree.
  var rotation: Matrix3? { isDisagreement ? nil : relation?.rotation }

  /// Whether the two cannot both be right.
  var isDisagreement: Bool { isContradicted || isMisshapen }

  /// The heading error, degrees, if the other magnetometer is right; large enough that a heading is not
  /// accurate while the two disagree.
  var headingError: Double {
    guard isContradicted, let degrees else { return settings.parameters.largestLimit }
    return max(degrees, settings.release * settings.leastDifference)
  }

  /// Compares a pair, and learns from it.
  mutating func update(_ pair: Pair) {
    if let calibrations {
      // The room's gradient and the chips' delays are parts of the whole field; tilts bring them into the level plane.
      let strength = (pair.own.length + pair.other.length) / 2
      let room = hypot(settings.parameters.noise, settings.delayDifference * pair.turnRate)
      let error = Self.significantLength * hypot(calibrations, room * strength)
      let sum = Self.level(pair.own, pair.up).length + Self.level(pair.other, pair.up).length
      let limit = 2 * asin(min(error / max(sum, 1e-9), 1)).inDegrees
      judge(
        Self.turn(pair.own, pair.other, up: pair.up), limit: max(settings.leastDifference, limit))
      return
    }
    guard let known = relation else {
      relation = FieldRelation(own: pair.own, other: pair.other, at: pair.time, settings)
      relation?.learn(pair)
      return
    }
    let expected = known.expected(from: pair.other)
    let turn = Self.turn(pair.own, expected, up: pair.up)
    let length = (Self.level(pair.own, pair.up).length + Self.level(expected, pair.up).length) / 2
    let error =
      significantDeviations * known.sigma(of: pair.other, turnRate: pair.turnRate)
      / max(length, 1e-9)
    let limit = max(settings.leastDifference, error.inDegrees)
    let isJudged = limit <= settings.parameters.largestLimit
    if isJudged { judge(turn, limit: limit) } else if !isContradicted { degrees = nil }
    if isContradicted {
      learnAnew(pair)
    } else if !isJudged || turn <= limit {
      relation?.learn(pair)
    }
  }

  /// Restarts at a gap of time.
  mutating func restart(at time: Timestamp) {
    counts = (0, 0)
    relation?.restart(at: time)
    successor?.restart(at: time)
  }

  private mutating func judge(_ turn: Double, limit: Double) {
    degrees = turn
    counts.over = turn > limit ? counts.over + 1 : 0
    counts.under = turn < settings.release * limit ? counts.under + 1 : 0
    let dwell = settings.parameters.dwell
    if counts.over >= dwell.disagree { isContradicted = true }
    if counts.under >= dwell.agree { (isContradicted, successor) = (false, nil) }
  }

  /// Replaces the relation once another one has held for as long: the former one may have been learned beside
  /// a magnet.
  private mutating func learnAnew(_ pair: Pair) {
    let begun =
      successor
      ?? FieldRelation(own: pair.own, other: pair.other, at: pair.time, settings)
    guard var next = begun else { return }
    next.learn(pair)
    let bounds = settings.parameters.relearnedPath
    let path = min(max(relation?.path ?? 0, bounds.lowerBound), bounds.upperBound)
    if next.path >= path, next.misfit < Self.largestMisfit {
      relation = next
      (successor, isContradicted, counts) = (nil, false, (0, 0))
    } else {
      successor = next
    }
  }

  /// The angle between two fields of equal strength, degrees, in the horizontal plane where gravity is known:
  /// the largest turn of north by the difference of the two.
  private static func turn(_ one: Vector3, _ other: Vector3, up: Vector3?) -> Double {
    let (a, b) = (level(one, up), level(other, up))
    let sum = a.length + b.length
    return sum > 0 ? 2 * asin(min((a - b).length / sum, 1)).inDegrees : 0
  }

  private static func level(_ field: Vector3, _ up: Vector3?) -> Vector3 {
    guard let up else { return field }
    return field - up * field.dot(up)
  }
}

extension FieldRelation {
  fileprivate mutating func learn(_ pair: FieldComparison.Pair) {
    learn(own: pair.own, other: pair.other, turnRate: pair.turnRate, at: pair.time)
  }
}
