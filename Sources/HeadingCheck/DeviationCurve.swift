private import Glibc
private import Quantities

/// Why eight headings are no deviation curve.
public enum DeviationRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  case wrongCount(Int)
  /// The declination was lost or found between the marks.
  case northsDiffer
  /// The direction of the first mark is given, but the headings are from magnetic north.
  case noTrueHeading
  /// The mark, from 1, whose heading is more than half a step away from where it must be.
  case notAtItsMark(Int, heading: Double, expected: Double)

  public var description: String {
    switch self {
    case .wrongCount(let count): "\(count) headings instead of \(DeviationCurve.marks)"
    case .northsDiffer: "the declination was lost or found between the marks: begin again"
    case .noTrueHeading:
      "there is no true heading to compare with the direction of the first mark"
    case .notAtItsMark(let number, let heading, let expected):
      "mark \(number): the heading is \(Int(heading.rounded()))° where about \(Int(expected.rounded()))° was expected; turn clockwise by 45° from mark to mark"
    }
  }
}

/// The error of a heading as a function of the direction, from eight marks 45° apart.
///
/// error(θ) = A + B·sin θ + C·cos θ + D·sin 2θ + E·cos 2θ. Eight marks give the five coefficients by least squares, with three
/// degrees of freedom left. Source of names and terms: National Geospatial-Intelligence Agency, Handbook of Magnetic
/// Compass Adjustment (2004), whose deviation is the correction: the opposite sign of this error.
public struct DeviationCurve: Equatable, Sendable {
  /// Headings that are wanted.
  public static let marks = 8
  private static let step = 45.0

  /// Degrees: a constant error, as of the mount; `nil` where the direction of the first mark is not known.
  public let a: Double?
  /// Degrees: hard iron, and the offset of the magnetometer: fore and aft, athwart.
  public let b: Double
  public let c: Double
  /// Degrees: soft iron and scale: along the axes, and between them.
  public let d: Double
  public let e: Double
  /// The error at each mark, degrees; without A where that is not known.
  public let errors: [Double]
  /// The direction of each mark, degrees from north; as the headings show it where it is not known.
  public let directions: [Double]

  /// - Parameters:
  ///   - headings: eight, clockwise from the first mark, 45° apart.
  ///   - first: the direction of the first mark, degrees, where it is known.
  /// - Throws: where a heading is more than half a step off: the device was turned otherwise.
  public init(_ headings: [Double], first: Double?) throws(DeviationRefusal) {
    try self.init(headings, first: first, farthest: Self.step / 2)
  }

  /// The curve of the field alone, which may be off by any angle at a mark: that the device was turned from mark to mark
  /// shows in its headings.
  ///
  /// - Parameters:
  ///   - directions: what the field gives at the eight marks, degrees.
  ///   - first: as for the headings.
  /// - Throws: where there are not eight.
  init(ofField directions: [Double], first: Double?) throws(DeviationRefusal) {
    try self.init(directions, first: first, farthest: .infinity)
  }

  /// - Parameter farthest: degrees: a heading that is further off is not at its mark.
  private init(
    _ headings: [Double], first: Double?, farthest: Double
  ) throws(DeviationRefusal) {
    let turned = headings.indices.map { headings[$0] - Self.step * Double($0) }
    guard headings.count == Self.marks, let mean = DirectionMean(turned) else {
      throw .wrongCount(headings.count)
    }
    for (index, offset) in mean.offsets.enumerated() where abs(offset) > farthest {
      throw .notAtItsMark(
        index + 1, heading: headings[index],
        expected: Azimuth<TrueNorth>(degrees: mean.degrees + Self.step * Double(index)).degrees)
    }
    let start = first ?? mean.degrees
    let directions = headings.indices.map {
      Azimuth<TrueNorth>(degrees: start + Self.step * Double($0)).degrees
    }
    let constant = RelativeBearing(degrees: mean.degrees - start).degrees
    let errors = mean.offsets.map { $0 + constant }
    func coefficient(_ wave: (Double) -> Double) -> Double {
      zip(errors, directions).reduce(0) { $0 + $1.0 * wave($1.1.inRadians) } * 2
        / Double(Self.marks)
    }
    a = first == nil ? nil : constant
    (b, c) = (coefficient(sin), coefficient(cos))
    (d, e) = (coefficient { sin(2 * $0) }, coefficient { cos(2 * $0) })
    (self.errors, self.directions) = (errors, directions)
  }

  /// The error at a direction, degrees; without A where that is not known.
  public func error(at degrees: Double) -> Double {
    let angle = degrees.inRadians
    return (a ?? 0) + b * sin(angle) + c * cos(angle) + d * sin(2 * angle) + e * cos(2 * angle)
  }

  /// The greatest error of the curve, with its sign, and the direction where it is, both in degrees.
  public var worst: (error: Double, direction: Double) {
    var worst = (error: error(at: 0), direction: 0.0)
    for half in 1..<720 {
      let direction = Double(half) / 2
      let error = error(at: direction)
      if abs(error) > abs(worst.error) { worst = (error, direction) }
    }
    return worst
  }

  /// Degrees, RMS: what the curve leaves of the eight errors.
  public var residual: Double {
    let squares = zip(errors, directions).reduce(0) { sum, mark in
      let left = mark.0 - error(at: mark.1)
      return sum + left * left
    }
    // five coefficients, or four and the mean that took A's place
    return (squares / Double(Self.marks - 5)).squareRoot()
  }

  /// Whether headings that promise this error, degrees, 68 %, agree with the marks: the worst errors of the curve and
  /// of the marks are within twice the error of both, and the curve leaves no more than a check may be uncertain by.
  public func agrees(withError68 promised: Double) -> Bool {
    let largest = errors.reduce(abs(worst.error)) { max($0, abs($1)) }
    return residual <= SunCheck.largestUncertainty && isWithinTwice(largest, promised, residual)
  }
}
