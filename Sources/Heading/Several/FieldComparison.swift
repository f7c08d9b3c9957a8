private import Glibc
import Quantities

/// Whether another magnetometer says the same as the one that makes the heading.
///
/// Where both are calibrated and somebody said how they sit, their fields are compared as they are. Else
/// what the other one says is translated by what was learnt of the two (`FieldRelation`), and compared only
/// where that is known. So two that are turned, have other iron or other units never disagree; one that
/// gets a magnet, drifts or no longer measures does.
struct FieldComparison {
  /// Two fields of one moment, body frame, in the unit of each.
  struct Pair {
    var own: Vector3
    var other: Vector3
    /// Away from the ground, body frame; `nil` where gravity is not known.
    var up: Vector3?
    /// rad/s: the fastest that the device turned meanwhile.
    var turnRate: Double
    var time: Timestamp
  }

  /// Whether they disagree; until it is otherwise for a while.
  private(set) var isContradicted = false
  /// Degrees: by how much the difference of the two turns north at the most; `nil` where it is not known.
  private(set) var degrees: Double?
  private var relation: FieldRelation?
  /// What is learnt while they disagree: the relation that holds from now on, if this lasts.
  private var successor: FieldRelation?
  /// Comparisons in a row that were over the limit, and under it.
  private var counts = (over: 0, under: 0)
  /// Degrees that the calibrations of both leave, 68 %; `nil` where the two cannot be compared as they are.
  private let calibrations: Double?

  /// Degrees. As much as `Surroundings` takes for interference: 17 % of the field.
  private static let least = 10.0
  /// So many standard deviations are no accident.
  private static let deviations = 3.0
  /// s by which two chips are late by different times; see `FieldRelation`.
  private static let lag = 0.02
  /// Degrees. What is not known to this is not judged.
  private static let vaguest = 30.0
  /// Degrees, where two disagree and nobody knows by how much: a sure answer is not to be had.
  private static let unknown = 20.0
  /// Part of the limit under which they agree again.
  private static let release = 0.6
  /// Comparisons in a row: 1 s until they disagree, 3 s until they do not.
  private static let patience = (over: 5, under: 15)
  /// In strengths: so far the field has moved in the device before what is new is believed …
  private static let shortestPath = 6.0
  /// … or as far as it had when the old was learnt, but no farther than some ten turns.
  private static let longestPath = 60.0
  /// Of what was expected, squared: a relation holds whose pairs miss it by less.
  private static let fit = 4.0
  /// Of `FieldRelation.volume`: under this one of the two has lost an axis, or is mirrored.
  private static let leastVolume = 0.3

  init(calibrations: Double?) { self.calibrations = calibrations }

  /// Whether one of the two is mirrored, or lacks an axis.
  var isMisshapen: Bool { (relation?.volume ?? 1) < Self.leastVolume }

  /// Whether the two cannot both be right.
  var isDisagreement: Bool { isContradicted || isMisshapen }

  /// Degrees by which a heading may be wrong if the other one is right; enough that it is not accurate for as
  /// long as they disagree.
  var doubt: Double {
    guard isContradicted, let degrees else { return Self.unknown }
    return max(degrees, Self.release * Self.least)
  }

  /// Compares, and learns.
  mutating func update(_ pair: Pair) {
    if let calibrations {
      let turn = Self.turn(pair.own, pair.other, up: pair.up)
      let blur = (Self.lag * pair.turnRate).inDegrees
      judge(turn, limit: max(Self.least, Self.deviations * hypot(calibrations, blur)))
      return
    }
    guard let known = relation else {
      relation = FieldRelation(own: pair.own, other: pair.other, at: pair.time)
      relation?.learn(pair)
      return
    }
    let expected = known.expected(from: pair.other)
    let turn = Self.turn(pair.own, expected, up: pair.up)
    let length = (Self.level(pair.own, pair.up).length + Self.level(expected, pair.up).length) / 2
    let unsure =
      Self.deviations * known.deviation(of: pair.other, turnRate: pair.turnRate)
      / max(length, 1e-9)
    let limit = max(Self.least, unsure.inDegrees)
    let isJudged = limit <= Self.vaguest
    if isJudged { judge(turn, limit: limit) } else if !isContradicted { degrees = nil }
    if isContradicted {
      learnAnew(pair)
    } else if !isJudged || turn <= limit {
      relation?.learn(pair)
    }
  }

  /// Time tore.
  mutating func restart(at time: Timestamp) {
    counts = (0, 0)
    relation?.restart(at: time)
    successor?.restart(at: time)
  }

  private mutating func judge(_ turn: Double, limit: Double) {
    degrees = turn
    counts.over = turn > limit ? counts.over + 1 : 0
    counts.under = turn < Self.release * limit ? counts.under + 1 : 0
    if counts.over >= Self.patience.over { isContradicted = true }
    if counts.under >= Self.patience.under { (isContradicted, successor) = (false, nil) }
  }

  /// What has held for as long as the old relation did is what holds: the old one may have been learnt
  /// beside a magnet.
  private mutating func learnAnew(_ pair: Pair) {
    guard var next = successor ?? FieldRelation(own: pair.own, other: pair.other, at: pair.time)
    else { return }
    next.learn(pair)
    let former = min(relation?.path ?? 0, Self.longestPath)
    if next.path >= max(Self.shortestPath, former), next.misfit < Self.fit {
      relation = next
      (successor, isContradicted, counts) = (nil, false, (0, 0))
    } else {
      successor = next
    }
  }

  /// Degrees between two fields that are as strong, in the level where gravity is known: what the largest
  /// part of `one` − `other` that can lie across the field does to north.
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
