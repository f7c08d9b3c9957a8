private import Quantities
public import Wire

/// The deviation curve of a heading from eight marks, and what it proves.
public struct TurnCheck: Equatable, Sendable {
  public let curve: DeviationCurve
  /// The same of the magnetic field alone, which no gyro carries from mark to mark; `nil` where it was not measured.
  public let fieldCurve: DeviationCurve?
  /// The largest error that the daemon reported, degrees, 68 %.
  public let promised: Double
  /// Whether the headings were those from true north.
  public let isTrue: Bool

  /// - Parameters:
  ///   - sights: eight, clockwise from the first mark, 45° apart.
  ///   - first: the direction of the first mark, degrees from true north, where it is known.
  public init(_ sights: [HeadingSight], first: Double?) throws(DeviationRefusal) {
    isTrue = sights.allSatisfy(\.isTrue)
    guard isTrue || sights.allSatisfy({ !$0.isTrue }) else { throw .northsDiffer }
    guard isTrue || first == nil else { throw .noTrueHeading }
    curve = try DeviationCurve(sights.map(\.degrees), first: first)
    let fields = sights.compactMap(\.fieldDegrees)
    let isFieldKnown = fields.count == sights.count
    fieldCurve = isFieldKnown ? try DeviationCurve(ofField: fields, first: first) : nil
    promised = sights.map(\.error68).max() ?? 180
  }

  /// Whether the errors agree with the one that the daemon reported.
  public var agrees: Bool { curve.agrees(withError68: promised) }

  /// What the daemon keeps with its calibration.
  public var result: HeadingCheckResult {
    HeadingCheckResult(
      kind: .turn, errorDegrees: curve.worst.error, error68Degrees: curve.residual, agrees: agrees,
      isConstantUnknown: curve.a == nil)
  }

  /// What the curve does not show, as sentences.
  public var limits: [String] {
    let always = [
      "It holds at this place, level, with this calibration, on this day.",
      "It does not show the error with tilt, near other iron, or at another temperature.",
      "The gyro carries the heading from mark to mark, so that it shows an error of the magnetometer in part; the field alone shows it whole.",
    ]
    guard curve.a == nil else { return always }
    return always + [
      "The direction of the first mark was not given: a constant error (A) is not shown."
    ]
  }

  /// A certificate to print, SVG.
  ///
  /// - Parameter date: as the certificate shows it.
  public func certificate(_ device: CheckedDevice, date: String) -> String {
    var lines = [
      "Deviation of the heading from \(DeviationCurve.marks) marks 45° apart, \(date)",
      "The daemon reported an error of ±\(tenths(promised))° (68 %); the marks scatter by ±\(tenths(curve.residual))°",
      Self.line("Heading", curve),
    ]
    if let fieldCurve { lines.append(Self.line("Field alone", fieldCurve)) }
    lines.append("A: mount and declination; B, C: hard iron; D, E: soft iron")
    lines.append((isTrue ? "True" : "Magnetic") + " heading; " + device.text)
    if let place = device.place {
      lines.append(
        "Place: latitude \(hundredths(place.latitude))°, longitude \(hundredths(place.longitude))°")
    }
    lines += limits
    return deviationPicture(curve, lines: lines)
  }

  private static func line(_ name: String, _ curve: DeviationCurve) -> String {
    let coefficients = [
      ("A", curve.a), ("B", curve.b), ("C", curve.c), ("D", curve.d), ("E", curve.e),
    ].map { "\($0) \($1.map { tenths($0) + "°" } ?? "unknown")" }.joined(separator: ", ")
    let worst = curve.worst
    return "\(name): worst \(tenths(worst.error))° at \(Int(worst.direction))°; \(coefficients)"
  }
}
