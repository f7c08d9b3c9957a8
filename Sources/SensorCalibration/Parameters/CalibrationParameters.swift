/// The tuned numbers of a magnetometer's calibration, by concern.
///
/// Lengths of fields are parts of the field's strength where no unit is given.
package struct CalibrationParameters: Equatable, Sendable {
  /// The part of a former variance to which a new one must come to be an improvement.
  /// Source: chosen on simulated devices: noise moves a calibration, but does not improve it.
  package var improvement = 0.75
  package var motion = MotionParameters()
  package var turnCheck = TurnCheckParameters()
  package var collection = CollectionParameters()
  package var fit = FitParameters()
  package var grading = GradingParameters()
  package var staleness = StalenessParameters()
  package var misalignment = MisalignmentParameters()
  package var inertial = InertialParameters()

  package init() {}
}
