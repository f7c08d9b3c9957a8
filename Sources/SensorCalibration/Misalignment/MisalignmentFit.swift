private import Glibc
package import Quantities

/// Fits a `MisalignmentModel` to windows by the Gauss–Newton method, with weights that suppress outliers (S. Geman and D. McClure, Bull. Int. Statist. Inst. 52, 1987).
package struct MisalignmentFit {
  private typealias Unknown = MisalignmentModel.Unknown

  /// What may be moved beside bias, delay and dip.
  package struct Freedom {
    package var rotation: Bool
    package var offset: Bool

    package init(rotation: Bool, offset: Bool) {
      (self.rotation, self.offset) = (rotation, offset)
    }
  }

  /// The model that fits.
  package private(set) var model: MisalignmentModel
  /// Covariance of the rotation vector that turns the found rotation into the true one, rad².
  package private(set) var rotationCovariance: Matrix3?
  /// Root of the mean squares of what is left, in strengths of the field; each is cut at 1.
  package private(set) var misfit = Double.infinity

  private let windows: [FieldWindow]
  private let strength: Double

  private let motion: MotionParameters

  /// The standard deviation of the offset before anything is measured, in strengths of the field.
  /// Source: weak; a calibration that was never made.
  private static let offsetPrior = 2.0
  /// The standard deviation of the gyro's bias before anything is measured, rad/s.
  /// Source: MPU-6000/MPU-6050 Product Specification, section 6.1; initial zero-rate output of ±20°/s.
  private static let gyroBias = 20.0.inRadians
  /// The median of χ with 3 degrees of freedom, and with 1. Source: tables of the distribution.
  private static let median = (ofThree: 1.5382, ofOne: 0.6745)

  package init(
    _ windows: [FieldWindow], start: Matrix3,
    motion: MotionParameters = MotionParameters()
  ) {
    self.windows = windows
    self.motion = motion
    model = MisalignmentModel(rotation: start)
    let lengths = windows.map(\.field.length).sorted()
    strength = lengths.isEmpty ? 1 : max(lengths[lengths.count / 2], 1e-9)
  }

  /// Repeats steps until they are small.
  ///
  /// - Returns: false where the windows do not determine every unknown.
  package mutating func run(_ freedom: Freedom, rounds: Int) -> Bool {
    model.sineUp = medianSineUp
    for _ in 0..<rounds {
      guard let length = step(freedom) else { return false }
      if length < 1e-7 { break }
    }
    measureMisfit()
    return true
  }

  /// One step; its length, or `nil`.
  private mutating func step(_ freedom: Freedom) -> Double? {
    let turns = windows.compactMap { model.turnEquations($0, strength: strength) }
    let dips = windows.compactMap { model.dipEquation($0, strength: strength) }
    var moved = Array(repeating: true, count: Unknown.count)
    for axis in 0..<3 {
      moved[Unknown.rotation + axis] = freedom.rotation
      moved[Unknown.offset + axis] = freedom.offset
      moved[Unknown.bias + axis] = !turns.isEmpty
    }
    moved[Unknown.delay] = !turns.isEmpty
    moved[Unknown.sineUp] = !dips.isEmpty
    let places = moved.indices.filter { moved[$0] }
    var equations = NormalEquations(count: places.count)
    add(turns, to: &equations, places, medianOfOne: Self.median.ofThree)
    add(dips.map { [$0] }, to: &equations, places, medianOfOne: Self.median.ofOne)
    addPriors(to: &equations, places)
    guard let solved = equations.solved() else { return nil }
    var full = [Double](repeating: 0, count: Unknown.count)
    for (place, x) in zip(places, solved.x) { full[place] = x }
    model.move(by: full)
    if freedom.rotation { rotationCovariance = Self.rotationPart(of: solved.covariance) }
    return full.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  private func add(
    _ groups: [[MisalignmentModel.Equation]], to equations: inout NormalEquations, _ places: [Int],
    medianOfOne: Double
  ) {
    let lengths = groups.map { group in
      group.reduce(0) { $0 + $1.residual * $1.residual }.squareRoot()
    }
    guard !lengths.isEmpty else { return }
    let noise = max(lengths.sorted()[lengths.count / 2] / medianOfOne, GeometricFit.leastScale)
    for (group, length) in zip(groups, lengths) {
      let ratio = length / (tukeyWidth * noise)
      let weight = 1 / (noise * noise * (1 + ratio * ratio) * (1 + ratio * ratio))
      for equation in group {
        equations.add(
          row: places.map { equation.row[$0] }, value: -equation.residual, weight: weight)
      }
    }
  }

  private func addPriors(to equations: inout NormalEquations, _ places: [Int]) {
    let known = [
      (Unknown.bias, model.bias.x, Self.gyroBias),
      (Unknown.bias + 1, model.bias.y, Self.gyroBias),
      (Unknown.bias + 2, model.bias.z, Self.gyroBias),
      (Unknown.delay, model.delay, motion.fieldDelay),
      (Unknown.offset, model.offset.x, Self.offsetPrior),
      (Unknown.offset + 1, model.offset.y, Self.offsetPrior),
      (Unknown.offset + 2, model.offset.z, Self.offsetPrior),
    ]
    for (unknown, value, sigma) in known {
      guard places.contains(unknown) else { continue }
      equations.add(
        row: places.map { $0 == unknown ? 1 : 0 }, value: -value,
        weight: 1 / (sigma * sigma))
    }
  }

  private static func rotationPart(of covariance: [[Double]]) -> Matrix3 {
    func row(_ i: Int) -> Vector3 { Vector3(covariance[i][0], covariance[i][1], covariance[i][2]) }
    return Matrix3(row(0), row(1), row(2))
  }

  private mutating func measureMisfit() {
    var sum = 0.0
    var count = 0.0
    for window in windows {
      let turn = model.turnEquations(window, strength: strength)
      let dip = model.dipEquation(window, strength: strength).map { [$0] }
      for equations in [turn, dip].compactMap({ $0 }) {
        sum += min(equations.reduce(0) { $0 + $1.residual * $1.residual }, 1)
        count += 1
      }
    }
    misfit = count > 0 ? (sum / count).squareRoot() : .infinity
  }

  /// The inclination of the model, rad, down positive.
  package var inclination: Double {
    let lengths = windows.map { ($0.field / strength - model.offset).length }.sorted()
    guard !lengths.isEmpty else { return 0 }
    return -asin(min(max(model.sineUp / max(lengths[lengths.count / 2], 1e-9), -1), 1))
  }

  /// The first value of the vertical part.
  private var medianSineUp: Double {
    let sines = windows.compactMap { window in
      window.up?.dot(model.rotation * (window.field / strength - model.offset))
    }.sorted()
    return sines.isEmpty ? 0 : sines[sines.count / 2]
  }
}
