private import Glibc
package import Quantities

/// Whether the device rests, on which of its sides it has rested, and what the gyro measures then.
///
/// A rest is known by gravity and field, which stay the same; the gyro cannot tell before its bias is known.
package struct RestWatch: Equatable, Sendable {
  /// The sides that a calibration of the accelerometer wants to see down.
  package static let wanted = CalibrationPose.Side.allCases.count

  /// The sides that pointed down while the device rested for half a second.
  package private(set) var sides: Set<CalibrationPose.Side> = []
  /// For how long it has rested, s; 0 while it moves.
  package private(set) var duration = 0.0
  /// What the gyro measured in the rest that shows its bias best; `nil` before the first.
  package private(set) var rate: Rate?

  /// What a gyro measures in a rest that force and field have shown.
  package struct Rate: Equatable, Sendable {
    /// rad/s, sensor frame.
    package let mean: Vector3
    /// m/s², sensor frame: the mean specific force.
    package let force: Vector3
    /// s.
    package let duration: Double
    /// rad: how far the device may have turned meanwhile, by what field and gravity moved.
    package let turn: Double

    /// rad/s: how far the mean may be from the bias.
    package var error: Double { turn / duration }
  }

  private var force = Window()
  private var field = Window()
  private var rates = Window()
  /// Of the windows of the present rest in which all three sensors measured.
  private var whole = (rates: Window(), force: Window(), turn: 0.0)
  /// µT: the newest field, and whether one of this window differs from that before it.
  private var lastField: Vector3?
  private var isFieldLiving = false
  private var start: Timestamp?
  /// When the present rest began, or of the last window.
  private var reference: (force: Vector3?, field: Vector3?)
  private let mount: Mount
  private let parameters: InertialParameters

  /// A change of gravity's direction, rad, of a device that moves. Source: chosen; the tremor of a
  /// hand is below 1°.
  private static let largestTurn = 3.0.inRadians
  /// The same of the field, µT. Source: chosen; 3° of 60 µT.
  private static let largestFieldChange = 3.0
  /// µT. A smaller field is not the Earth's, or in another unit. Source: derived; 22 µT is the Earth's weakest, less a hard
  /// iron that nearly cancels it.
  private static let smallestField = 5.0
  /// rad/s; a turn rate that scatters by more is none of a rest. Source: chosen; a hand's tremor is about 3°/s.
  private static let largestRateScatter = 8.0.inRadians
  /// s; a rest on a side. Source: as the fit counts rests, two windows.
  private static let shortestRest = 0.5
  /// µT: the least change of a rest's field that counts, as noise hides it. Source: chosen; 1 µT of noise in a mean of a quarter
  /// of a second at 20 Hz.
  private static let leastFieldChange = 0.5
  /// µT: the Earth's field, and its horizontal part. Source: WMM2025; less is horizontal within 2000 km of the magnetic poles.
  private static let (strength, horizontal) = (50.0, 15.0)
  /// rad/s: a rest replaces a former one that shows the bias no better than this. Source: chosen; what warming up changes.
  static let leastError = 1.0.inRadians

  package init(mount: Mount, _ parameters: InertialParameters = InertialParameters()) {
    (self.mount, self.parameters) = (mount, parameters)
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.sides == b.sides && a.duration == b.duration && a.rate == b.rate && a.start == b.start
  }

  /// Discards the sides, for a new collection; what the gyro measured stays.
  package mutating func forgetSides() { sides = [] }

  /// Takes a sample, sensor frame; fields that are disturbed left out.
  ///
  /// - Returns: whether a window has ended: only then `rate` may have changed.
  @discardableResult
  package mutating func take(_ sample: Sample) -> Bool {
    let begin = start ?? sample.time
    start = begin
    let seconds = sample.time.seconds(since: begin)
    let hasEnded = seconds >= parameters.windowDuration || seconds < 0
    if hasEnded {
      judge(isWhole: (0..<2 * parameters.windowDuration).contains(seconds))
      start = sample.time
      (force, field, rates) = (Window(), Window(), Window())
      isFieldLiving = false
    }
    if let value = sample.acceleration?.metresPerSecondSquared, value.isFinite { force.add(value) }
    if let value = sample.magneticField?.microtesla, value.isFinite {
      field.add(value)
      if value != lastField { isFieldLiving = true }
      lastField = value
    }
    if let value = sample.angularRate?.radiansPerSecond, value.isFinite { rates.add(value) }
    return hasEnded
  }

  private mutating func judge(isWhole: Bool) {
    guard isWhole, isCalm else {
      duration = 0
      whole = (Window(), Window(), 0)
      reference = (force.mean, field.mean)
      return
    }
    duration += parameters.windowDuration
    takeRate()
    guard duration >= Self.shortestRest else { return }
    guard let down = force.mean.map({ -(mount.inertial * $0) })?.normalized else { return }
    let side = CalibrationPose.Side.allCases.max { $0.axis.dot(down) < $1.axis.dot(down) }
    if let side { sides.insert(side) }
  }

  /// Adds the window to what the rest shows of the gyro. Without a living field nothing shows a turn about the vertical.
  private mutating func takeRate() {
    guard isFieldLiving, let rate = rates.mean, let force = force.mean, let field = field.mean,
      let formerForce = reference.force, let formerField = reference.field,
      field.length > Self.smallestField
    else {
      whole = (Window(), Window(), 0)
      return
    }
    whole.rates.add(rate)
    whole.force.add(force)
    // A turn about the vertical moves the horizontal field. A tilt that gravity shows may have hidden that.
    let change =
      max((field - formerField).length, Self.leastFieldChange)
      + Self.strength * force.angle(to: formerForce)
    whole.turn = max(whole.turn, change / Self.horizontal)
    let seconds = whole.rates.count * parameters.windowDuration
    guard seconds >= Self.shortestRest, let meanRate = whole.rates.mean,
      let meanForce = whole.force.mean
    else { return }
    let new = Rate(mean: meanRate, force: meanForce, duration: seconds, turn: whole.turn)
    if let known = self.rate, new.error > max(known.error, Self.leastError) { return }
    self.rate = new
  }

  /// Whether nothing changed in this window and since the rest began.
  private var isCalm: Bool {
    guard force.mean != nil || field.mean != nil else { return false }
    if let mean = force.mean {
      guard let former = reference.force, force.scatter < parameters.restScatter,
        mean.angle(to: former) < Self.largestTurn
      else { return false }
    }
    if let mean = field.mean {
      guard let former = reference.field, (mean - former).length < Self.largestFieldChange else {
        return false
      }
    }
    return rates.mean == nil || rates.scatter < Self.largestRateScatter
  }

  /// Mean and scatter of the readings of a short time.
  private struct Window: Sendable {
    private var sum = Vector3.zero
    private var square = 0.0
    private(set) var count = 0.0

    mutating func add(_ value: Vector3) {
      sum = sum + value
      square += value.dot(value)
      count += 1
    }

    var mean: Vector3? { count > 0 ? sum / count : nil }

    /// The standard deviation, of all axes together.
    var scatter: Double {
      guard let mean, count > 1 else { return 0 }
      return max(0, (square / count - mean.dot(mean)) * count / (count - 1)).squareRoot()
    }
  }
}
