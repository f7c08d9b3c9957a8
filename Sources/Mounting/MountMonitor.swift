private import Glibc
package import Heading
package import Quantities
import SensorCalibration

/// Compares how the field turns with how the gyro turns: the two differ where a mount is wrong.
///
/// Each clear turn by about 70° to 120° is evidence against those of the 24 axis rotations whose residual is
/// larger than the best one's (`TurnRegression`); the evidence is the logarithm of the residuals' ratio. The
/// mount is wrong while there is clearly more evidence against it than against another rotation. So one clear
/// turn shows a wrong mount, and one turn in a disturbed field does not contradict a mount that earlier turns
/// have confirmed.
///
/// It needs neither a calibration nor a position, and the magnetometer's gain cancels. Of the gyro's bias it knows what a
/// calibration or a rest shows; a turn that is slow against what is left of it is no evidence. A value of fixed size; only
/// the first rest on each side allocates.
package struct MountMonitor: Sendable {
  private let mount: Mount
  private let isCalibrated: Bool
  /// µT or counts, sensor frame.
  private let hardIron: Vector3
  /// Soft iron, and then the mount's rotation. The whole calibration would be copied for each sample.
  private let bodyFromMagnetometer: Matrix3
  private var regression = TurnRegression()
  private let parameters: MountingParameters
  /// The evidence of one turn whose ratio is just `contradicted`.
  private let enough: Double
  private var path: GyroPath
  private var gyro: UnbiasedGyro
  /// rad/s, sensor frame: the gyro's bias when the sums began.
  private var summedBias: Vector3
  private var lastField: Timestamp?
  /// rad and s turned since the sums last took a field.
  private var turned = (angle: 0.0, seconds: 0.0)
  /// rad and s of the turns that are in the sums, which count less as they grow old.
  private var summed = (angle: 0.0, seconds: 0.0)
  /// rad turned since the sums were last judged.
  private var unjudged = 0.0
  /// For each of `axisRotations`, the evidence against it beyond that against the best one: the sum of the
  /// logarithms of the residuals' ratios.
  private var evidence = InlineArray<24, Double>(repeating: 0)
  private var gravity: GravitySide
  private var dip = DipSums()

  /// The index of the present mount in `axisRotations`. Source: the identity is the first.
  private static let present = 0
  /// The turn, rad, after which a measurement counts e times less. Source: derived; after a whole turn the
  /// attitudes repeat.
  private static let turnMemory = 2 * Double.pi
  /// The turn between two fields of the sums, rad. Source: a limit of the cost; over less the field hardly changes.
  private static let addedEach = 0.5.inRadians
  /// The turn between two judgements, rad. Source: a limit of the cost.
  private static let judgedEach = 10.0.inRadians
  /// How many times faster than the bias of an axis may be a turn must be measured that counts. That bias is then at most half
  /// of the device's turn rate, and with one as large on all three axes 1.37 times; from 1.4 times on it would contradict the
  /// mount. Source: derived.
  private static let leastRateRatio = 3.0
  /// rad/s. Source: derived; 10° in `MountMonitorParameters.memory`.
  private static let largestBiasChange = 1.0.inRadians

  /// - Parameters:
  ///   - mount: as it is taken to be.
  ///   - calibration: of the magnetometer; `nil` where there is none.
  ///   - gyroCalibration: of the gyro; `nil` where there is none.
  ///   - gyroTolerances: of its chip.
  package init(
    mount: Mount, calibration: Calibration?, gyroCalibration: AxesCalibration? = nil,
    gyroTolerances: InertialTolerances.Gyro = .calibrated,
    parameters: MountingParameters = MountingParameters()
  ) {
    self.mount = mount
    self.parameters = parameters
    enough = log(MountMonitorParameters.contradicted / MountMonitorParameters.noEvidence)
    gravity = GravitySide(parameters)
    path = GyroPath(longestGap: parameters.motion.longestGap)
    gyro = UnbiasedGyro(
      calibration: gyroCalibration, tolerances: gyroTolerances, rests: RestWatch(mount: mount))
    summedBias = gyro.bias
    isCalibrated = calibration != nil
    let calibration = calibration ?? .given
    hardIron = calibration.hardIron
    bodyFromMagnetometer = mount.magnetometer * calibration.softIron
  }

  /// Takes what the chip of the gyro in use allows.
  package mutating func setTolerances(_ tolerances: InertialTolerances.Gyro) {
    guard tolerances != gyro.tolerances else { return }
    gyro.tolerances = tolerances
    beginSums()
  }

  /// Whether turns contradict the mount.
  package var isWrong: Bool { evidence[Self.present] >= enough }

  /// Whether turns have contradicted all other rotations; those about one axis leave four.
  package var isProven: Bool {
    !isWrong && evidence.indices.allSatisfy { $0 == Self.present || evidence[$0] >= enough }
  }

  /// Whether turns have contradicted another rotation, and not the present one.
  var hasConfirmed: Bool {
    !isWrong && evidence.indices.contains { evidence[$0] >= enough }
  }

  /// Discards what was measured before a gap; the evidence of turns and the gyro's bias are kept.
  package mutating func restart() {
    beginSums()
    (path, lastField) = (GyroPath(longestGap: path.longestGap), nil)
  }

  /// Adds a sample of the sensors that make the heading.
  package mutating func update(_ sample: Sample) {
    gyro.take(sample)
    // A turn that was summed with another bias is no turn of the device.
    if (gyro.bias - summedBias).length > Self.largestBiasChange { beginSums() }
    if let rate = gyro.newestRate {
      let isGap = !path.add(mount.inertial * rate, at: sample.time)
      if isGap { beginSums() }
    }
    if let force = sample.acceleration, force.metresPerSecondSquared.isFinite {
      let body = mount.inertial * force.metresPerSecondSquared
      gravity.update(force: body, at: sample.time)
      dip.update(force: body, parameters.motion)
    }
    if let raw = sample.magneticField { update(raw, at: sample.time) }
  }

  private mutating func update(_ raw: MagneticField, at time: Timestamp) {
    defer { lastField = time }
    guard let rate = path.rate, let last = lastField, path.attitude(at: time) != nil else { return }
    let interval = time.seconds(since: last)
    guard interval > 0, interval <= parameters.motion.longestGap else { return }
    turned.angle += rate.length * interval
    turned.seconds += interval
    guard turned.angle >= Self.addedEach else { return }
    let field = bodyFromMagnetometer * (raw.microtesla - hardIron)
    guard field.isFinite else { return }
    let turn = turned.angle
    let fading = turn / Self.turnMemory + turned.seconds / parameters.monitor.memory
    let keeping = 1 / (1 + fading)
    summed = (summed.angle * keeping + turn, summed.seconds * keeping + turned.seconds)
    turned = (0, 0)
    regression.add(field: field, attitude: path.attitude, weight: turn, keeping: keeping)
    dip.update(field: field, weight: turn)
    unjudged += turn
    guard unjudged >= Self.judgedEach else { return }
    unjudged = 0
    judge()
  }

  private mutating func beginSums() {
    regression = TurnRegression()
    (turned, summed, unjudged) = ((0, 0), (0, 0), 0)
    summedBias = gyro.bias
  }

  /// Counts a clear turn as evidence against the rotations that it contradicts.
  private mutating func judge() {
    guard summed.angle >= Self.leastRateRatio * gyro.largestBias * summed.seconds,
      regression.spread >= MountMonitorParameters.leastSpread,
      let residuals = regression.residuals
    else { return }
    var best = residuals[0]
    for index in residuals.indices { best = min(best, residuals[index]) }
    let largestMisfit = parameters.motion.largestMisfit
    guard best <= largestMisfit * largestMisfit else { return }
    count(residuals, best: best)
  }

  /// The number of rotations that a turn about one axis contradicts. With fewer, the sense of the turn is not
  /// determined. Source: derived; all but the four that differ by a turn about that axis.
  private static let decisive = 24 - 4

  private mutating func count(_ residuals: InlineArray<24, Double>, best: Double) {
    let usual = parameters.monitor.usualVariance
    var number = 0
    for index in residuals.indices
    where residuals[index] + usual > MountMonitorParameters.contradicted * (best + usual) {
      number += 1
    }
    guard number >= Self.decisive else { return }
    var least = Double.infinity
    for index in evidence.indices {
      let ratio = (residuals[index] + usual) / (best + usual)
      evidence[index] += log(
        min(max(ratio / MountMonitorParameters.noEvidence, 1), MountMonitorParameters.contradicted))
      least = min(least, evidence[index])
    }
    let most = parameters.monitor.mostTurns * log(MountMonitorParameters.contradicted)
    for index in evidence.indices {
      evidence[index] = min(evidence[index] - least, most)
    }
    beginSums()
  }
}

