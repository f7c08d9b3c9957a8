package import JSON
public import Quantities

/// What the error of one reading is made of (`qiblactl replay --explain --json`).
public struct HeadingErrorMessage: Equatable, Sendable {
  /// One physical cause.
  public struct Term: Equatable, Sendable {
    /// How the term enters the sum.
    public enum Combination: String, Sendable {
      /// The square is added to the others.
      case independent
      /// The term is added in full to the root of the squares.
      case linear
      /// The square is added after the linear ones.
      case outer
      /// The square counts for the status, and not for `error68Degrees`.
      case statusOnly = "status_only"
    }

    /// Where the number comes from.
    public enum Origin: String, Sendable {
      /// A variance that a Kalman filter holds.
      case covariance
      /// A quantity that is measured all the time, times a factor chosen on the recordings.
      case measured
      /// A quantity that is measured all the time, by a formula without a free factor.
      case derived
      /// A constant chosen on the recordings, times what it applies to.
      case recordings
      /// A constant that is assumed.
      case assumed
      /// The fit of the calibration, or its grade.
      case fit
      /// The magnetic model.
      case model
    }

    /// The code of the cause, as `gyro_bias`.
    public var cause: String
    /// Degrees, 68 %, above 0.
    public var degrees: Double
    public var combination: Combination
    public var origin: Origin

    public init(cause: String, degrees: Double, combination: Combination, origin: Origin) {
      self.cause = cause
      self.degrees = degrees
      self.combination = combination
      self.origin = origin
    }
  }

  /// The sequence of the reading.
  public var sequence: UInt64
  public var time: Timestamp
  public var status: Reading.Status
  public var why: WhySet
  /// `nil` where there is no heading; then there are no terms.
  public var headingMagnetic: Azimuth<MagneticNorth>?
  /// Degrees, 68 %; present whenever `headingMagnetic` is.
  public var error68Degrees: Double?
  /// Degrees: the same with the terms that count for the status only.
  public var statusError68Degrees: Double?
  /// Largest first.
  public var terms: [Term]

  /// What the error of `reading` is made of.
  public init(of reading: Reading, statusError68Degrees: Double?, terms: [Term]) {
    sequence = reading.sequence
    time = reading.time
    status = reading.status
    why = reading.why
    headingMagnetic = reading.headingMagnetic
    error68Degrees = reading.error68Degrees
    self.statusError68Degrees = statusError68Degrees
    self.terms = terms
  }
}

extension HeadingErrorMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("heading_error", sequence, time)
    writer.member("status", status.rawValue)
    writer.why(why)
    writer.member("heading_magnetic_deg", headingMagnetic)
    writer.member("error68_deg", error68: error68Degrees)
    writer.member("status_error68_deg", error68: statusError68Degrees)
    writer.key("terms")
    writer.beginArray()
    for term in terms {
      writer.beginObject()
      writer.member("cause", term.cause)
      writer.member("deg", degrees: term.degrees)
      writer.member("adds", term.combination.rawValue)
      writer.member("from", term.origin.rawValue)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
