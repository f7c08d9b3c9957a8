import Heading
import Mounting
import Pipeline
import SensorCalibration

/// Every number of `PipelineParameters`, a line each.
let pipelineTable: [Parameter<PipelineParameters>] = [
  .init("heading.updateInterval", \.heading.updateInterval),
  .init("heading.gyroNoise", \.heading.gyroNoise),
  .init("heading.gyroScaleError", \.heading.gyroScaleError),
  .init("heading.gyroBiasAtStart", \.heading.gyroBiasAtStart),
  .init("heading.gyroBiasStep", \.heading.gyroBiasStep),
  .init("heading.gyroBiasWalk", \.heading.gyroBiasWalk),
  .init("heading.gyroBiasWalkPerRate", \.heading.gyroBiasWalkPerRate),
  .init("heading.restRate", \.heading.restRate),
  .init("heading.velocityFloor", \.heading.velocityFloor),
  .init("heading.velocityShare", \.heading.velocityShare),
  .init("heading.velocityTimeConstant", \.heading.velocityTimeConstant),
  .init("heading.forceNoise", \.heading.forceNoise),
  .init("heading.fieldNoise", \.heading.fieldNoise),
  .init("heading.fieldJitter", \.heading.fieldJitter),
  .init("heading.fieldDelay", \.heading.fieldDelay),
  .init("heading.fieldDelayError", \.heading.fieldDelayError),
  .init("heading.toldDelayError", \.heading.toldDelayError),
  .init("heading.deviation", \.heading.deviation),
  .init("heading.deviationAtStart", \.heading.deviationAtStart),
  .init("heading.deviationLength", \.heading.deviationLength),
  .init("heading.deviationTimeConstant", \.heading.deviationTimeConstant),
  .init("heading.verticalDeviation", \.heading.verticalDeviation),
  .init("heading.referenceAtStart", \.heading.referenceAtStart),
  .init("heading.referenceWalk", \.heading.referenceWalk),
  .init("heading.hardIronAtStart", \.heading.hardIronAtStart),
  .init("heading.hardIronWalk", \.heading.hardIronWalk),
  .init("heading.hardIronBound", \.heading.hardIronBound),
  .init("heading.excitation", \.heading.excitation),
  .init("heading.misfitLimit", \.heading.misfitLimit),
  .init("heading.longestGyroGap", \.heading.longestGyroGap),
  .init("heading.longestHold", \.heading.longestHold),
  .init("heading.warmUp", \.heading.warmUp),
  .init("heading.redundancy.comparison.window", \.heading.redundancy.comparison.window),
  .init(
    "heading.redundancy.comparison.leastDifference",
    \.heading.redundancy.comparison.leastDifference),
  .init(
    "heading.redundancy.comparison.significance",
    \.heading.redundancy.comparison.significance),
  .init(
    "heading.redundancy.comparison.delayDifference",
    \.heading.redundancy.comparison.delayDifference),
  .init(
    "heading.redundancy.comparison.largestLimit",
    \.heading.redundancy.comparison.largestLimit),
  .init(
    "heading.redundancy.comparison.unknownDifference",
    \.heading.redundancy.comparison.unknownDifference),
  .init("heading.redundancy.comparison.release", \.heading.redundancy.comparison.release),
  .init(
    "heading.redundancy.comparison.comparisonsOver",
    \.heading.redundancy.comparison.comparisonsOver),
  .init(
    "heading.redundancy.comparison.comparisonsUnder",
    \.heading.redundancy.comparison.comparisonsUnder),
  .init(
    "heading.redundancy.comparison.shortestPath",
    \.heading.redundancy.comparison.shortestPath),
  .init(
    "heading.redundancy.comparison.longestPath",
    \.heading.redundancy.comparison.longestPath),
  .init(
    "heading.redundancy.comparison.largestMisfit",
    \.heading.redundancy.comparison.largestMisfit),
  .init(
    "heading.redundancy.comparison.leastVolume",
    \.heading.redundancy.comparison.leastVolume),
  .init("heading.redundancy.comparison.noise", \.heading.redundancy.comparison.noise),
  .init(
    "heading.redundancy.comparison.offsetWalkTime",
    \.heading.redundancy.comparison.offsetWalkTime),
  .init(
    "heading.redundancy.comparison.fieldStep",
    \.heading.redundancy.comparison.fieldStep),
  .init(
    "heading.redundancy.comparison.gainError",
    \.heading.redundancy.comparison.gainError),
  .init(
    "heading.redundancy.comparison.gravityTolerance",
    \.heading.redundancy.comparison.gravityTolerance),
  .init(
    "heading.redundancy.choice.longestSilence",
    \.heading.redundancy.choice.longestSilence),
  .init(
    "heading.redundancy.choice.evidenceTime",
    \.heading.redundancy.choice.evidenceTime),
  .init("heading.redundancy.choice.provenTime", \.heading.redundancy.choice.provenTime),
  .init(
    "heading.redundancy.choice.mostDoublings",
    \.heading.redundancy.choice.mostDoublings),
  .init("heading.redundancy.choice.largeNoise", \.heading.redundancy.choice.largeNoise),
  .init("heading.redundancy.choice.noiseRatio", \.heading.redundancy.choice.noiseRatio),
  .init(
    "heading.redundancy.choice.longInterval",
    \.heading.redundancy.choice.longInterval),
  .init("heading.redundancy.choice.turning", \.heading.redundancy.choice.turning),
  .init("heading.redundancy.choice.settling", \.heading.redundancy.choice.settling),
  .init(
    "heading.redundancy.choice.comparedSilence",
    \.heading.redundancy.choice.comparedSilence),
  .init("heading.tiltCompassTimeConstant", \.heading.tiltCompassTimeConstant),
  .init("mounting.gravity.tolerance", \.mounting.gravity.tolerance),
  .init("mounting.gravity.sideShare", \.mounting.gravity.sideShare),
  .init("mounting.gravity.sideDecisive", \.mounting.gravity.sideDecisive),
  .init("mounting.gravity.sideRatio", \.mounting.gravity.sideRatio),
  .init("mounting.gravity.hintAfter", \.mounting.gravity.hintAfter),
  .init("mounting.gravity.longestGap", \.mounting.gravity.longestGap),
  .init("mounting.gravity.leastInclination", \.mounting.gravity.leastInclination),
  .init("mounting.monitor.contradicted", \.mounting.monitor.contradicted),
  .init("mounting.monitor.usualVariance", \.mounting.monitor.usualVariance),
  .init("mounting.monitor.largestResidual", \.mounting.monitor.largestResidual),
  .init("mounting.monitor.leastSpread", \.mounting.monitor.leastSpread),
  .init("mounting.monitor.judgedEach", \.mounting.monitor.judgedEach),
  .init("mounting.monitor.turnMemory", \.mounting.monitor.turnMemory),
  .init("mounting.monitor.timeMemory", \.mounting.monitor.timeMemory),
  .init("mounting.monitor.longestGap", \.mounting.monitor.longestGap),
  .init("mounting.monitor.fastestTurn", \.mounting.monitor.fastestTurn),
  .init("mounting.monitor.noEvidence", \.mounting.monitor.noEvidence),
  .init("mounting.monitor.mostOfTurn", \.mounting.monitor.mostOfTurn),
  .init("mounting.monitor.mostTurns", \.mounting.monitor.mostTurns),
  .init("position.freshFor", \.position.freshFor),
  .init("position.oldAfter", \.position.oldAfter),
  .init("position.errorOfFix", \.position.errorOfFix),
  .init("position.errorOfPlace", \.position.errorOfPlace),
  .init("declination.errorByHand", \.declination.errorByHand),
  .init("declination.contradiction", \.declination.contradiction),
  .init("declination.largestError", \.declination.largestError),
  .init("declination.largestPositionError", \.declination.largestPositionError),
  .init("changes.longestSilence", \.changes.longestSilence),
  .init("changes.gapTolerance", \.changes.gapTolerance),
  .init("changes.distance", \.changes.distance),
  .init("changes.error", \.changes.error),
  .init("changes.bearing", \.changes.bearing),
]
