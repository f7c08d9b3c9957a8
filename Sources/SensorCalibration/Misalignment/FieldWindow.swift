private import Glibc
package import Quantities

/// A short time of motion: the field at its beginning and end, and the gyro's turn between.
package struct FieldWindow: Equatable, Sendable {
  /// What the gyro measured in it.
  package struct Turn: Equatable, Sendable {
    /// Field at the end; magnetometer's axes.
    package var field: Vector3
    /// Gyro axes at the end → at the beginning.
    package var rotation: Quaternion
    /// s; what a bias of the gyro adds to the rotation vector: the attitude, integrated over time.
    package var biasEffect: Matrix3
    /// rad/s at the beginning and at the end.
    package var rates: (Vector3, Vector3)

    package static func == (a: Self, b: Self) -> Bool {
      a.field == b.field && a.rotation == b.rotation && a.biasEffect == b.biasEffect
        && a.rates == b.rates
    }
  }

  /// Field at the beginning, without a gyro the mean; magnetometer's axes, any unit.
  package var field: Vector3
  /// `nil` without a gyro.
  package var turn: Turn?
  /// Unit vector upwards, by the accelerometer's average, in the axes at the beginning; `nil` where it
  /// measured something else than gravity.
  package var up: Vector3?
}

/// Cuts samples into windows that follow upon each other.
package struct FieldWindows: Sendable {
  package private(set) var windows: [FieldWindow] = []
  private let calibration: Calibration
  private var path: GyroPath
  private var start: (field: Vector3, rate: Vector3?, time: Timestamp)?
  private var biasEffect = Matrix3(.zero, .zero, .zero)
  private var force = (sum: Vector3.zero, count: 0.0)
  private var fields = (sum: Vector3.zero, count: 0.0)

  private let windowDuration: Double
  private let motion: MotionParameters

  package init(
    _ samples: some Sequence<Sample>, calibration: Calibration,
    parameters: CalibrationParameters = CalibrationParameters()
  ) {
    self.calibration = calibration
    windowDuration = parameters.misalignment.windowDuration
    motion = parameters.motion
    path = GyroPath(longestGap: motion.longestGap)
    for sample in samples { add(sample) }
  }

  private mutating func add(_ sample: Sample) {
    if let rate = sample.angularRate?.radiansPerSecond { turn(rate, sample.time) }
    if let force = sample.acceleration?.metresPerSecondSquared {
      self.force = (self.force.sum + path.attitude.rotate(force), self.force.count + 1)
    }
    guard let raw = sample.magneticField else { return }
    let field = calibration.apply(raw).microtesla
    fields = (fields.sum + field, fields.count + 1)
    guard let start else {
      if path.rate == nil || path.attitude(at: sample.time) != nil { begin(field, sample.time) }
      return
    }
    let seconds = sample.time.seconds(since: start.time)
    // without a gyro the turn in a window is not known
    guard seconds >= (path.rate == nil ? motion.longestGap : windowDuration) else { return }
    close(start, field, sample.time)
    begin(field, sample.time)
  }

  private mutating func turn(_ rate: Vector3, _ time: Timestamp) {
    let last = path.time
    let before = path.attitude
    guard path.add(rate, at: time), let last else {
      start = nil
      return
    }
    let seconds = time.seconds(since: last)
    biasEffect = biasEffect.adding(before, seconds / 2).adding(path.attitude, seconds / 2)
  }

  private mutating func begin(_ field: Vector3, _ time: Timestamp) {
    start = (field, path.rate, time)
    path.begin()
    biasEffect = Matrix3(.zero, .zero, .zero)
    force = (.zero, 0)
    fields = (.zero, 0)
  }

  private mutating func close(
    _ start: (field: Vector3, rate: Vector3?, time: Timestamp), _ field: Vector3, _ time: Timestamp
  ) {
    var window = FieldWindow(field: start.field, turn: nil, up: up)
    if let first = start.rate, let rate = path.rate, let rotation = path.attitude(at: time) {
      window.turn = FieldWindow.Turn(
        field: field, rotation: rotation, biasEffect: biasEffect, rates: (first, rate))
    } else if path.rate == nil {
      window.field = fields.sum / fields.count  // of the same time as the force's average
    } else {
      return
    }
    if window.field.isFinite { windows.append(window) }
  }

  private var up: Vector3? {
    guard force.count > 0 else { return nil }
    let mean = force.sum / force.count
    return motion.isGravity(mean) ? mean.normalized : nil
  }
}

extension Matrix3 {
  /// With `rotation` · `factor` added.
  fileprivate func adding(_ rotation: Quaternion, _ factor: Double) -> Matrix3 {
    let m = rotation.matrix
    return Matrix3(row0 + m.row0 * factor, row1 + m.row1 * factor, row2 + m.row2 * factor)
  }
}

extension Quaternion {
  /// The same rotation as a matrix.
  package var matrix: Matrix3 {
    Matrix3(rotate(Vector3(1, 0, 0)), rotate(Vector3(0, 1, 0)), rotate(Vector3(0, 0, 1))).transposed
  }
}
