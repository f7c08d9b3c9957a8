extension Why {
  /// The code as it stands in a message; never changes its meaning.
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
    case .mountWrong: "The magnetic field turns as if the sensors were mounted in another way."
    case .uncalibrated: "The compass has not been calibrated."
    case .calibrationStale: "The calibration no longer fits what the sensor measures."
    case .calibrating: "A calibration is being collected."
    case .interferenceStrength: "The magnetic field is too strong or too weak for the Earth's."
    case .interferenceInclination:
      "The magnetic field dips at an angle the Earth's does not have here."
    case .interferenceJump: "The magnetic field jumped while the device did not."
    case .interferenceTurn: "The magnetic field turns otherwise than the gyro says the device does."
    case .tilt: "The device is held so steeply that its direction is unsure."
    case .accelerating: "The device is being shaken or accelerated."
    case .noTiltSensor: "There is no accelerometer: the device is taken to be level."
    case .noPosition: "The position is not known."
    case .positionOld: "The position is over a day old, or of an age that is not known."
    case .noTime: "The date is not known to be right."
    case .noDeclination: "The declination here is not known, so true north is not."
    case .declinationModelExpired: "The magnetic model was not made for this date."
    case .declinationManual: "The declination was given by hand."
    case .weakHorizontalField: "Near the magnetic pole the field hardly says where north is."
    case .sensorMissing: "The magnetometer gives no values."
    case .sensorStuck: "The magnetometer repeats one value."
    case .sensorSaturated: "The magnetic field is beyond the sensor's range."
    case .sensorAllZero: "The magnetometer reads zero on every axis."
    case .sensorAllOnes: "The magnetometer's bus reads all ones."
    case .busError: "The I2C bus reports errors."
    case .sensorsDisagree: "Two magnetometers disagree."
    case .gyroHold: "The heading is held by the gyro alone and drifts slowly."
    case .warmingUp: "The filter has only just started."
    }
  }

  /// What a user can do about it.
  public var advice: String {
    switch self {
    case .mountWrong:
      "Run qiblactl doctor, which names the right mount, or qiblactl mount check."
    case .uncalibrated:
      "Calibrate it: turn the device slowly through every direction, level and tilted."
    case .calibrationStale:
      "Calibrate again; look for something magnetic that was added to the device."
    case .calibrating: "Keep turning the device through every direction."
    case .interferenceStrength: "Move away from iron, magnets, speakers and cables."
    case .interferenceInclination: "Move away from iron, magnets, speakers and cables."
    case .interferenceJump: "Move away from what was switched on or brought near."
    case .interferenceTurn: "Move away from iron, magnets, speakers and cables."
    case .tilt: "Hold it flatter."
    case .accelerating: "Hold it still for a moment."
    case .noTiltSensor: "Hold it level, or add an accelerometer."
    case .noPosition: "Give one by hand, or wait for a satellite fix."
    case .positionOld: "Wait for a satellite fix, or give a position by hand."
    case .noTime: "Wait for a satellite fix or a time server, set the clock, or give --date."
    case .noDeclination:
      "Give position and date, or the declination by hand (--declination, or the configuration)."
    case .declinationModelExpired:
      "Install the current coefficients (coefficients in the configuration)."
    case .declinationManual: "Check that it is the one of this place and year."
    case .weakHorizontalField: "Do not rely on a magnetic compass here."
    case .sensorMissing: "Check the wiring."
    case .sensorStuck: "Check the wiring and the supply; power the board off and on."
    case .sensorSaturated: "Remove the magnet that is next to the sensor."
    case .sensorAllZero: "Check the wiring; power the board off and on."
    case .sensorAllOnes: "Check the wiring and the pull-up resistors."
    case .busError: "Check the wiring, its length and the bus speed."
    case .sensorsDisagree: "Look for something magnetic near one of them."
    case .gyroHold: "Move away from the disturbance, or wait until it has passed."
    case .warmingUp: "Wait a few seconds."
    }
  }

  /// The reason with this code, or `nil` where no such code is known.
  public init?(code: String) {
    guard let why = Self.allCases.first(where: { $0.code.description == code }) else { return nil }
    self = why
  }
}