extension MountMonitor {
  /// How the wrong mount may be corrected; `nil` where it is not wrong.
  ///
  /// - Parameter inclination: rad, down positive, of the field at the place; `nil` where that is not known.
  package func finding(inclination: Double?) -> MountFinding? {
    guard isWrong else { return nil }
    let possible = axisRotations.indices.filter { evidence[$0] < enough }
    // A chip that is upside down is found by gravity; a turn about the vertical is not.
    let isUpsideDown = possible.allSatisfy { axisRotations[$0].row2.z < 0 }
    let chip: MountFinding.Chip? =
      switch gravity.side {
      case .down where isUpsideDown: .inertial
      case .up where isUpsideDown: .magnetometer
      default: nil
      }
    let rotations = possible.map { axisRotations[$0] }
    let mirrored = rotations.map {
      dip.isMirrored(
        $0, inclination: inclination, least: parameters.gravity.leastInclination)
    }
    return MountFinding(
      chip: chip,
      isMirrored: !isCalibrated || mirrored.contains(nil)
        ? nil : mirrored.allSatisfy { $0 == true },
      turns: chip == .inertial ? rotations : rotations.map(\.transposed))
  }

  /// Whether gravity has shown the device upside down ever since the start: its board may sit so.
  package var isAlwaysUpsideDown: Bool { gravity.isAlwaysDown }

  /// Withholds the heading while the mount is wrong.
  package func judge(_ estimate: inout HeadingEstimate) {
    guard isWrong else { return }
    estimate.conditions.insert(.mountWrong)
    (estimate.heading, estimate.source) = (nil, nil)
  }
}
