/// A physical cause of a heading error; each is one term of `HeadingErrorBudget`.
///
/// The comment of a case says which physical error the term stands for and from which covariance, data sheet or
/// measurement its number comes. The formulas are in the `…Terms` file named with each group; the numbers are in
/// `ErrorBudgetParameters`. `docs/heading.md` has the same table (`scripts/check-docs` compares the two).
package enum HeadingErrorCause: Int, CaseIterable, Sendable {
  // CovarianceTerms: the covariance of the filter.
  /// North of the filter is uncertain by the noise that its model knows.
  ///
  /// With a gyro: north's variance when a field was last accepted, from the error-state covariance; a
  /// share of it counts. Without: the covariance of attitude and rate, along the shown direction.
  case filterCovariance
  /// Integrated gyro noise since a field was last accepted: the growth of north's variance. With a gyro.
  case covarianceGrowth
  /// The accelerometer has corrected the tilt by more than the covariance explains: an acceleration that lasts, or an
  /// accelerometer that has shifted. With a gyro, and a tilt turns north by the tangent of the inclination.
  case tiltCorrection
  /// The measurements have turned north by more than the covariance explains: another field or tilt has passed for north. With a gyro.
  case northCorrection

  // FieldTerms: the field at this spot is not the reference field.
  /// The field of a spot points elsewhere than the reference field: by about as much as the fields of the last minute differ from it
  /// along north, and at the first spot by what nothing shows there. With a gyro.
  case localField
  /// The measured field differs from the expected one: with a gyro by the horizontal residual of the last
  /// 10 s and 0.4 s, without one by the residuals of strength and inclination.
  case fieldResidual
  /// The largest residual of the last minute: what disturbed may still be near. With a gyro.
  case rememberedResidual
  /// The device's own field: residuals that recur while the device turns.
  case recurringResidual
  /// The reference field was replaced, and the device has not turned enough in the new one to prove it.
  case unprovenReference
  /// The magnetic model expects another field here than the reference field. With a position.
  case modelDisagreement

  // GyroTerms: only with a gyro.
  /// The bias of the gyro is uncertain: the largest of its three variances, from the error-state covariance.
  case gyroBias
  /// A gyro's rate is late by its low-pass filter and its interval, and its newest sample is old: an angle of a turn.
  case gyroDelay
  /// The delay of the magnetometer is uncertain: an angle while the device turns. From the covariance.
  case magnetometerDelay
  /// Scale and axes of the gyro are off: a part of the turn that no field has confirmed, and the part of north's
  /// variance that their errors make.
  case gyroScale
  /// The accelerometer's offset is uncertain: gravity is measured as if the device was tilted, and a tilt turns
  /// north by the tangent of the inclination. From the covariance.
  case accelerometerOffset
  /// The gyro contradicts the accelerometer or the field: one of them is broken, and which one is not known.
  case motionContradiction

  // MotionTerms: only without a gyro.
  /// An acceleration of the device changes the measured direction of gravity as a tilt does.
  case acceleration
  /// The tracked rate lags a turn that begins or ends.
  case turnOnset
  /// The azimuth of the measured field that the tracker has not followed yet.
  case trackingLag
  /// The device may begin to turn between two samples of a slow magnetometer.
  case sampleInterval

  // TiltTerms.
  /// Tilt error of a steep device: the azimuth of a steep direction turns with it. With a gyro; without
  /// one `filterCovariance` has it.
  case tilt
  /// Tilt of a device that was calibrated in a level turn: the vertical field passed for hard iron.
  case levelCalibration
  /// Tilt that is not measured: without an accelerometer the device is assumed to be level.
  case assumedLevel

  // CalibrationTerms.
  /// Hard and soft iron that the calibration left, by fit or grade, and a field beside its own that alone confirms it.
  case calibration
  /// Misalignment: the axes of the magnetometer are turned against the other sensors and the case (mount).
  /// `SensorGroup.judge` adds a mount that is only assumed.
  case misalignment
  /// The calibration no longer fits: the field strength changes with the direction of the device.
  case staleCalibration
  /// Warm-up: the filter has seen only a few seconds.
  case warmUp

  // Added outside of the filter.
  /// Two magnetometers give different headings (`SensorGroup.judge`).
  case magnetometersDisagree
  /// The declination is uncertain: by the magnetic model or as given by hand (`LocalDeclination`).
  case declination

  // StatusTerms: count for the status only.
  /// Interference that the residuals do not show: it grows with those that they show.
  case hiddenResidual
  /// The device turns on while the reading is on its way to the user.
  case turnRate
}

extension HeadingErrorCause {
  /// How a term enters the sum (`HeadingErrorBudget.error68Degrees`).
  package enum Combination: Sendable {
    /// Independent: its square is added to the others of the filter.
    case independent
    /// Added in full to the root of the filter's squares.
    case linear
    /// Independent, but its square is added after the linear ones.
    case outer
    /// Its square counts for the status, and not for the published error.
    case statusOnly
  }

  /// How the term of this cause enters the sum.
  package var combination: Combination {
    switch self {
    case .warmUp: .linear
    case .magnetometersDisagree, .declination: .outer
    case .hiddenResidual, .turnRate: .statusOnly
    default: .independent
    }
  }
}

extension HeadingErrorCause {
  /// Where the number of a term comes from.
  package enum Origin: String, Sendable {
    /// A variance that a Kalman filter holds.
    case covariance
    /// A quantity that is measured while the filter runs, times a factor chosen on the recordings.
    case measured
    /// A quantity that is measured while the filter runs, by a formula without a free factor.
    case derived
    /// A constant chosen on the recordings, times what it applies to.
    case recordings
    /// A constant that is assumed, not measured.
    case assumed
    /// The fit of the calibration, or its grade.
    case fit
    /// The magnetic model and its published uncertainty.
    case model
  }

  /// Where the number of this term comes from.
  package var origin: Origin {
    switch self {
    case .filterCovariance, .covarianceGrowth, .gyroBias, .magnetometerDelay,
      .accelerometerOffset:
      .covariance
    case .localField, .gyroDelay, .gyroScale, .tilt, .misalignment: .recordings
    case .motionContradiction, .sampleInterval, .assumedLevel, .turnRate, .warmUp: .assumed
    case .fieldResidual, .rememberedResidual, .hiddenResidual, .acceleration, .turnOnset:
      .measured
    case .recurringResidual, .unprovenReference, .trackingLag, .levelCalibration,
      .staleCalibration, .magnetometersDisagree, .tiltCorrection, .northCorrection:
      .derived
    case .calibration: .fit
    case .modelDisagreement, .declination: .model
    }
  }
}
