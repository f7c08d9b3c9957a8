public import Quantities

/// Everything a dial needs, of one instant (docs/protocol.md: `reading`).
///
/// What is `nil` is not known, and is left out of the message.
public struct Reading: Equatable, Sendable {
  /// How far the heading can be trusted.
  public enum Status: String, CaseIterable, Sendable {
    /// No usable heading.
    case unavailable
    /// A field that the Earth does not explain.
    case interference
    /// No valid calibration.
    case calibrating
    /// `error68Degrees` is over 5.
    case uncertain
    /// None of these.
    case accurate
  }

  /// What the heading was made of.
  public enum Source: String, CaseIterable, Sendable {
    case magnetometer = "mag"
    case magnetometerAccelerometer = "mag+accel"
    /// With accelerometer.
    case magnetometerGyro = "mag+gyro"
    /// The magnetometer is rejected; the error grows.
    case gyroHold = "gyro_hold"
    case none
  }

  /// Which of the device's directions the heading is that of.
  public enum Axis: String, CaseIterable, Sendable {
    /// Forward.
    case forward = "x"
    /// The device's back: it is held upright.
    case back
  }

  /// How the device stands to the Qibla.
  public enum Alignment: String, CaseIterable, Sendable {
    case unknown, away, near, almost, aligned
    case alignedUncertain = "aligned_uncertain"
  }

  /// Counts readings since the start of the run.
  public var sequence: UInt64
  /// The tick for which everything here holds.
  public var time: Timestamp
  /// µs since 1970-01-01 UTC, only when the clock is known to be right.
  public var utcMicroseconds: Int64?
  public var headingMagnetic: Azimuth<MagneticNorth>?
  /// Present only with a valid declination.
  public var headingTrue: Azimuth<TrueNorth>?
  public var declination: Declination?
  /// Degrees; 68 % of headings lie within this of the truth.
  public var error68Degrees: Double?
  /// Degrees a second, positive clockwise seen from above.
  public var turnRateDegreesPerSecond: Double?
  /// Degrees, nose up positive, in [−90, 90].
  public var pitchDegrees: Double?
  /// Degrees, right side down positive, in [−180, 180).
  public var rollDegrees: Double?
  public var axis: Axis
  public var source: Source
  /// µs from the newest magnetometer sample to `time`.
  public var sampleAgeMicroseconds: Int64?
  public var status: Status
  public var why: WhySet
  /// The bearing to the target.
  public var qibla: Azimuth<TrueNorth>?
  /// `qibla` less `headingTrue`.
  public var pointer: RelativeBearing?
  public var alignment: Alignment

  /// A reading that knows nothing but its instant.
  public init(sequence: UInt64, time: Timestamp) {
    self.sequence = sequence
    self.time = time
    axis = .forward
    source = .none
    status = .unavailable
    why = []
    alignment = .unknown
  }
}
