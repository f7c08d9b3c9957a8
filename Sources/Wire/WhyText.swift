extension Why {
  /// The code in a message. Codes are stable: a code never changes its meaning.
  public var code: StaticString {
    switch self {
    case .mountWrong: "mount_wrong"
    case .uncalibrated: "uncalibrated"
    case .calibrationStale: "calibration_stale"
    case .calibrating: "calibrating"
    case .interferenceStrength: "interference_strength"
    case .interferenceInclination: "interference_inclination"
    case .interferenceJump: "interference_jump"
    case .interferenceTurn: "interference_turn"
    case .tilt: "tilt"
    case .accelerating: "accelerating"
    case .noTiltSensor: "no_tilt_sensor"
    case .noPosition: "no_position"
    case .positionOld: "position_old"
    case .noTime: "no_time"
    case .noDeclination: "no_declination"
    case .declinationModelExpired: "declination_model_expired"
    case .declinationManual: "declination_manual"
    case .weakHorizontalField: "weak_horizontal_field"
    case .sensorMissing: "sensor_missing"
    case .sensorStuck: "sensor_stuck"
    case .sensorSaturated: "sensor_saturated"
    case .sensorAllZero: "sensor_all_zero"
    case .sensorAllOnes: "sensor_all_ones"
    case .busError: "bus_error"
    case .sensorsDisagree: "sensors_disagree"
    case .gyroHold: "gyro_hold"
    case .warmingUp: "warming_up"
    }
  }

  /// The code's meaning in one sentence.
  public var sentence: String {
    switch self {
    case .mountWrong:
      "The mount setting is wrong: the magnetic field does not turn as the other sensors measure."
    case .uncalibrated: "The compass has not been calibrated."
    case .calibrationStale: "The calibration no longer fits the measured magnetic field."
    case .calibrating: "Samples for a calibration are being collected."
    case .interferenceStrength:
      "The magnetic field is stronger or weaker than the Earth's field here."
    case .interferenceInclination:
      "The magnetic field's angle to the horizontal differs from the Earth's field here."
    case .interferenceJump: "The magnetic field changed suddenly while the device did not move."
    case .interferenceTurn: "The magnetic field turned by another angle than the gyro measured."
    case .tilt: "The device is tilted so steeply that its heading is uncertain."
    case .accelerating: "The device is being shaken or accelerated."
    case .noTiltSensor: "There is no accelerometer, so the device is assumed to be level."
    case .noPosition: "The position is not known."
    case .positionOld: "The position is over a day old, or its age is not known."
    case .noTime: "The date is not known, because the clock may be wrong."
    case .noDeclination: "The declination here is not known, so true north is not known either."
    case .declinationModelExpired: "The magnetic model is not valid for this date."
    case .declinationManual: "The declination was set by hand."
    case .weakHorizontalField:
      "Near the magnetic pole the horizontal field is too weak to find north."
    case .sensorMissing: "No values arrive from the magnetometer."
    case .sensorStuck: "The magnetometer repeats the same value."
    case .sensorSaturated: "The magnetic field is beyond the magnetometer's range."
    case .sensorAllZero: "The magnetometer reads zero on every axis."
    case .sensorAllOnes: "Every bit that is read from the magnetometer is 1."
    case .busError: "Transfers on the I2C bus fail."
    case .sensorsDisagree: "Two magnetometers measure different magnetic fields."
    case .gyroHold: "The heading comes from the gyro alone and drifts slowly."
    case .warmingUp: "The filter has just started."
    }
  }

  /// What a user can do about it, in one or two sentences.
  public var advice: String {
    switch self {
    case .mountWrong:
      "Run qiblactl doctor, which names the right mount, or qiblactl mount check."
    case .uncalibrated:
      "Calibrate: turn the device slowly through every direction, level and tilted."
    case .calibrationStale:
      "Calibrate again. Look for iron or a magnet that was added to the device."
    case .calibrating: "Keep turning the device through every direction."
    case .interferenceStrength: "Move away from iron, magnets, speakers and cables."
    case .interferenceInclination: "Move away from iron, magnets, speakers and cables."
    case .interferenceJump: "Move away from what was just switched on or brought near."
    case .interferenceTurn: "Move away from iron, magnets, speakers and cables."
    case .tilt: "Hold the device flatter."
    case .accelerating: "Hold the device still for a moment."
    case .noTiltSensor: "Hold the device level, or add an accelerometer."
    case .noPosition: "Wait for a satellite fix, or set a position by hand."
    case .positionOld: "Wait for a satellite fix, or set a position by hand."
    case .noTime: "Wait for a satellite fix or a time server, set the clock, or give --date."
    case .noDeclination:
      "Give position and date, or the declination by hand (--declination, or the configuration)."
    case .declinationModelExpired:
      "Install a current coefficient file (coefficients in the configuration)."
    case .declinationManual: "Check that it is right for this place and year."
    case .weakHorizontalField: "Do not rely on a magnetic compass here."
    case .sensorMissing: "Check the wiring; qiblactl doctor lists the chips that answer."
    case .sensorStuck: "Check the wiring and the supply; power the board off and on."
    case .sensorSaturated: "Remove the magnet that is next to the sensor."
    case .sensorAllZero: "Check the wiring; power the board off and on."
    case .sensorAllOnes: "Check the wiring and the pull-up resistors."
    case .busError: "Check the wiring, the cable's length and the bus speed."
    case .sensorsDisagree: "Look for iron or a magnet near one of them."
    case .gyroHold: "Move away from the interference, or wait until it has passed."
    case .warmingUp: "Wait a few seconds."
    }
  }

  /// The reason with this code; `nil` for an unknown code.
  public init?(code: String) {
    guard let why = Self.allCases.first(where: { $0.code.description == code }) else { return nil }
    self = why
  }
}
