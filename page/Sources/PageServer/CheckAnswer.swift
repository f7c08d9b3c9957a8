internal import HeadingCheck
private import Quantities
private import Sun

/// What a check needs to know of the device.
struct CheckedDevice: Equatable, Sendable {
  var latitude, longitude: Double?
  /// m, 68 %; absent where it is not known.
  var positionError: Double?
  /// What measures, and with which calibration, as words.
  var words = ""
  /// Whether the readings are of a simulation or a recording.
  var isNotOfNow = false
}

/// The error of the heading against the sun.
struct SunAnswer: Encodable {
  struct Term: Encodable {
    var cause: String
    var error68Deg: Double
  }

  var type = "sun_check"
  /// Degrees, positive where the heading is too far clockwise; its own uncertainty; and that which the daemon named.
  var errorDeg, error68Deg, daemonError68Deg: Double
  var agrees: Bool
  /// Degrees, with refraction.
  var sunAltitudeDeg: Double
  var terms: [Term]

  /// s, of a clock that is synchronised. Source: chosen; the least that a person's tap is late.
  private static let clockError = 1.0
  /// m, of a position without an error of its own. Source: chosen; a place in a town, given with two decimals.
  private static let placeError = 1_000.0
  /// Sights that are wanted.
  static let sights = 3

  /// - Throws: `SightProblem`.
  init(_ sights: [Sight], _ device: CheckedDevice, isAway: Bool) throws(SightProblem) {
    guard sights.count == Self.sights, sights.allSatisfy(\.isPossible) else {
      throw SightProblem(sentence: "\(Self.sights) sights are needed")
    }
    guard !device.isNotOfNow else {
      throw SightProblem(sentence: "the readings are of a simulation or a recording, not of now")
    }
    guard sights.allSatisfy(\.isTrue) else {
      throw SightProblem(sentence: "there is no true heading to compare with the sun")
    }
    guard let latitude = device.latitude, let longitude = device.longitude,
      let place = try? Coordinates(latitude: latitude, longitude: longitude)
    else { throw SightProblem(sentence: "the position is not known") }
    let seen = sights.compactMap { sight in
      sight.atS.map { SunSight(heading: Azimuth(degrees: sight.headingDeg), unixSeconds: $0) }
    }
    guard seen.count == sights.count else {
      throw SightProblem(
        sentence:
          "nothing has set the device's clock: with qiblactl check sun you can say how wrong it is")
    }
    do throws(SunCheckRefusal) {
      let check = try SunCheck(
        seen, at: place, isAway: isAway, clockError: Self.clockError,
        placeError: device.positionError ?? Self.placeError)
      (errorDeg, error68Deg) = (check.errorDegrees, check.error68Degrees)
      daemonError68Deg = sights.map(\.error68Deg).max() ?? 180
      agrees = check.agrees(withError68: daemonError68Deg)
      sunAltitudeDeg = check.altitude
      terms = check.terms.map { Term(cause: $0.cause.rawValue, error68Deg: $0.degrees) }
    } catch { throw SightProblem(sentence: "\(error)") }
  }
}

/// The deviation curve from eight marks.
struct TurnAnswer: Encodable {
  /// A curve as its coefficients, degrees; `a_deg` is absent where the direction of the first mark was not given.
  struct Curve: Encodable {
    var aDeg: Double?
    var bDeg, cDeg, dDeg, eDeg: Double
    /// The greatest error, with its sign, and where it is, degrees.
    var worstDeg, worstAtDeg: Double

    init(_ curve: DeviationCurve) {
      aDeg = curve.a
      (bDeg, cDeg, dDeg, eDeg) = (curve.b, curve.c, curve.d, curve.e)
      (worstDeg, worstAtDeg) = curve.worst
    }
  }

  var type = "turn_check"
  var heading: Curve
  /// The same of the field alone, which no gyro carries from mark to mark.
  var field: Curve?
  var residualDeg, daemonError68Deg: Double
  var agrees: Bool
  /// The certificate, SVG; it is fetched from an address of its own.
  let picture: String

  private enum CodingKeys: String, CodingKey {
    case type, heading, field, residualDeg, daemonError68Deg, agrees
  }

  /// - Parameters:
  ///   - first: the direction of the first mark, degrees from true north, where it is known.
  ///   - date: the device's, for the certificate.
  /// - Throws: `SightProblem`.
  init(_ sights: [Sight], first: Double?, _ device: CheckedDevice, date: String)
    throws(SightProblem)
  {
    guard sights.allSatisfy(\.isPossible), first.map((0..<360).contains) ?? true else {
      throw SightProblem(sentence: "the first mark is at 0 to 360 degrees")
    }
    guard Set(sights.map(\.isTrue)).count == 1, first == nil || sights[0].isTrue else {
      throw SightProblem(sentence: "there is no true heading to compare with the first mark's")
    }
    let curve: DeviationCurve
    let fieldCurve: DeviationCurve?
    do throws(DeviationRefusal) {
      curve = try DeviationCurve(sights.map(\.headingDeg), first: first)
      let fields = sights.compactMap(\.fieldDeg)
      fieldCurve = fields.count == sights.count ? try DeviationCurve(fields, first: first) : nil
    } catch { throw SightProblem(sentence: "\(error)") }
    heading = Curve(curve)
    field = fieldCurve.map(Curve.init)
    residualDeg = curve.residual
    daemonError68Deg = sights.map(\.error68Deg).max() ?? 180
    agrees = curve.agrees(withError68: daemonError68Deg)
    picture = deviationPicture(
      curve,
      lines: [
        "Deviation of the heading from \(DeviationCurve.marks) marks 45° apart, \(date)",
        "The daemon named an error of ±\(tenths(daemonError68Deg))° (68 %); the marks scatter by ±\(tenths(residualDeg))°",
        Self.line("Heading", heading),
      ] + (field.map { [Self.line("Field alone", $0)] } ?? []) + [
        "A: mount and declination; B, C: hard iron; D, E: soft iron",
        (sights[0].isTrue ? "True" : "Magnetic") + " heading; " + device.words,
        "It holds at this place, level, with this calibration, on this day.",
        "It does not show the error with tilt, near other iron, or at another temperature.",
        "A gyro carries the heading from mark to mark and so shows an error of the magnetometer in part;",
        "the field alone shows it whole.",
      ]
        + (first == nil
          ? ["The direction of the first mark was not given: a constant error (A) is not shown."]
          : []))
  }

  private static func line(_ name: String, _ curve: Curve) -> String {
    let coefficients = [
      ("A", curve.aDeg), ("B", curve.bDeg), ("C", curve.cDeg), ("D", curve.dDeg), ("E", curve.eDeg),
    ].map { "\($0) \($1.map { tenths($0) + "°" } ?? "unknown")" }.joined(separator: ", ")
    return "\(name): worst \(tenths(curve.worstDeg))° at \(Int(curve.worstAtDeg))°; \(coefficients)"
  }
}

/// With one decimal.
private func tenths(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return "\(rounded == 0 ? 0 : rounded)"
}
