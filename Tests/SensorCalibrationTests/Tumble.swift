import Glibc
import Quantities
import Randomness
import SensorCalibration

/// A log of a device that is turned at random, with the truth about its magnetometer.
struct Tumble {
  /// µT.
  let strength: Double
  let hardIron: Vector3
  /// Raw field = `stretch` · field + `hardIron`; symmetric.
  let stretch: Matrix3
  var log: CalibrationLog
  /// rad, of the field below the horizontal.
  static let inclination = 60.0.inRadians
  /// North, east, down; length 1.
  static let earth = Vector3(cos(inclination), 0, sin(inclination))

  /// - Parameters:
  ///   - lowest: the cosine of the steepest tilt; −2 is any attitude.
  ///   - strain: gains and cross-couplings are off by up to so much.
  ///   - noise: of each sample, as part of the strength.
  ///   - wander: of the room's field while the device is carried through it, likewise.
  init(
    _ random: inout SeededGenerator, seconds: Double = 40, lowest: Double = -2,
    strain: Double = 0.15, noise: Double = 0.01, wander: Double = 0.004
  ) {
    let rate = 20.0
    strength = random.double(25...65)
    hardIron = Self.normal(&random) * 200
    stretch = Self.stretch(&random, strain)
    log = CalibrationLog(isMicrotesla: true)
    var attitude = Quaternion(
      yaw: random.double(-3...3), pitch: random.double(-0.5...0.5), roll: 0)
    var turn = Vector3.zero
    var room = Vector3.zero
    for index in 0..<Int(seconds * rate) {
      turn = turn * 0.95 + Self.normal(&random) * 0.5
      let next = (attitude * Quaternion(rotationVector: turn / rate)).normalized
      let isTooSteep = next.inverse.rotate(Vector3(0, 0, 1)).z < lowest
      if isTooSteep { turn = -turn } else { attitude = next }
      room = room * 0.99 + Self.normal(&random) * (wander * 0.14)
      let field = stretch * attitude.inverse.rotate((Self.earth + room) * strength)
      let time = Timestamp(microseconds: Int64(Double(index) / rate * 1e6))
      log.fields.append(
        .init(time: time, field: field + hardIron + Self.normal(&random) * (noise * strength)))
      log.rates.append(.init(time: time, rate: isTooSteep ? .zero : turn))
    }
  }

  /// Heading errors, degrees, of a calibration at random attitudes whose tilt is known.
  func headingErrors(
    _ calibration: Calibration, _ random: inout SeededGenerator, count: Int = 60
  ) -> [Double] {
    (0..<count).map { _ in
      let attitude = Quaternion(rotationVector: Self.normal(&random) * 2)
      let raw = stretch * attitude.inverse.rotate(Self.earth * strength) + hardIron
      let field = calibration.apply(MagneticField(microtesla: raw)).microtesla
      let level = attitude.rotate(field)
      return abs(atan2(level.y, level.x)).inDegrees
    }
  }

  /// The field in units of its strength, as the sensor would have it without any iron.
  func direction(_ raw: Vector3) -> Vector3 {
    let inverse = stretch.inverseForTest
    return (inverse * (raw - hardIron)) / strength
  }

  static func normal(_ random: inout SeededGenerator) -> Vector3 {
    Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
  }

  private static func stretch(_ random: inout SeededGenerator, _ strain: Double) -> Matrix3 {
    func gain() -> Double { 1 + random.double(-strain...strain) }
    func cross() -> Double { random.double(-strain...strain) / 2 }
    let (xy, xz, yz) = (cross(), cross(), cross())
    return Matrix3(Vector3(gain(), xy, xz), Vector3(xy, gain(), yz), Vector3(xz, yz, gain()))
  }
}

extension Matrix3 {
  fileprivate var inverseForTest: Matrix3 {
    Matrix3(
      row1.cross(row2) / determinant, row2.cross(row0) / determinant,
      row0.cross(row1) / determinant)
  }
}
