import Heading
import Wire

// Reasons and the terms of the error, both ways. `causes` orders reasons that the parts of the pipeline found;
// `init(_:)` finds a reason for an error that none of them explains. So they are not inverse: a reason found there
// for a threshold of its own, as `gyro_hold`, has terms that by themselves have another reason.
extension Why {
  /// The terms of the error that this reason stands for; `nil` for a reason that takes the heading away, has a
  /// status of its own, or is no cause of a heading's error.
  var causes: (HeadingErrorCause, HeadingErrorCause?)? {
    switch self {
    case .tilt: (.tilt, .levelCalibration)
    case .accelerating: (.acceleration, .tiltCorrection)
    case .noTiltSensor: (.assumedLevel, nil)
    case .declinationModelExpired, .declinationManual: (.declination, nil)
    case .sensorsDisagree: (.magnetometersDisagree, nil)
    case .motionContradicted: (.motionContradiction, nil)
    case .inertialUncalibrated: (.accelerometerOffset, nil)
    case .gyroHold: (.covarianceGrowth, .gyroBias)
    case .warmingUp: (.warmUp, nil)
    case .mountWrong, .uncalibrated, .calibrationStale, .calibrationUnconfirmed, .calibrationPoor,
      .calibrating,
      .interferenceStrength, .interferenceInclination, .interferenceJump, .interferenceTurn,
      .noPosition, .positionOld, .noTime, .noDeclination, .weakHorizontalField, .fieldUneven,
      .turningFast, .sensorMissing, .sensorStuck, .sensorSaturated, .sensorAllZero,
      .sensorAllOnes, .busError:
      nil
    }
  }

  /// The reason for a heading whose error consists of this cause for the most part.
  init(_ cause: HeadingErrorCause) {
    switch cause {
    case .filterCovariance, .covarianceGrowth, .localField, .fieldResidual, .rememberedResidual,
      .recurringResidual, .unprovenReference, .modelDisagreement, .hiddenResidual,
      .northCorrection:
      self = .fieldUneven
    case .gyroDelay, .magnetometerDelay, .gyroScale, .turnOnset, .trackingLag, .sampleInterval,
      .turnRate:
      self = .turningFast
    case .calibration, .misalignment: self = .calibrationPoor
    case .staleCalibration: self = .calibrationStale
    case .gyroBias, .warmUp: self = .warmingUp
    case .accelerometerOffset: self = .inertialUncalibrated
    case .motionContradiction: self = .motionContradicted
    case .acceleration, .tiltCorrection: self = .accelerating
    case .tilt, .levelCalibration: self = .tilt
    case .assumedLevel: self = .noTiltSensor
    case .magnetometersDisagree: self = .sensorsDisagree
    // The model's declination is as uncertain as that only where the horizontal field is weak (WMM2025).
    case .declination: self = .weakHorizontalField
    }
  }
}
