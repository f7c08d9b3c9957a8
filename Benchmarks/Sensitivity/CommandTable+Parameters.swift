import Mounting
import SensorCalibration

/// Every number of `CommandParameters`, a line each.
var commandTable: [Parameter<CommandParameters>] {
  [
    .number("calibration.improvement", \.calibration.improvement),
    .number("calibration.motion.longestGap", \.calibration.motion.longestGap),
    .number("calibration.motion.fieldDelay", \.calibration.motion.fieldDelay),
    .number("calibration.motion.gravityTolerance", \.calibration.motion.gravityTolerance),
    .number("calibration.motion.largestMisfit", \.calibration.motion.largestMisfit),
    .number("calibration.motion.largestMisalignment", \.calibration.motion.largestMisalignment),
    .range("calibration.turnCheck.span", \.calibration.turnCheck.span),
    .number("calibration.turnCheck.tolerance", \.calibration.turnCheck.tolerance),
    .number("calibration.collection.contradictedPart", \.calibration.collection.contradictedPart),
    .number("calibration.collection.fullCoverage", \.calibration.collection.fullCoverage),
    .count("calibration.fit.minimumSamples", \.calibration.fit.minimumSamples),
    .count("calibration.fit.fewestCells", \.calibration.fit.fewestCells),
    .number("calibration.fit.prior", \.calibration.fit.prior),
    .number("calibration.fit.simplerModel", \.calibration.fit.simplerModel),
    .number("calibration.fit.levelTurnTilt", \.calibration.fit.levelTurnTilt),
    .number("calibration.grading.contradictionPart", \.calibration.grading.contradictionPart),
    .grades("calibration.grading.residual", \.calibration.grading.residual),
    .grades("calibration.grading.unexplained", \.calibration.grading.unexplained),
    .grades("calibration.grading.rejected", \.calibration.grading.rejected),
    .grades("calibration.grading.strength", \.calibration.grading.strength),
    .grades("calibration.grading.missing", \.calibration.grading.missing),
    .range("calibration.grading.width", \.calibration.grading.width),
    .number("calibration.staleness.memory", \.calibration.staleness.memory),
    .number("calibration.staleness.cellGain", \.calibration.staleness.cellGain),
    .range("calibration.staleness.contradiction", \.calibration.staleness.contradiction),
    .number("calibration.staleness.dwell", \.calibration.staleness.dwell),
    .number("calibration.inertial.blockDuration", \.calibration.inertial.blockDuration),
    .number("calibration.inertial.windowDuration", \.calibration.inertial.windowDuration),
    .number("calibration.inertial.lever", \.calibration.inertial.lever),
    .number("calibration.inertial.biasDrift", \.calibration.inertial.biasDrift),
    .number("calibration.inertial.biasCurve", \.calibration.inertial.biasCurve),
    .number("calibration.inertial.fieldCalibration", \.calibration.inertial.fieldCalibration),
    .range(
      "calibration.inertial.largestGravityMisfit", \.calibration.inertial.largestGravityMisfit),
    .number("calibration.inertial.largestFieldMisfit", \.calibration.inertial.largestFieldMisfit),
    .number("calibration.inertial.knownOffset", \.calibration.inertial.knownOffset),
    .number("calibration.inertial.restScatter", \.calibration.inertial.restScatter),
    .number("calibration.inertial.restSpeed", \.calibration.inertial.restSpeed),
    .number("calibration.misalignment.windowDuration", \.calibration.misalignment.windowDuration),
    .count("calibration.misalignment.fewestWindows", \.calibration.misalignment.fewestWindows),
    .number("quarterTurns.largestAngle", \.quarterTurns.largestAngle),
  ]
}
