internal import HeadingCheck
private import Quantities
internal import Wire

/// The error of the heading against the sun.
struct SunAnswer: Encodable {
  struct Term: Encodable {
    var cause: String
    var error68Deg: Double
  }

  /// Degrees, positive where the heading is too far clockwise; its own uncertainty; and that which the daemon reported.
  var errorDeg, error68Deg, daemonError68Deg: Double
  var agrees: Bool
  /// Degrees, with refraction.
  var sunAltitudeDeg: Double
  var terms: [Term]
  /// What the daemon keeps.
  let result: HeadingCheckResult

  private enum CodingKeys: String, CodingKey {
    case errorDeg, error68Deg, daemonError68Deg, agrees, sunAltitudeDeg, terms
  }

  /// - Throws: `SightProblem`.
  init(_ sights: [Sight], _ device: CheckedDevice, isAway: Bool) throws(SightProblem) {
    guard sights.count == SunCheck.sights, sights.allSatisfy(\.isPossible) else {
      throw SightProblem(sentence: "\(SunCheck.sights) sights are needed")
    }
    guard !device.isSimulated, !device.isReplay else {
      throw SightProblem(sentence: "the readings are of a simulation or a recording, not of now")
    }
    guard sights.allSatisfy(\.isTrue) else {
      throw SightProblem(sentence: "there is no true heading to compare with the sun")
    }
    guard let place = device.place else {
      throw SightProblem(sentence: "the position is not known")
    }
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
        seen, at: place, isAway: isAway, clockError: SunCheck.usualClockError,
        placeError: device.positionError ?? SunCheck.usualPlaceError)
      (errorDeg, error68Deg) = (check.errorDegrees, check.error68Degrees)
      daemonError68Deg = sights.map(\.error68Deg).max() ?? 180
      agrees = check.agrees(withError68: daemonError68Deg)
      sunAltitudeDeg = check.altitude
      result = HeadingCheckResult(
        kind: .sun, errorDegrees: errorDeg, error68Degrees: error68Deg, agrees: agrees)
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

  var heading: Curve
  /// The same of the field alone, which no gyro carries from mark to mark.
  var field: Curve?
  var residualDeg, daemonError68Deg: Double
  var agrees: Bool
  /// The certificate, SVG; it is fetched from an address of its own.
  let picture: String
  /// What the daemon keeps.
  let result: HeadingCheckResult

  private enum CodingKeys: String, CodingKey {
    case heading, field, residualDeg, daemonError68Deg, agrees
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
    let check: TurnCheck
    do throws(DeviationRefusal) {
      check = try TurnCheck(sights.map(\.sight), first: first)
    } catch { throw SightProblem(sentence: "\(error)") }
    heading = Curve(check.curve)
    field = check.fieldCurve.map(Curve.init)
    residualDeg = check.curve.residual
    daemonError68Deg = check.promised
    agrees = check.agrees
    result = check.result
    picture = check.certificate(device, date: date)
  }
}
