public import Quantities

extension Why {
  /// The code in a message. Codes are stable: a code never changes its meaning.
  public var code: StaticString { row.code }

  /// The code's meaning in one sentence.
  public var sentence: String {
    switch row.text {
    case .own(let sentence, _): sentence
    case .magnetometer(let fault): "The magnetometer \(fault.predicate)."
    }
  }

  /// What a user can do about it, in one or two sentences.
  public var advice: String {
    switch row.text {
    case .own(_, let advice): advice
    case .magnetometer(let fault):
      "\(fault.advice.prefix(1).uppercased())\(fault.advice.dropFirst())."
    }
  }

  /// The reason with this code; `nil` for an unknown code.
  public init?(code: String) {
    guard let why = Self.allCases.first(where: { $0.code.description == code }) else { return nil }
    self = why
  }

  /// The reason for a fault of the magnetometer; `nil` for faults that are covered by
  /// `sensorMissing`.
  public init?(_ fault: SensorFault) {
    switch fault {
    case .stuck: self = .sensorStuck
    case .saturated: self = .sensorSaturated
    case .allZero: self = .sensorAllZero
    case .allOnes: self = .sensorAllOnes
    case .bus: self = .busError
    case .silent, .configurationLost, .notTheChip, .noFirmware, .notReady: return nil
    }
  }

  private struct Row {
    let code: StaticString
    let text: Text

    init(_ code: StaticString, _ sentence: String, _ advice: String) {
      self.code = code
      text = .own(sentence, advice: advice)
    }

    init(_ code: StaticString, magnetometer fault: SensorFault) {
      self.code = code
      text = .magnetometer(fault)
    }
  }

  private enum Text {
    case own(String, advice: String)
    /// The words of a fault, with the magnetometer as their subject.
    case magnetometer(SensorFault)
  }

  /// The table of all reasons; docs/protocol.md prints it.
  private var row: Row {
    switch self {
    case .mountWrong:
      Row(
        "mount_wrong",
        "The mount setting is wrong: the magnetic field does not turn as the other sensors measure.",
        "Run qiblactl doctor, which names the right mount, or qiblactl mount check.")
    case .uncalibrated:
      Row(
        "uncalibrated", "The compass has not been calibrated.",
        "Calibrate: turn the device slowly through every direction, level and tilted.")
    case .calibrationStale:
      Row(
        "calibration_stale", "The calibration no longer fits the measured magnetic field.",
        "Calibrate again. Look for iron or a magnet that was added to the device.")
    case .calibrating:
      Row(
        "calibrating", "Samples for a calibration are being collected.",
        "Keep turning the device through every direction.")
    case .interferenceStrength:
      Row(
        "interference_strength",
        "The magnetic field is stronger or weaker than the Earth's field here.",
        "Move away from iron, magnets, speakers and cables.")
    case .interferenceInclination:
      Row(
        "interference_inclination",
        "The magnetic field's angle to the horizontal differs from the Earth's field here.",
        "Move away from iron, magnets, speakers and cables; check the place that was set.")
    case .interferenceJump:
      Row(
        "interference_jump", "The magnetic field changed suddenly while the device did not move.",
        "Move away from what was just switched on or brought near.")
    case .interferenceTurn:
      Row(
        "interference_turn", "The magnetic field turned by another angle than the gyro measured.",
        "Move away from iron, magnets, speakers and cables.")
    case .tilt:
      Row(
        "tilt", "The device is tilted so steeply that its heading is uncertain.",
        "Hold the device flatter.")
    case .accelerating:
      Row(
        "accelerating", "The device is being shaken or accelerated.",
        "Hold the device still for a moment.")
    case .noTiltSensor:
      Row(
        "no_tilt_sensor", "There is no accelerometer, so the device is assumed to be level.",
        "Hold the device level, or add an accelerometer.")
    case .fieldUneven:
      Row(
        "field_uneven", "The magnetic field differs from spot to spot, so north is uncertain.",
        "Move away from iron, and turn the device for some seconds.")
    case .turningFast:
      Row(
        "turning_fast", "The device turns faster than its sensors can follow.",
        "Turn the device more slowly.")
    case .calibrationPoor:
      Row(
        "calibration_poor", "The calibration leaves an error of several degrees.",
        "Calibrate again: turn the device slowly through every direction, level and tilted.")
    case .calibrationUnconfirmed:
      Row(
        "calibration_unconfirmed",
        "The calibration may be another board's: nothing has confirmed it since the start.",
        "Turn the device by a quarter turn, level or tilted.")
    case .noPosition:
      Row(
        "no_position", "The position is not known.",
        "Wait for a satellite fix, or set a position by hand.")
    case .positionOld:
      Row(
        "position_old", "The position is over a day old, or its age is not known.",
        "Wait for a satellite fix, or set a position by hand.")
    case .noTime:
      Row(
        "no_time", "The date is not known, because the clock may be wrong.",
        "Wait for a satellite fix or a time server, set the clock, or give --date.")
    case .noDeclination:
      Row(
        "no_declination", "The declination here is not known, so true north is not known either.",
        "Give position and date, or the declination by hand (--declination, or the configuration).")
    case .declinationModelExpired:
      Row(
        "declination_model_expired", "The magnetic model is not valid for this date.",
        "Install a current coefficient file (coefficients in the configuration).")
    case .declinationManual:
      Row(
        "declination_manual", "The declination was set by hand.",
        "Check that it is right for this place and year.")
    case .weakHorizontalField:
      Row(
        "weak_horizontal_field",
        "Near the magnetic pole the horizontal field is too weak to find north.",
        "Do not rely on a magnetic compass here.")
    case .sensorMissing:
      Row(
        "sensor_missing", "No values arrive from the magnetometer.",
        "Check the wiring; qiblactl doctor lists the chips that answer.")
    case .sensorStuck: Row("sensor_stuck", magnetometer: .stuck)
    case .sensorSaturated: Row("sensor_saturated", magnetometer: .saturated)
    case .sensorAllZero: Row("sensor_all_zero", magnetometer: .allZero)
    case .sensorAllOnes: Row("sensor_all_ones", magnetometer: .allOnes)
    case .busError: Row("bus_error", magnetometer: .bus)
    case .sensorsDisagree:
      Row(
        "sensors_disagree", "Two magnetometers measure different magnetic fields.",
        "Look for iron or a magnet near one of them.")
    case .motionContradicted:
      Row(
        "motion_contradicted",
        "Gyro and accelerometer contradict each other, gravity or the magnetic field.",
        "Run qiblactl doctor and check the mount; power the board off and on.")
    case .inertialUncalibrated:
      Row(
        "inertial_uncalibrated",
        "The accelerometer is not calibrated, or its calibration does not fit, so down is uncertain.",
        "Calibrate: tumble the device and rest it on each side for a second.")
    case .gyroHold:
      Row(
        "gyro_hold", "The heading comes from the gyro alone and drifts slowly.",
        "Move away from the interference, or wait until it has passed.")
    case .warmingUp:
      Row(
        "warming_up", "The filter has just started or restarted.",
        "Wait a few seconds.")
    }
  }
}
