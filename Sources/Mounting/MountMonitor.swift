private import Glibc
package import Heading
package import Quantities
import SensorCalibration

/// Compares, while samples come, how the field turns with how the gyro says that the device turns: the two
/// differ where magnetometer and inertial chip do not sit as their mounts say.
///
/// Each turn by about 70° to 120° that is clear enough speaks against those of the 24 axis rotations that
/// explain it worse than the best one (`TurnRegression`), by the logarithm of how much worse. The mount is wrong
/// while the turns say clearly more against it than against another rotation. So one clear turn tells a wrong
/// mount at once, and a turn in a field that is not the Earth's says nothing against a mount that turns before
/// have confirmed as clearly.
///
/// It needs neither a calibration nor a position, and the magnetometer's gain cancels. A value of fixed size; no sample
/// allocates.
package struct MountMonitor: Sendable {
  private let mount: Mount
  private let calibration: Calibration?
  private var regression = TurnRegression()
  private var path = GyroPath()
  private var lastField: Timestamp?
  /// rad turned since the sums were last judged.
  private var unjudged = 0.0
  /// For each of `axisRotations`, what turns have said against it more than against the best one: the sum of
  /// the logarithms of the residuals' ratios.
  private var evidence = InlineArray<24, Double>(repeating: 0)
  private var gravity = GravitySide()
  private var dip = DipSums()

  /// Of `axisRotations`, the mount as it is.
  private static let present = 0
  /// What a rotation must leave of the field's variance, as a multiple of what the best one leaves, to be
  /// contradicted. Amplitudes then differ by a factor of 2.2. A soft iron with half axes a and b makes the
  /// wrong sense of turning (a − b)/(a + b) of the right one, so none reaches it; a gyro's bias would have to
  /// be 1.4 times the turn rate and against it.
  private static let ratio = 5.0
  /// Added to what each rotation leaves: strays of the field by 14 % of its variation (amplitude) are usual
  /// indoors and say nothing.
  private static let usualStrays = 0.02
  /// The best rotation must leave no more of the variance, a quarter of the amplitude: where more is left, the
  /// field changes with the place about as much as with the turn, and what fits best fits by chance.
  private static let largestResidual = 0.06
  /// The spread of the attitudes in an even turn by 70°.
  private static let leastSpread = 0.12
  /// rad of turning between two judgements.
  private static let judgedEach = 10.0.inRadians
  /// rad of turning and s after which what was measured counts e times less: a bias of the gyro of 3°/s makes
  /// 30° in that time.
  private static let memory = (turn: 2 * Double.pi, time: 10.0)
  /// s. Samples that are further apart are late by nobody knows how much.
  private static let longestInterval = 0.125
  /// rad/s. In a faster to and fro the usual delay of a magnetometer (12 to 60 ms) is a good part of a turn.
  private static let fastestTurn = 7.0
  /// A ratio up to this says nothing: which of two rotations fits somewhat better is a matter of the
  /// calibration, turn by turn in the same way.
  private static let noRatio = 2.0
  /// More than this times `noRatio` says no more: one turn must not outweigh many.
  private static let largestRatio = 5.0
  /// The evidence of one turn that leaves `ratio`.
  private static let enough = log(ratio / noRatio)
  /// Eight turns' and no more is remembered, so that a board that is changed is noticed.
  private static let mostEvidence = 8 * log(largestRatio)

  /// - Parameters:
  ///   - mount: as it is taken to be.
  ///   - calibration: of the magnetometer; `nil` where there is none.
  package init(mount: Mount, calibration: Calibration?) {
    self.mount = mount
    self.calibration = calibration
  }

  /// Whether the mount cannot be right.
  package var isWrong: Bool { evidence[Self.present] >= Self.enough }

  /// Whether turns have spoken against another rotation, and not against the present one.
  var hasConfirmed: Bool {
    !isWrong && evidence.indices.contains { evidence[$0] >= Self.enough }
  }

  /// Discards what was measured before a gap; what turns have shown of the mount is kept.
  package mutating func restart() {
    regression = TurnRegression()
    (path, lastField, unjudged) = (GyroPath(), nil, 0)
  }

  /// Takes in a sample of the sensors that make the heading.
  package mutating func update(_ sample: Sample) {
    if let rate = sample.angularRate {
      let isGap = !path.add(mount.inertial * rate.radiansPerSecond, at: sample.time)
      if isGap { beginSums() }
    }
    if let force = sample.acceleration {
      let body = mount.inertial * force.metresPerSecondSquared
      gravity.update(force: body, at: sample.time)
      dip.update(force: body)
    }
    if let raw = sample.magneticField { update(raw, at: sample.time) }
  }

  private mutating func update(_ raw: MagneticField, at time: Timestamp) {
    defer { lastField = time }
    guard let rate = path.rate, let last = lastField, path.attitude(at: time) != nil else { return }
    let interval = time.seconds(since: last)
    let speed = rate.length
    guard interval > 0, interval <= Self.longestInterval, speed < Self.fastestTurn else { return }
    let field = mount.magnetometer * (calibration?.apply(raw) ?? raw).microtesla
    guard field.isFinite else { return }
    let turn = speed * interval
    let fading = turn / Self.memory.turn + interval / Self.memory.time
    regression.add(field: field, attitude: path.attitude, weight: turn, keeping: 1 / (1 + fading))
    dip.update(field: field, weight: turn)
    unjudged += turn
    guard unjudged >= Self.judgedEach else { return }
    unjudged = 0
    judge()
  }

  private mutating func beginSums() {
    regression = TurnRegression()
    unjudged = 0
  }

  /// Lets a turn that is clear speak against the rotations that it contradicts.
  private mutating func judge() {
    guard regression.spread >= Self.leastSpread, let residuals = regression.residuals else {
      return
    }
    var best = residuals[0]
    for index in residuals.indices { best = min(best, residuals[index]) }
    guard best <= Self.largestResidual else { return }
    count(residuals, best: best)
  }

  /// How many rotations a turn about one axis contradicts: all but the four that differ by a turn about that
  /// axis. With fewer, the sense of the turn is not decided.
  private static let decisive = 20

  private mutating func count(_ residuals: InlineArray<24, Double>, best: Double) {
    var number = 0
    for index in residuals.indices
    where residuals[index] + Self.usualStrays > Self.ratio * (best + Self.usualStrays) {
      number += 1
    }
    guard number >= Self.decisive else { return }
    var least = Double.infinity
    for index in evidence.indices {
      let ratio = (residuals[index] + Self.usualStrays) / (best + Self.usualStrays)
      evidence[index] += log(min(max(ratio / Self.noRatio, 1), Self.largestRatio))
      least = min(least, evidence[index])
    }
    for index in evidence.indices {
      evidence[index] = min(evidence[index] - least, Self.mostEvidence)
    }
    beginSums()
  }
}

