package import JSON
package import Pipeline
package import Qibla
package import Quantities
package import Wire

/// What the first line of a trace says of the recording.
package struct TraceHeader: Equatable, Sendable {
  /// The version of the format that is read and written.
  package static let version = 1

  package var name: String?
  /// Where the recording comes from.
  package var source: String?
  package var license: String?
  /// The chip or device, in words.
  package var sensor: String?
  /// Samples a second, above 0.
  package var rateHz: Double?
  /// Sensor frames → body frame.
  package var mount: Mount
  /// What is known of further magnetometers, by the `id` of their lines; the mount, and the calibration of
  /// `initialState`, are those of the first one that does not stand here.
  package var magnetometers: [SensorSourceID: Magnetometer] = [:]
  /// The magnetometer was calibrated before recording.
  package var isMagnetometerCalibrated: Bool
  /// The accelerometer and the gyro were calibrated before recording; the gyro's bias may drift.
  package var isInertialCalibrated = false
  /// The chips that measured, by driver. A name that no driver has is no error of the trace.
  package var chips = ChipDrivers()
  /// `units.mag` as it is written; `uT` where the header says nothing.
  package var magnetometerUnit: String
  /// Where the recording was made.
  package var declination: Declination?
  /// No sensor measured this.
  package var isSimulated: Bool
  /// The lines are the inputs of a daemon that read sensors: ticks begin with the first line and go on
  /// without measurements.
  package var isLive = false
  /// The instant of `t` 0 on the clock of the daemon that recorded: the times of the inputs are its times again.
  package var start = Timestamp(microseconds: 0)
  /// The settings in use when the recording began.
  package var initialState: InitialState?
  /// The other members of `units`, in the order of the text.
  package var otherUnits: [JSONValue.Member]
  /// Every member that is not one of the above, in the order of the text.
  package var others: [JSONValue.Member]

  package init(
    name: String? = nil, source: String? = nil, license: String? = nil, sensor: String? = nil,
    rateHz: Double? = nil, mount: Mount = .identity, isMagnetometerCalibrated: Bool = false,
    magnetometerUnit: String = "uT", declination: Declination? = nil, isSimulated: Bool = false,
    initialState: InitialState? = nil, otherUnits: [JSONValue.Member] = [],
    others: [JSONValue.Member] = []
  ) {
    self.name = name
    self.source = source
    self.license = license
    self.sensor = sensor
    self.rateHz = rateHz
    self.mount = mount
    self.isMagnetometerCalibrated = isMagnetometerCalibrated
    self.magnetometerUnit = magnetometerUnit
    self.declination = declination
    self.isSimulated = isSimulated
    self.initialState = initialState
    self.otherUnits = otherUnits
    self.others = others
  }

  /// Whether `mag` is in µT; otherwise it is in counts, and its strength means nothing.
  package var isFieldInMicrotesla: Bool {
    // the two spellings of µ that Unicode has
    ["uT", "\u{B5}T", "\u{3BC}T", "microtesla"].contains(magnetometerUnit)
  }
}

extension TraceHeader {
  /// One of several magnetometers.
  package struct Magnetometer: Equatable, Sendable {
    /// Sensor frame → body frame.
    package var mount: Matrix3
    package var calibration: Calibration?
    /// The chip, in words.
    package var chip: String?

    package init(mount: Matrix3 = .identity, calibration: Calibration? = nil, chip: String? = nil) {
      self.mount = mount
      self.calibration = calibration
      self.chip = chip
    }
  }
}

/// The settings that were in use when a daemon's recording began.
package struct InitialState: Equatable, Sendable {
  package var calibration: Calibration?
  package var position: Position?
  package var declination: Declination?
  /// Degrees, 68 %: how exactly the boards sit in the device.
  package var mountErrorDegrees: Double?
  /// When the recording began, µs since 1970-01-01 UTC.
  package var utcMicroseconds: Int64?
  /// Whether the user gave the position for the run: it wins over a receiver's.
  package var isPositionByHand = false
  /// Whether the position is that of the configuration; else, and not by hand, a replay assumes it.
  package var isPositionConfigured = false
  /// Whether the user gave the date for the run: it wins over a receiver's.
  package var isTimeByHand = false
  /// Whether nothing had set the clock that gave the date: no age is computed from it.
  package var isTimeUncertain = false
  /// Where an earlier run was last.
  package var lastKnown: PipelineSettings.LastKnown?
  /// Where the pointer leads.
  package var target: QiblaMessage.Target?
  /// By which of the bearings.
  package var method: QiblaMessage.Method?
  package var alignment: AlignmentParameters?
  /// Every other member, in the order of the text.
  package var others: [JSONValue.Member]

  package init(
    calibration: Calibration? = nil, position: Position? = nil, declination: Declination? = nil,
    utcMicroseconds: Int64? = nil, others: [JSONValue.Member] = []
  ) {
    self.calibration = calibration
    self.position = position
    self.declination = declination
    self.utcMicroseconds = utcMicroseconds
    self.others = others
  }
}
