public import Quantities

/// The daemon's state: calibration, interference, position, declination, sensors, mount
/// (docs/protocol.md: `state`). Sent on `watch`, on change and every 5 s.
public struct StateMessage: Equatable, Sendable {
  /// The magnetometer's calibration.
  public struct Calibration: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
      case none, collecting, candidate, ok, stale, rejected
    }

    public var status: Status
    /// A to F, or `given`.
    public var grade: String?
    /// Seconds since the calibration in use was made; `nil` without one, and if the date is not known.
    public var ageSeconds: Double?
    /// What the fit leaves of samples that it did not use, percent of the strength.
    public var residualPercent: Double?
    /// The part of all directions with samples, percent; `nil` unless samples are collected.
    public var coveragePercent: Double?
    /// The name under which the calibration is kept.
    public var profile: String?
    /// The last check of the heading with this calibration; `nil` without one.
    public var check: HeadingCheckResult?

    public init(status: Status, grade: String? = nil) {
      self.status = status
      self.grade = grade
    }
  }

  /// Whether the measured field differs from the Earth's field.
  public struct Interference: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
      case undisturbed, suspect, disturbed, recovering
    }

    /// Where the source of the disturbance is.
    public enum Kind: String, CaseIterable, Sendable {
      /// The added field changes, or the device has not turned enough to distinguish the others.
      case transient
      /// Outside the device: the added field is constant in the earth frame.
      case place
      /// On the device: the added field turns with it.
      case device
    }

    /// The field added to the reference field, µT, in the body frame: x forward, y right, z down.
    public struct Disturbance: Equatable, Sendable {
      public var x: Double
      public var y: Double
      public var z: Double

      public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
      }

      /// µT.
      public var strength: Double { (x * x + y * y + z * z).squareRoot() }
    }

    public var status: Status
    /// `nil` without a disturbance, and while its kind is not known.
    public var kind: Kind?
    /// `nil` without a `kind`, and if the magnetometer measures counts instead of µT.
    public var disturbance: Disturbance?
    /// Strength of the field minus that of the reference field, percent of the latter.
    public var strengthPercent: Double?
    /// Inclination of the field minus that of the reference field, degrees.
    public var inclinationErrorDegrees: Double?

    public init(
      status: Status, kind: Kind? = nil, disturbance: Disturbance? = nil,
      strengthPercent: Double? = nil, inclinationErrorDegrees: Double? = nil
    ) {
      self.status = status
      self.kind = kind
      self.disturbance = disturbance
      self.strengthPercent = strengthPercent
      self.inclinationErrorDegrees = inclinationErrorDegrees
    }
  }

  /// Where the position comes from.
  public struct Position: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
      case none
      case fix2D = "fix2d"
      case fix3D = "fix3d"
      case lastKnown = "last_known"
      /// Set by the user: by command, option or configuration.
      case manual
      /// Neither set nor measured in this run: the header of a recording has it, or a simulation.
      case assumed
    }

    public var status: Status
    /// Seconds since the fix.
    public var ageSeconds: Double?
    /// Metres; 68 % of positions lie within.
    public var error68Metres: Double?

    public init(status: Status, ageSeconds: Double? = nil, error68Metres: Double? = nil) {
      self.status = status
      self.ageSeconds = ageSeconds
      self.error68Metres = error68Metres
    }
  }

  /// Where the declination comes from.
  public struct DeclinationState: Equatable, Sendable {
    /// `manual`, or the model's name; `nil` without a declination.
    public var model: String?
    /// Whether there is a declination, from a model that is valid for this date.
    public var valid: Bool
    /// Degrees; 68 % lie within. `nil` without a declination.
    public var error68Degrees: Double?

    public init(model: String?, valid: Bool, error68Degrees: Double? = nil) {
      self.model = model
      self.valid = valid
      self.error68Degrees = error68Degrees
    }
  }

  /// Signs that a mount setting is wrong: from turns of the device, or from the direction of
  /// gravity.
  public struct Mount: Equatable, Sendable {
    /// Whether a turn has proved a mount wrong; false for a mere sign.
    public var isWrong: Bool
    /// The chip whose mount is wrong; `accel` means the chip with the gyro. `nil` if it can be
    /// either.
    public var chip: Sensor.Kind?
    /// Whether the magnetometer's axes are mirrored, so that no rotation corrects the mount; `nil`
    /// while that is not known.
    public var isMirrored: Bool?
    /// Rotations of which one corrects the mount of `chip`, or of the magnetometer if `chip` is
    /// `nil`. Each lists the present axes that really point forward, right and down: `x -y -z` for
    /// a chip that is upside down.
    public var turns: [String]
    /// Whether gravity has pointed out of the device's top since the start: its board may be
    /// mounted upside down.
    public var isUpsideDown: Bool

    public init(
      isWrong: Bool, chip: Sensor.Kind? = nil, isMirrored: Bool? = nil, turns: [String] = [],
      isUpsideDown: Bool = false
    ) {
      self.isWrong = isWrong
      self.chip = chip
      self.isMirrored = isMirrored
      self.turns = turns
      self.isUpsideDown = isUpsideDown
    }
  }

  /// A sensor from which samples have arrived.
  public struct Sensor: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable { case mag, accel, gyro }

    public var kind: Kind
    /// The achieved rate, Hz; `nil` before the second sample.
    public var rateHz: Double?
    /// The number of the magnetometer among several; `nil` for the only one.
    public var id: Int?
    /// Whether the heading is computed from this magnetometer; `nil` for the only one.
    public var isPrimary: Bool?
    /// The greatest change of north, degrees, that the difference between this magnetometer and the
    /// primary one can cause; `nil` for the primary one, and while it is not known.
    public var disagreementDegrees: Double?

    public init(
      kind: Kind, rateHz: Double?, id: Int? = nil, isPrimary: Bool? = nil,
      disagreementDegrees: Double? = nil
    ) {
      self.kind = kind
      self.rateHz = rateHz
      self.id = id
      self.isPrimary = isPrimary
      self.disagreementDegrees = disagreementDegrees
    }
  }

  public var sequence: UInt64
  public var time: Timestamp
  public var status: Reading.Status
  public var why: WhySet
  public var calibration: Calibration
  public var interference: Interference
  public var position: Position
  public var declination: DeclinationState
  public var sensors: [Sensor]
  /// `nil` without any sign of a wrong mount.
  public var mount: Mount?

  public init(
    sequence: UInt64, time: Timestamp, status: Reading.Status, why: WhySet,
    calibration: Calibration, interference: Interference, position: Position,
    declination: DeclinationState, sensors: [Sensor], mount: Mount? = nil
  ) {
    self.sequence = sequence
    self.time = time
    self.status = status
    self.why = why
    self.calibration = calibration
    self.interference = interference
    self.position = position
    self.declination = declination
    self.sensors = sensors
    self.mount = mount
  }
}

/// State that only a running daemon has (the member `live` of `state`).
public struct LiveState: Equatable, Sendable {
  /// The number of connected clients.
  public var clients: Int
  /// The name of the file that is recorded to, without its directory; `nil` while nothing is recorded.
  public var recording: String?

  public init(clients: Int, recording: String? = nil) {
    (self.clients, self.recording) = (clients, recording)
  }
}
