private import Glibc
import Quantities

/// The poses in which a device rested during a tumble.
struct InertialRests {
  /// How many differ from each other.
  private(set) var poses = 0
  /// The standard deviation of the inclination over all rests, degrees, without and with the calibration.
  private(set) var spread: (before: Double, after: Double)?

  /// Two poses that differ by less are one. Source: chosen.
  private static let samePose = cos(30.0.inRadians)
  /// The windows of which a rest has at least so many. Source: chosen; half a second.
  private static let fewestWindows = 2
  /// The fewest rests that show a spread. Source: chosen.
  private static let fewestRests = 3

  init(_ fit: InertialFit, _ parameters: InertialParameters) {
    let (windows, model) = (fit.windows, fit.model)
    var rests: [(force: Vector3, field: Vector3?, count: Double)] = []
    var run: [InertialWindows.Carried] = []
    func end() {
      defer { run = [] }
      guard run.count >= Self.fewestWindows else { return }
      let forces = run.compactMap(\.force)
      let fields = run.compactMap(\.field)
      let force = forces.reduce(.zero, +) / Double(max(forces.count, 1))
      let field = fields.reduce(.zero, +) / Double(max(fields.count, 1))
      rests.append((force, fields.isEmpty ? nil : field, Double(run.count)))
    }
    for index in windows.windows.indices {
      let window = windows.carried(index..<(index + 1), model)[0]
      let isCalm =
        window.force != nil && window.scatter < parameters.restScatter
        && window.rate.length < parameters.restSpeed
      if let first = run.first?.force, let force = window.force, isCalm,
        first.cosine(force) < Self.samePose
      {
        end()
      }
      if isCalm { run.append(window) } else { end() }
    }
    end()
    var different: [Vector3] = []
    for rest in rests where !different.contains(where: { $0.cosine(rest.force) > Self.samePose }) {
      different.append(rest.force)
    }
    poses = different.count
    let before = rests.compactMap { rest in rest.field.map { Self.inclination(rest.force, $0) } }
    guard before.count >= Self.fewestRests else { return }
    let after = rests.compactMap { rest -> Double? in
      rest.field.map { field in
        let raw = model.rotation.transposed * field
        return Self.inclination(
          model.forceMatrix * (rest.force - model.forceOffset), model.rotation * raw)
      }
    }
    spread = (Self.deviation(before), Self.deviation(after))
  }

  /// Degrees, down positive: of a field beside the specific force at rest, both along the same axes.
  static func inclination(_ force: Vector3, _ field: Vector3) -> Double {
    asin(min(max(-force.cosine(field), -1), 1)).inDegrees
  }

  private static func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (square / Double(values.count - 1)).squareRoot()
  }
}

extension Vector3 {
  /// Of the angle to another vector; 1 where one of them is zero.
  fileprivate func cosine(_ other: Vector3) -> Double {
    let size = length * other.length
    return size > 0 ? dot(other) / size : 1
  }
}
