package import JSON
internal import Quantities

/// What a check of the heading against the sun or against marks found, kept with the calibration that it was made with.
public struct HeadingCheckResult: Equatable, Sendable {
  /// What the heading was compared with.
  public enum Kind: String, CaseIterable, Sendable {
    case sun
    /// Eight marks, 45° apart.
    case turn
  }

  public var kind: Kind
  /// Degrees, in [−180, 180], positive where the heading is too far clockwise; of marks the worst error of the curve,
  /// without its constant part where that is not known.
  public var errorDegrees: Double
  /// The uncertainty of the check itself, degrees, 68 %.
  public var error68Degrees: Double
  /// Whether the error agrees with the one that the daemon reported.
  public var agrees: Bool
  /// Whether a constant error, as of the mount, is not part of `errorDegrees`: the direction of the first mark was not
  /// given.
  public var isConstantUnknown = false
  /// When it was made, µs since 1970-01-01 UTC; `nil` where the date was not known.
  public var utcMicroseconds: Int64?

  public init(
    kind: Kind, errorDegrees: Double, error68Degrees: Double, agrees: Bool,
    isConstantUnknown: Bool = false, utcMicroseconds: Int64? = nil
  ) {
    (self.kind, self.errorDegrees, self.error68Degrees) = (kind, errorDegrees, error68Degrees)
    (self.agrees, self.isConstantUnknown) = (agrees, isConstantUnknown)
    self.utcMicroseconds = utcMicroseconds
  }

  static let errorRange = -180.0...180.0
  static let error68Range = 0.0...180.0

  /// As a message, a profile and a recording hold it.
  ///
  /// - Returns: `nil` for values that are none.
  package init?(_ value: JSONValue) {
    guard let kind = value["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let error = value["error_deg"]?.number, Self.errorRange.contains(error),
      let error68 = value["error68_deg"]?.number, Self.error68Range.contains(error68),
      case .bool(let agrees)? = value["agrees"]
    else { return nil }
    self.init(kind: kind, errorDegrees: error, error68Degrees: error68, agrees: agrees)
    if let unknown = value["constant_unknown"] {
      guard case .bool(let isUnknown) = unknown else { return nil }
      isConstantUnknown = isUnknown
    }
    guard let time = value["time"] else { return }
    guard let microseconds = time.string.flatMap(UTCTime.microseconds(parsing:)) else { return nil }
    utcMicroseconds = microseconds
  }

  package var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "kind", value: .string(kind.rawValue)),
      .init(key: "error_deg", value: .number(errorDegrees)),
      .init(key: "error68_deg", value: .number(error68Degrees)),
      .init(key: "agrees", value: .bool(agrees)),
    ]
    if isConstantUnknown { members.append(.init(key: "constant_unknown", value: .bool(true))) }
    if let time = utcMicroseconds.flatMap(UTCTime.text(microseconds:)) {
      members.append(.init(key: "time", value: .string(time)))
    }
    return members
  }

  /// With the errors in hundredths of a degree and the date in whole seconds, so that writing and reading it changes nothing.
  package var rounded: Self {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    return Self(
      kind: kind, errorDegrees: hundredths(errorDegrees),
      error68Degrees: hundredths(error68Degrees), agrees: agrees,
      isConstantUnknown: isConstantUnknown,
      utcMicroseconds: utcMicroseconds.map { $0 - $0 % 1_000_000 })
  }
}
