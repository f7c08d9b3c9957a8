import Glibc
import Heading
import Quantities
import SensorCalibration

/// What is taken from a tumbling log, or put beside it, so that it does not bear a calibration as well
/// any more.
enum CalibrationCut: CaseIterable, Sendable, CustomStringConvertible {
  case firstThird, secondHalf, hemisphere, tiltedHemisphere, thirdOfDirections, belt
  case magnet02, magnet05, magnet1, magnet3, passingDipole, slowDipole

  var description: String {
    switch self {
    case .firstThird: "the first third of the time"
    case .secondHalf: "the second half of the time"
    case .hemisphere: "half of the directions"
    case .tiltedHemisphere: "another half of them"
    case .thirdOfDirections: "a third of the directions"
    case .belt: "a belt, a quarter of them"
    case .magnet02: "magnet of 0.2 × the field, half of the time"
    case .magnet05: "0.5 ×"
    case .magnet1: "1 ×"
    case .magnet3: "3 ×"
    case .passingDipole: "a magnet passes within a twentieth of the time"
    case .slowDipole: "a weaker one within a fifth"
    }
  }

  /// The log with the cut; `whole` is what the uncut log was fitted to.
  func of(_ log: CalibrationLog, _ whole: Calibration, radius: Double) -> CalibrationLog {
    switch self {
    case .firstThird: inTime(log, 0, 1.0 / 3)
    case .secondHalf: inTime(log, 0.5, 1)
    case .hemisphere: directed(log, whole) { $0.z > 0 }
    case .tiltedHemisphere: directed(log, whole) { $0.dot(Vector3(0.6, -0.48, 0.64)) < 0 }
    case .thirdOfDirections: directed(log, whole) { $0.dot(Vector3(-0.48, 0.6, -0.64)) > 1.0 / 3 }
    case .belt: directed(log, whole) { abs($0.dot(Vector3(0.64, 0.6, 0.48))) < 0.25 }
    case .magnet02: magnet(log, 0.2 * radius)
    case .magnet05: magnet(log, 0.5 * radius)
    case .magnet1: magnet(log, radius)
    case .magnet3: magnet(log, 3 * radius)
    case .passingDipole: dipole(log, strength: radius, width: 0.05)
    case .slowDipole: dipole(log, strength: 0.2 * radius, width: 0.2)
    }
  }

  private func inTime(_ log: CalibrationLog, _ from: Double, _ to: Double) -> CalibrationLog {
    var part = log
    let count = Double(log.fields.count)
    part.fields = Array(log.fields[Int(count * from)..<Int(count * to)])
    guard let first = part.fields.first?.time, let last = part.fields.last?.time else {
      return part
    }
    part.rates = log.rates.filter { (first...last).contains($0.time) }
    return part
  }

  private func directed(
    _ log: CalibrationLog, _ whole: Calibration, where isKept: (Vector3) -> Bool
  ) -> CalibrationLog {
    var part = log
    part.rates = []
    part.fields = log.fields.filter {
      whole.apply(MagneticField(microtesla: $0.field)).microtesla.normalized.map(isKept) ?? false
    }
    return part
  }

  private func magnet(_ log: CalibrationLog, _ strength: Double) -> CalibrationLog {
    var changed = log
    for index in (log.fields.count / 2)..<log.fields.count {
      changed.fields[index].field =
        log.fields[index].field + Vector3(0.6, -0.48, 0.64) * strength
    }
    return changed
  }

  /// A dipole that passes at distance 1 of the device; `strength` is what it has there across its
  /// axis, and it is nearer than √2 for the part `width` of the log.
  private func dipole(_ log: CalibrationLog, strength: Double, width: Double) -> CalibrationLog {
    var changed = log
    let moment = Vector3(0.36, -0.8, 0.48) * strength
    for index in log.fields.indices {
      let way = (Double(index) / Double(log.fields.count) - 0.5) / width * 2
      let place = Vector3(way, 0.6, 0.8)
      let distance = place.length
      let u = place / distance
      let field = (u * (3 * moment.dot(u)) - moment) / (distance * distance * distance)
      changed.fields[index].field = log.fields[index].field + field
    }
    return changed
  }
}

/// How far two calibrations' directions are apart, degrees, over the fields of a log.
struct DirectionErrors {
  let error68: Double
  let worst: Double

  init(_ calibration: Calibration, truth: Calibration, _ log: CalibrationLog) {
    let errors = log.fields.map { field in
      let raw = MagneticField(microtesla: field.field)
      let (a, b) = (truth.apply(raw).microtesla, calibration.apply(raw).microtesla)
      return atan2(a.cross(b).length, a.dot(b)).inDegrees
    }.sorted()
    error68 = errors[errors.count * 68 / 100]
    worst = errors.last ?? 0
  }
}
