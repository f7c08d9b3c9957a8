package import Heading

/// The words for each cause of a heading error: the code in a message and a phrase for a person.
extension HeadingErrorCause {
  /// The code in a message; its meaning never changes.
  package var code: StaticString {
    switch self {
    case .filterCovariance: "filter_covariance"
    case .covarianceGrowth: "covariance_growth"
    case .tiltCorrection: "tilt_correction"
    case .northCorrection: "north_correction"
    case .localField: "local_field"
    case .fieldResidual: "field_residual"
    case .rememberedResidual: "remembered_residual"
    case .recurringResidual: "recurring_residual"
    case .unprovenReference: "unproven_reference"
    case .modelDisagreement: "model_disagreement"
    case .gyroBias: "gyro_bias"
    case .gyroDelay: "gyro_delay"
    case .magnetometerDelay: "magnetometer_delay"
    case .gyroScale: "gyro_scale"
    case .accelerometerOffset: "accelerometer_offset"
    case .motionContradiction: "motion_contradiction"
    case .acceleration: "acceleration"
    case .turnOnset: "turn_onset"
    case .trackingLag: "tracking_lag"
    case .sampleInterval: "sample_interval"
    case .tilt: "tilt"
    case .levelCalibration: "level_calibration"
    case .assumedLevel: "assumed_level"
    case .calibration: "calibration"
    case .misalignment: "misalignment"
    case .staleCalibration: "stale_calibration"
    case .warmUp: "warm_up"
    case .magnetometersDisagree: "magnetometers_disagree"
    case .declination: "declination"
    case .hiddenResidual: "hidden_residual"
    case .turnRate: "turn_rate"
    }
  }

  /// What is wrong, in one phrase.
  package var phrase: StaticString {
    switch self {
    case .filterCovariance: "north is uncertain by the noise that the filter models"
    case .covarianceGrowth: "gyro noise since a field was last accepted"
    case .tiltCorrection: "the accelerometer turns the tilt otherwise than the gyro"
    case .northCorrection: "the field turns north otherwise than the gyro"
    case .localField: "the field of a spot differs from the reference field"
    case .fieldResidual: "the measured field differs from the expected one"
    case .rememberedResidual: "the field differed within the last minute"
    case .recurringResidual: "the device has a magnetic field of its own"
    case .unprovenReference: "the reference field is new, and a turn has not proven it yet"
    case .modelDisagreement: "the magnetic model expects another field here"
    case .gyroBias: "the bias of the gyro is uncertain"
    case .gyroDelay: "the gyro is late while the device turns"
    case .magnetometerDelay: "the delay of the magnetometer is uncertain while the device turns"
    case .gyroScale: "scale and axes of the gyro, in turns that no field has confirmed"
    case .accelerometerOffset: "the offset of the accelerometer, which looks like a tilt"
    case .motionContradiction: "gyro and accelerometer contradict each other, gravity or the field"
    case .acceleration: "an acceleration looks like a tilt"
    case .turnOnset: "a turn that begins or ends is followed late"
    case .trackingLag: "the heading lags the azimuth of the field"
    case .sampleInterval: "the device may turn between two samples"
    case .tilt: "the device is steep, and its tilt is uncertain"
    case .levelCalibration: "a tilt of a device that was calibrated level"
    case .assumedLevel: "the tilt is not measured"
    case .calibration: "hard and soft iron that the calibration left"
    case .misalignment: "the magnetometer is turned against the other sensors"
    case .staleCalibration: "the calibration no longer fits"
    case .warmUp: "the filter has just started"
    case .magnetometersDisagree: "two magnetometers disagree"
    case .declination: "the declination is uncertain"
    case .hiddenResidual: "interference that the residuals do not show"
    case .turnRate: "the device turns on before the reading arrives"
    }
  }
}
