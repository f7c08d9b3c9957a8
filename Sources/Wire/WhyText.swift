public import Quantities

extension Why {
  /// The code as it stands in a message; never changes its meaning.
  public var code: StaticString { row.code }

  /// The code's meaning in one sentence.
  public var sentence: String {
    switch row.text {
    case .own(let sentence, _): sentence
    case .magnetometer(let fault): "The magnetometer \(fault.predicate)."
    }
  }

  /// What a user can do about it.
  public var advice: String {
    switch row.text {
    case .own(_, let advice): advice
    case .magnetometer(let fault):
      "\(fault.advice.prefix(1).uppercased())\(fault.advice.dropFirst())."
    }
  }

  /// The reason with this code, or `nil` where no such code is known.
  public init?(code: String) {
    guard let why = Self.allCases.first(where: { $0.code.description == code }) else { return nil }
    self = why
  }

  /// The reason for a fault of the magnetometer; `nil` where `sensor_missing` says as much.
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
        "mount_wrong", "The magnetic field turns as if the sensors were mounted in another way.",
        "Run qiblactl doctor, which names the right mount, or qiblactl mount check.")
    case .uncalibrated:
      Row(
        "uncalibrated", "The compass has not been calibrated.",
        "Calibrate it: turn the device slowly through every direction, level and tilted.")
    case .calibrationStale:
      Row(
        "calibration_stale", "The calibration no longer fits what the sensor measures.",
        "Calibrate again; look for something magnetic that was added to the device.")
    case .calibrating:
      Row(
        "calibrating", "A calibration is being collected.",
        "Keep turning the device through every direction.")
    case .interferenceStrength:
      Row(
        "interference_strength", "The magnetic field is too strong or too weak for the Earth's.",
        "Move away from iron, magnets, speakers and cables.")
    case .interferenceInclination:
      Row(
        "interference_inclination",
        "The magnetic field dips at an angle the Earth's does not have here.",
        "Move away from iron, magnets, speakers and cables.")
    case .interferenceJump:
      Row(
        "interference_jump", "The magnetic field jumped while the device did not.",
        "Move away from what was switched on or brought near.")
    case .interferenceTurn:
      Row(
        "interference_turn",
        "The magnetic field turns otherwise than the gyro says the device does.",
        "Move away from iron, magnets, speakers and cables.")
    case .tilt:
      Row(
        "tilt", "The device is held so steeply that its direction is unsure.", "Hold it flatter.")
    case .accelerating:
      Row(
        "accelerating", "The device is being shaken or accelerated.", "Hold it still for a moment.")
    case .noTiltSensor:
      Row(
        "no_tilt_sensor", "There is no accelerometer: the device is taken to be level.",
        "Hold it level, or add an accelerometer.")
    case .noPosition:
      Row(
        "no_position", "The position is not known.",
        "Give one by hand, or wait for a satellite fix.")
    case .positionOld:
      Row(
        "position_old", "The position is over a day old, or of an age that is not known.",
        "Wait for a satellite fix, or give a position by hand.")
    case .noTime:
      Row(
        "no_time", "The date is not known to be right.",
        "Wait for a satellite fix or a time server, set the clock, or give --date.")
    case .noDeclination:
      Row(
        "no_declination", "The declination here is not known, so true north is not.",
        "Give position and date, or the declination by hand (--declination, or the configuration).")
    case .declinationModelExpired:
      Row(
        "declination_model_expired", "The magnetic model was not made for this date.",
        "Install the current coefficients (coefficients in the configuration).")
    case .declinationManual:
      Row(
        "declination_manual", "The declination was given by hand.",
        "Check that it is the one of this place and year.")
    case .weakHorizontalField:
      Row(
        "weak_horizontal_field", "Near the magnetic pole the field hardly says where north is.",
        "Do not rely on a magnetic compass here.")
    case .sensorMissing:
      Row("sensor_missing", "The magnetometer gives no values.", "Check the wiring.")
    case .sensorStuck: Row("sensor_stuck", magnetometer: .stuck)
    case .sensorSaturated: Row("sensor_saturated", magnetometer: .saturated)
    case .sensorAllZero: Row("sensor_all_zero", magnetometer: .allZero)
    case .sensorAllOnes: Row("sensor_all_ones", magnetometer: .allOnes)
    case .busError: Row("bus_error", magnetometer: .bus)
    case .sensorsDisagree:
      Row(
        "sensors_disagree", "Two magnetometers disagree.",
        "Look for something magnetic near one of them.")
    case .gyroHold:
      Row(
        "gyro_hold", "The heading is held by the gyro alone and drifts slowly.",
        "Move away from the disturbance, or wait until it has passed.")
    case .warmingUp:
      Row("warming_up", "The filter has only just started.", "Wait a few seconds.")
    }
  }
}
