private import Glibc
package import Quantities
import Randomness
package import SensorCalibration
package import Simulation

/// A board drawn from its tolerances, and the log of its tumble in a hand.
package struct BoardTumble {
  /// How the board is tumbled.
  package struct Course {
    package var seconds = 90.0
    /// s; 0 for a hand that never rests.
    package var rest = 1.0
    /// m/s², of a hand at rest, at 6 to 10 Hz.
    package var tremor = 0.08
    /// m, by which the hand moves with each turn.
    package var reach = 0.15
    /// The duration of a turn, s.
    package var turn = 2.0...3.5
    package var inclination = 60.0
    /// Whether the gyro's errors by temperature and acceleration are left out.
    package var isPlain = false

    package init(
      seconds: Double = 90, rest: Double = 1, tremor: Double = 0.08, inclination: Double = 60
    ) {
      (self.seconds, self.rest) = (seconds, rest)
      (self.tremor, self.inclination) = (tremor, inclination)
    }
  }

  package private(set) var device: Device
  /// As the user declares it, without the axes' misalignment.
  package let mount: Mount
  /// Of the hand; may be replaced.
  package var motion: Motion
  private let course: Course
  private let seed: UInt64

  package init(
    seed: UInt64, course: Course = Course(), tolerances: InertialTolerances = .cheapBoard,
    alter: (inout Device) -> Void = { _ in }
  ) {
    var random = SeededGenerator(seed: seed)
    device = Chips.mpu6050QMC5883L.device
    mount = device.mount
    func normal() -> Vector3 {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    func errors(_ scale: Double, _ cross: Double) -> Matrix3 {
      func element(_ row: Int, _ column: Int) -> Double {
        row == column ? 1 + scale * random.nextNormal() : cross * random.nextNormal()
      }
      func row(_ i: Int) -> Vector3 { Vector3(element(i, 0), element(i, 1), element(i, 2)) }
      return Matrix3(row(0), row(1), row(2))
    }
    let (force, gyro) = (tolerances.accelerometer, tolerances.gyro)
    device.accelerometer?.response.matrix = errors(force.scale, force.crossAxis)
    device.accelerometer?.response.offset = normal() * force.offset
    device.gyro?.sensor.response.matrix = errors(gyro.scale, gyro.crossAxis)
    device.gyro?.sensor.response.offset = normal() * gyro.bias
    if course.isPlain {
      device.gyro?.accelerationSensitivity = 0
      device.gyro?.warming = .zero
    }
    let misaligned = Quaternion(rotationVector: normal() * 1.0.inRadians)
    device.mount = Mount(
      turning: Quaternion(misaligned.matrix * mount.magnetometer),
      inertial: Quaternion(mount.inertial))
    alter(&device)
    motion = Self.motion(course, &random)
    (self.course, self.seed) = (course, seed)
  }

  /// The log.
  package var samples: [Sample] {
    let earth = Scene.EarthField(
      strength: 48, inclinationDegrees: course.inclination, declination: .zero)
    var steps = SimulatedSamples(
      world: World(earth: earth, motion: motion), device: device, seed: seed &+ 1000)
    var samples: [Sample] = []
    while let step = steps.next(), step.sample.time.microseconds < Int64(course.seconds * 1e6) {
      if step.sample.hasMeasurement { samples.append(step.sample) }
    }
    return samples
  }

  /// From pose to pose: the six sides in turn, each a little askew, with turns through other poses between.
  private static func motion(_ course: Course, _ random: inout SeededGenerator) -> Motion {
    let sides: [(pitch: Double, roll: Double)] = [
      (0, 0), (0, 90), (90, 0), (0, 180), (-90, 0), (0, -90),
    ]
    var motion = Motion()
    var tracks = [Path(), Path(), Path()]
    var (time, index) = (0.0, 0)
    while time < course.seconds {
      let isRest = index % 2 == 0
      let side = sides[index / 2 % 6]
      if isRest, course.rest > 0 {
        for axis in 0..<3 { tracks[axis] = tracks[axis].holding(course.rest) }
        motion.heading = motion.heading.holding(course.rest)
        motion.pitch = motion.pitch.holding(course.rest)
        motion.roll = motion.roll.holding(course.rest)
        time += course.rest
      }
      let duration = random.double(course.turn)
      let spread = isRest ? 90.0 : 12.0
      let next = index % 2 == 0 ? side : sides[(index / 2 + 1) % 6]
      motion.heading = motion.heading.moving(by: random.double(-150...150), over: duration)
      motion.pitch = motion.pitch.moving(
        to: next.pitch + random.double(-spread...spread), over: duration)
      motion.roll = motion.roll.moving(
        to: next.roll + random.double(-spread...spread), over: duration)
      for axis in 0..<3 {
        tracks[axis] = tracks[axis].moving(
          by: random.double(-course.reach...course.reach), over: duration)
      }
      time += duration
      index += 1
    }
    func trembling(_ path: Path, _ amplitude: Double, squared: Bool) -> Path {
      var path = path
      for hertz in [0.7, 6.1, 7.3, 8.9] {
        let hertz = hertz * random.double(0.9...1.1)
        let size = squared ? 1 / (2 * Double.pi * hertz) / (2 * Double.pi * hertz) : 1 / hertz
        path = path.waving(
          amplitude * size / 2, hertz: hertz, phaseDegrees: random.double(0...360))
      }
      return path
    }
    motion.track = Track(
      x: trembling(tracks[0], course.tremor, squared: true),
      y: trembling(tracks[1], course.tremor, squared: true),
      z: trembling(tracks[2], course.tremor, squared: true))
    motion.heading = trembling(motion.heading, 0.4, squared: false)
    motion.pitch = trembling(motion.pitch, 0.4, squared: false)
    motion.roll = trembling(motion.roll, 0.4, squared: false)
    return motion
  }

  /// What `fit` finds.
  package var report: NineAxisReport {
    let samples = samples
    var log = CalibrationLog(isMicrotesla: true)
    // 20 Hz of field are enough for an ellipsoid, and a debug build fits nine times as fast
    for (index, sample) in samples.enumerated() {
      var thinned = sample
      if index % 10 != 0 { thinned.magneticField = nil }
      log.add(thinned, mount: mount)
    }
    return fitNineAxes(samples, log: log, mount: mount, tolerances: .cheapBoard)
  }

  /// The true calibrations, in the frame in which the accelerometer's matrix is symmetric.
  package var truth: InertialCalibration {
    let force = device.accelerometer?.response ?? Response()
    let gyro = device.gyro?.sensor.response ?? Response()
    let matrix = (force.matrix * force.matrix.transposed).inverseRoot
    let frame = matrix * force.matrix
    let middle = course.seconds / 2
    let warm = device.gyro.map { $0.warming * (1 - exp(-middle / $0.warmingTime)) } ?? .zero
    return InertialCalibration(
      accelerometer: AxesCalibration(offset: force.offset, matrix: matrix),
      gyro: AxesCalibration(offset: gyro.offset + warm, matrix: frame * gyro.matrix.inverseOfTest))
  }
}

extension BoardTumble {
  /// Magnetometer's axes → the frame of `truth`.
  package var trueMagnetometer: Quaternion {
    let matrix = device.accelerometer?.response.matrix ?? .identity
    let frame = (matrix * matrix.transposed).inverseRoot * matrix
    return Quaternion(frame * device.mount.inertial.transposed * device.mount.magnetometer)
  }
}

extension InertialReport {
  /// What was found, in the frame of `BoardTumble.truth`.
  package var inFrameOfTruth: InertialReport {
    guard let found = calibration?.accelerometer?.matrix else { return self }
    // of a matrix R · S with a rotation R and a symmetric S
    let turn = (found * (found.transposed * found).inverseRoot).transposed
    var turned = self
    turned.calibration?.accelerometer?.matrix = turn * found
    if let rate = calibration?.gyro?.matrix { turned.calibration?.gyro?.matrix = turn * rate }
    if let field = magnetometer {
      turned.magnetometer?.rotation = Quaternion(turn) * field.rotation
    }
    return turned
  }
}

extension BoardTumble {
  /// rad, of each axis: how far all axes of what `found` calibrates are turned against the board.
  package func commonTurn(_ found: Matrix3) -> Vector3 {
    (found * (device.accelerometer?.response.matrix ?? .identity)).axialVector
  }
}

extension Vector3 {
  package var elements: [Double] { [x, y, z] }
}

extension Matrix3 {
  package var diagonal: [Double] { [row0.x, row1.y, row2.z] }
  /// Beside the diagonal, by rows.
  package var beside: [Double] { [row0.y, row0.z, row1.x, row1.z, row2.x, row2.y] }
  /// The roots of the diagonal.
  package var deviations: [Double] { diagonal.map { $0.squareRoot() } }

  fileprivate var inverseOfTest: Matrix3 {
    let columns = Matrix3(row1.cross(row2), row2.cross(row0), row0.cross(row1))
    return columns.transposed * (1 / determinant)
  }

  /// The symmetric root of the inverse of a symmetric matrix near the identity.
  ///
  /// - Source: Newton's method, N. Higham, *Functions of Matrices*, section 7.1.
  fileprivate var inverseRoot: Matrix3 {
    var x = Matrix3.identity
    for _ in 0..<30 {
      x = x * (Matrix3.identity * 3 + x * self * x * -1) * 0.5
    }
    return x
  }
}

extension Declination {
  fileprivate static var zero: Declination {
    guard let zero = try? Declination(degrees: 0) else { preconditionFailure("0° is in range") }
    return zero
  }
}
