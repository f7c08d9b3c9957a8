public import Quantities

/// Heading, attitude and pointer at one instant: everything that a dial shows (docs/protocol.md:
/// `reading`).
///
/// `nil` means not known; the message omits the member.
public struct Reading: Equatable, Sendable {
  /// How reliable the heading is; the first case that applies.
  public enum Status: String, CaseIterable, Sendable {
    /// There is no usable heading.
    case unavailable
    /// The measured field differs from the Earth's field.
    case interference
    /// There is no valid calibration.
    case calibrating
    /// `error68Degrees` is over 5.
    case uncertain
    /// None of the above applies.
    case accurate
  }

  /// The sensors from which the heading was computed.
  public enum Source: String, CaseIterable, Sendable {
    case magnetometer = "mag"
    case magnetometerAccelerometer = "mag+accel"
    /// Magnetometer, accelerometer and gyro.
    case magnetometerGyro = "mag+gyro"
    /// The gyro alone: magnetometer samples are rejected, and the heading error grows.
    case gyroHold = "gyro_hold"
    case none
  }

  /// The direction of the device whose azimuth is the heading.
  public enum Axis: String, CaseIterable, Sendable {
    /// The forward axis.
    case forward = "x"
    /// The direction out of the device's back, for a device that is held upright.
    case back
  }

  /// How close the heading is to the Qibla's bearing.
  public enum Alignment: String, CaseIterable, Sendable {
    case unknown, away, near, almost, aligned
    case alignedUncertain = "aligned_uncertain"
  }

  /// Counts readings since the start of the run.
  public var sequence: UInt64
  /// The instant of the tick; all other members hold for it.
  public var time: Timestamp
  /// µs since 1970-01-01 UTC; `nil` while UTC is not known reliably.
  public var utcMicroseconds: Int64?
  public var headingMagnetic: Azimuth<MagneticNorth>?
  /// `nil` without a valid declination.
  public var headingTrue: Azimuth<TrueNorth>?
  public var declination: Declination?
  /// Heading error, degrees: 68 % of headings are at most this far from the true value.
  public var error68Degrees: Double?
  /// Degrees a second, positive clockwise as seen from above.
  public var turnRateDegreesPerSecond: Double?
  /// Degrees, nose up positive, in [−90, 90].
  public var pitchDegrees: Double?
  /// Degrees, right side down positive, in [−180, 180).
  public var rollDegrees: Double?
  public var axis: Axis
  public var source: Source
  /// Age of the newest magnetometer sample at `time`, µs.
  public var sampleAgeMicroseconds: Int64?
  public var status: Status
  public var why: WhySet
  /// The bearing to the target.
  public var qibla: Azimuth<TrueNorth>?
  /// `qibla` − `headingTrue`.
  public var pointer: RelativeBearing?
  public var alignment: Alignment

  /// A reading without heading, status `unavailable`.
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