extension MountMonitor {
  /// What is known of the wrong mount; `nil` where it is not wrong.
  ///
  /// - Parameter inclination: rad, down positive, what the field has at the place; `nil` where that is not known.
  package func finding(inclination: Double?) -> MountFinding? {
    guard isWrong else { return nil }
    let possible = axisRotations.indices.filter { evidence[$0] < Self.enough }
    // The sides of a chip that a turn of 180° exchanges tell which one it is; level ones do not.
    let isUpsideDown = possible.allSatisfy { axisRotations[$0].row2.z < 0 }
    let chip: MountFinding.Chip? =
      switch gravity.side {
      case .down where isUpsideDown: .inertial
      case .up where isUpsideDown: .magnetometer
      default: nil
      }
    let rotations = possible.map { axisRotations[$0] }
    let mirrored = rotations.map { dip.isMirrored($0, inclination: inclination) }
    return MountFinding(
      chip: chip,
      isMirrored: calibration == nil || mirrored.contains(nil)
        ? nil : mirrored.allSatisfy { $0 == true },
      turns: chip == .inertial ? rotations : rotations.map(\.transposed))
  }

  /// Whether gravity has shown the device upside down ever since the start: its board may sit so.
  package var isAlwaysUpsideDown: Bool { gravity.isAlwaysDown }

  /// Withholds a heading that a wrong mount makes worthless.
  package func judge(_ estimate: inout HeadingEstimate) {
    guard isWrong else { return }
    estimate.conditions.insert(.mountWrong)
    (estimate.heading, estimate.source) = (nil, nil)
  }
}
