public import Quantities

/// What the daemon knows and in which condition it is (docs/protocol.md: `state`); sent on watch, on change
/// and every 5 s.
public struct StateMessage: Equatable, Sendable {
  /// The magnetometer's calibration.
  public struct Calibration: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
      case none, collecting, candidate, ok, stale, rejected
    }

    public var status: Status
    /// A to F, or `given`.
    public var grade: String?

    public init(status: Status, grade: String? = nil) {
      self.status = status
      self.grade = grade
    }
  }

  /// Whether the Earth explains the field.
  public struct Interference: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
      case undisturbed, suspect, disturbed, recovering
    }

    /// What sort of thing disturbs the field.
    public enum Kind: String, CaseIterable, Sendable {
      /// It comes and goes, or the device has not turned enough to tell.
      case transient
      /// It stays the same in the earth frame.
      case place
      /// It turns with the device.
      case device
    }

    /// What is added to the field of the place, µT: x forward, y right, z down of the device.
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
    /// `nil` where nothing disturbs, or nobody can tell.
    public var kind: Kind?
    /// `nil` where `kind` is, and where the magnetometer gives counts.
    public var disturbance: Disturbance?
    /// The field's strength less the reference's, in percent of it.
    public var strengthPercent: Double?
    /// The field's inclination less the reference's, degrees.
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
      case manual
    }

    public var status: Status
    /// Seconds since the fix.
    public var ageSeconds: Double?
    /// Metres, 68 % lie within.
    public var error68Metres: Double?

    public init(status: Status, ageSeconds: Double? = nil, error68Metres: Double? = nil) {
      self.status = status
      self.ageSeconds = ageSeconds
      self.error68Metres = error68Metres
    }
  }

  /// Where the declination comes from.
  public struct DeclinationState: Equatable, Sendable {
    /// `manual`, or the model's name; `nil` where there is no declination.
    public var model: String?
    /// Whether there is one, and of a model that is made for this date.
    public var valid: Bool
    /// Degrees, 68 % lie within; `nil` where there is no declination.
    public var error68Degrees: Double?

    public init(model: String?, valid: Bool, error68Degrees: Double? = nil) {
      self.model = model
      self.valid = valid
      self.error68Degrees = error68Degrees
    }
  }

  /// What turns, or gravity, speak against how the sensors are said to sit.
  public struct Mount: Equatable, Sendable {
    /// Whether a turn has shown it to be wrong; false where there is only a hint.
    public var isWrong: Bool
    /// Which chip's mount is wrong, `accel` standing for the chip with the gyro; `nil` where it can be either.
    public var chip: Sensor.Kind?
    /// Whether no rotation corrects it, for the magnetometer's frame is mirrored; `nil` where that is unknown.
    public var isMirrored: Bool?
    /// Which of the axes that are taken for forward, right and down now really are: `x -y -z` for a chip that
    /// is upside down. One of them corrects the mount of `chip`, or of the magnetometer where that is `nil`.
    public var turns: [String]
    /// Whether gravity has shown the device upside down ever since the start: its board may sit so.
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

  /// One kind of sensor that has spoken.
  public struct Sensor: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable { case mag, accel, gyro }

    public var kind: Kind
    /// Samples a second, as achieved; `nil` before the second sample.
    public var rateHz: Double?
    /// Which of several magnetometers; `nil` where there is one.
    public var id: Int?
    /// Whether it is the one of several that makes the heading; `nil` where there is one.
    public var isPrimary: Bool?
    /// Degrees: by how much its difference from the one that makes the heading turns north at the most; `nil`
    /// for that one, and where it is not known.
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
  /// `nil` where nothing speaks against the mount.
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

/// What a replay cannot know (the member `live` of `state`).
public struct LiveState: Equatable, Sendable {
  /// Clients on the sockets.
  public var clients: Int

  public init(clients: Int) { self.clients = clients }
}
