import Glibc
import Quantities
import SensorHealth
import Testing

@testable import Heading

/// Each term by itself: there when its cause is, and zero otherwise; with the numbers of `docs/heading.md`.
@Suite struct ErrorTermTests {
  /// A filter that knows everything.
  private static func perfect() -> HeadingErrorInputs {
    var calibration = CalibrationHeadingError(.given, ErrorBudgetParameters())
    (calibration.degrees, calibration.misalignment) = (0, 0)
    return HeadingErrorInputs(
      covariance: .north(variance: 0, accepted: 0, ofTilt: 0),
      field: FieldTerms(residual: .horizontal(slow: 0, now: 0)),
      gyro: GyroTerms(biasError: 0, magnetometerDelayError: 0, turnRate: 0, unconfirmedTurn: 0),
      motion: MotionTerms(),
      tilt: TiltTerms(direction: Vector3(1, 0, 0)),
      calibration: CalibrationTerms(
        error: calibration, horizontal: 20, stale: nil, isWarmingUp: false),
      status: StatusTerms())
  }

  /// Puts the cause in, and nothing else.
  ///
  /// - Returns: the degrees that the term has to have; `nil` for a cause that the filter does not have.
  private static func put(
    _ cause: HeadingErrorCause, into inputs: inout HeadingErrorInputs
  ) -> Double? {
    switch cause {
    case .filterCovariance:
      let variance = 5.0.inRadians * 5.0.inRadians
      let tilt = 3.0.inRadians * 3.0.inRadians
      inputs.covariance = .north(variance: variance, accepted: variance, ofTilt: tilt)
      // 0.15 of 4°, and 3°.
      return hypot(0.6, 3)
    case .covarianceGrowth:
      inputs.covariance = .north(
        variance: 2.0.inRadians * 2.0.inRadians, accepted: 0, ofTilt: 1.0.inRadians * 1.0.inRadians)
      return 2
    case .tiltCorrection:
      inputs.covariance = .north(
        variance: 0, accepted: 0, ofTilt: 0, tiltCorrection: 7.0.inRadians)
      return 7
    case .northCorrection:
      inputs.covariance = .north(
        variance: 0, accepted: 0, ofTilt: 0, northCorrection: 9.0.inRadians)
      return 9
    case .localField:
      // 0.7 µT of 20 µT is 2°.
      (inputs.field.spots, inputs.field.localAnomaly) = (3, 20 * 2.0.inRadians)
      return hypot(0.25, 0.86)
    case .fieldResidual:
      inputs.field.residual = .horizontal(slow: 10.85.inRadians, now: 11.7.inRadians)
      return 4
    case .rememberedResidual:
      inputs.field.remembered = 24.0.inRadians
      return 18
    case .recurringResidual:
      inputs.field.recurring = 7.0.inRadians
      return 7
    case .unprovenReference:
      inputs.field.unprovenReference = 8.0.inRadians
      return 8
    case .modelDisagreement:
      inputs.field.modelDisagreement = 9.0.inRadians
      return 9
    case .gyroBias:
      inputs.gyro?.biasError = 0.5.inRadians
      return 3
    case .gyroDelay:
      inputs.gyro?.turnRate = 100.0.inRadians
      return 0.09
    case .magnetometerDelay:
      inputs.gyro?.turnRate = 100.0.inRadians
      inputs.gyro?.magnetometerDelayError = 0.02
      return 1
    case .gyroScale:
      inputs.gyro?.unconfirmedTurn = -(200.0.inRadians)
      return 1.3
    case .accelerometerOffset:
      inputs.tilt.offsetVariance = 6.0.inRadians * 6.0.inRadians
      return 6
    case .acceleration:
      inputs.motion?.acceleration = 2.0.inRadians
      inputs.motion?.slope = 3
      return 2.7
    case .turnOnset:
      inputs.motion?.turnRate = 20.0.inRadians
      inputs.motion?.angularAcceleration = 0.1
      return 2
    case .trackingLag:
      inputs.motion?.lag = -(3.0.inRadians)
      return 3
    case .sampleInterval:
      inputs.motion?.sampleInterval = 1
      return 10
    case .tilt:
      // docs/heading.md: 5.7° at 75°.
      inputs.tilt.direction = Vector3(cos(75.0.inRadians), 0, sin(75.0.inRadians))
      return 2.1 * (tan(75.0.inRadians) - 1)
    case .levelCalibration:
      inputs.tilt.levelCalibration = .init(
        inclination: 45.0.inRadians, sineOfTilt: sin(10.0.inRadians))
      return sin(10.0.inRadians).inDegrees
    case .assumedLevel:
      inputs.tilt.assumedLevel = .init(inclinationSpread: 0, inclination: 0)
      return 8 * 8.0.inRadians / 4
    case .calibration:
      (inputs.calibration.error.degrees, inputs.calibration.horizontal) = (1.5, 10)
      return 3
    case .misalignment:
      (inputs.calibration.error.misalignment, inputs.calibration.horizontal) = (2.1, nil)
      return 2.1
    case .staleCalibration:
      inputs.calibration.stale = .init(spread: 0.05, strength: 40, horizontal: 20)
      return (0.68 * 3.0.squareRoot() * 0.05 * 2).inDegrees
    case .warmUp:
      inputs.calibration.isWarmingUp = true
      return 5
    case .hiddenResidual:
      inputs.status.undisturbedResidual = 2.0.inRadians
      return 2.3
    case .turnRate:
      inputs.status.turnRate = -100
      return 1
    case .motionContradiction:
      inputs.gyro?.isBiasImplausible = true
      return 0.68 * 180
    case .magnetometersDisagree, .declination: return nil
    }
  }

  // 45°, and at an inclination of 60° the tangent of that for each degree of it.
  @Test(arguments: [(0.0, 8.8), (60, 78.4)])
  func aDeviceWhoseAccelerometerIsLostIsTilted(inclination: Double, expected: Double) {
    var terms = TiltTerms()
    terms.assumedLevel = .init(
      inclinationSpread: 0, inclination: inclination.inRadians, isTiltLost: true)
    var budget = HeadingErrorBudget()
    terms.add(to: &budget, ErrorBudgetParameters())
    #expect(abs(budget[.assumedLevel] - expected) < 0.05)
  }

  @Test func aFilterThatKnowsEverythingHasNoError() {
    let errors = HeadingErrorBudget(Self.perfect(), ErrorBudgetParameters())
    #expect(errors == HeadingErrorBudget())
  }

  @Test(arguments: HeadingErrorCause.allCases)
  func aTermIsThereWhenItsCauseIs(cause: HeadingErrorCause) throws {
    var inputs = Self.perfect()
    guard let degrees = Self.put(cause, into: &inputs) else { return }
    let errors = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    #expect(abs(errors[cause] - degrees) < 1e-9, "\(errors[cause])")
    // A turn rate is the cause of the gyro's delay too.
    let others = errors.largestFirst.map(\.cause).filter { $0 != cause }
    #expect(others == (cause == .magnetometerDelay ? [.gyroDelay] : []))
  }

  // Turned sensors turn the heading by as much; a magnetometer that is turned by itself, by more where the field is steep.
  @Test func aTurnOfAllSensorsIsTheSameInEveryField() {
    var inputs = Self.perfect()
    (inputs.calibration.error.misalignment, inputs.calibration.horizontal) = (1.35, 10)
    let alone = HeadingErrorBudget(inputs, ErrorBudgetParameters())[.misalignment]
    #expect(abs(alone - 2.7) < 1e-9)
    inputs.calibration.error.isAligned = true
    let aligned = HeadingErrorBudget(inputs, ErrorBudgetParameters())[.misalignment]
    #expect(abs(aligned - 1.35) < 1e-9)
  }

  // 100°/s for 0.05 s are 5°, of which a hand that brakes by 10 rad/s² undoes 0.72°; one of 2°/s stops at once.
  @Test(arguments: [(100.0, 0.0125), (2.0, 2.0.inRadians * 0.05)] as [(Double, Double)])
  func anOldSampleOfTheGyroIsOffByWhatAHandDoesMeanwhile(rate: Double, radians: Double) {
    var inputs = Self.perfect()
    inputs.gyro?.turnRate = rate.inRadians
    let new = HeadingErrorBudget(inputs, ErrorBudgetParameters())[.gyroDelay]
    inputs.gyro?.sampleAge = 0.05
    let old = HeadingErrorBudget(inputs, ErrorBudgetParameters())[.gyroDelay]
    #expect(abs((old * old - new * new).squareRoot() - radians.inDegrees) < 1e-9)
  }

  @Test func aGyroAtRestIsAsGoodBetweenItsSamples() {
    var inputs = Self.perfect()
    inputs.gyro?.sampleAge = 0.1
    #expect(HeadingErrorBudget(inputs, ErrorBudgetParameters())[.gyroDelay] == 0)
  }

  // 8 Hz: a rate of one instant is early or late by up to 62.5 ms, 5.25 ms of which the recordings at 95 Hz have too.
  @Test(arguments: [(false, 0.68 * (0.125 - 0.0105) / 2), (true, 0.0)])
  func aSlowGyroIsLateByPartOfItsInterval(knowsDelay: Bool, seconds: Double) throws {
    var activity = SensorActivity()
    for sample in Int64(0)..<20 {
      _ = activity.noteSample(at: Timestamp(microseconds: 125_000 * sample))
    }
    let newest = try #require(activity.last)
    let terms = GyroTerms(
      biasError: 0, magnetometerDelayError: 0, turnRate: 1, unconfirmedTurn: 0
    ).sampled(activity, knowsDelay: knowsDelay, at: newest.advanced(byMicroseconds: 40_000))
    #expect(abs(terms.unknownDelay - seconds) < 1e-9 && abs(terms.sampleAge - 0.04) < 1e-12)
  }

  // A calibration that leaves 1 µT explains √2.28 µT of two components; of what is beyond, a third one turns north.
  @Test(arguments: [(1.5, 0.0), (3.0, 0.927 * (9 - 2.28).squareRoot() / 20)] as [(Double, Double)])
  func whereOnlyTheFieldConfirmsItsDistanceCounts(microtesla: Double, radians: Double) {
    var inputs = Self.perfect()
    inputs.calibration.error.degrees = (1 / 20.0).inDegrees
    let alone = HeadingErrorBudget(inputs, ErrorBudgetParameters())[.calibration]
    inputs.calibration.unproven = microtesla
    let budget = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    #expect(abs(budget[.calibration] - hypot(alone, radians.inDegrees)) < 1e-9)
  }

  @Test func withoutAGyroTheCovarianceCountsInFull() {
    var inputs = Self.perfect()
    inputs.covariance = .tracked(variance: 3.0.inRadians * 3.0.inRadians)
    let errors = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    #expect(abs(errors[.filterCovariance] - 3) < 1e-9 && errors[.covarianceGrowth] == 0)
  }

  @Test func withoutAGyroStrengthAndInclinationAreTheResidual() {
    var inputs = Self.perfect()
    inputs.field.residual = .strengthAndInclination(strength: 0.03, inclination: 0.04, slope: 0)
    let errors = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    let disturbance = (0.05 * 0.05 - 0.0181 * 0.0181).squareRoot()
    #expect(abs(errors[.fieldResidual] - 0.927 * disturbance.inDegrees) < 1e-9)
    // By √(1 + tan² 60°) = 2.
    inputs.field.residual = .strengthAndInclination(
      strength: 0.03, inclination: 0.04, slope: 3.0.squareRoot())
    let steep = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    #expect(abs(steep[.fieldResidual] - 2 * errors[.fieldResidual]) < 1e-9)
    inputs.field.residual = .strengthAndInclination(strength: 1000, inclination: 0, slope: 20)
    #expect(HeadingErrorBudget(inputs, ErrorBudgetParameters())[.fieldResidual] == unknownNorth)
  }

  // 68 % of vectors with two components of 1.2 % are shorter than 1.81 %.
  @Test(arguments: [(0.0181, 0.0), (0, -0.0181), (-0.0127, 0.0127)])
  func whatACalibrationLeavesOfStrengthAndInclinationIsNoResidual(
    strength: Double, inclination: Double
  ) {
    var inputs = Self.perfect()
    inputs.field.residual = .strengthAndInclination(
      strength: strength, inclination: inclination, slope: 20)
    let errors = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    #expect(errors[.fieldResidual] == 0)
  }

  // 0.68 / √(1 − 0.68²): an even cosine is within 0.68, and the rest of the vector is its sine.
  @Test func theUnseenComponentIsTheQuantileInWhatIsSeen() {
    let unseen = componentQuantile / (1 - componentQuantile * componentQuantile).squareRoot()
    #expect(abs(unseenComponent - unseen) < 5e-4)
  }

  // The axes of a fit are 0.573° from a board's with an MPU-6050 (`InertialTolerancesTests`), and the board is 1° from the
  // device. Of unknown chips neither is known.
  @Test func afterAFitOfAllAxesNamedChipsAndTheMountMakeTheMisalignment() {
    let axes = AxesCalibration(offset: .zero, matrix: .identity)
    func model(isNamed: Bool, mountError: Double) -> InertialModel {
      var tolerances = InertialTolerances.cheapBoard
      tolerances.areOfNamedChips = isNamed
      return InertialModel(
        mount: .identity, mountError: mountError,
        calibration: InertialCalibration(accelerometer: axes, gyro: axes), tolerances: tolerances)
    }
    func misalignment(_ model: InertialModel) -> Double {
      var calibration = Calibration.given
      calibration.grade = .a
      calibration.inertial = model.calibration
      var inputs = Self.perfect()
      inputs.calibration.error = CalibrationHeadingError(calibration, ErrorBudgetParameters())
      inputs.calibration.axesError = model.axesError
      // A weak field: what turns all sensors alike does not depend on it.
      inputs.calibration.horizontal = 5
      return HeadingErrorBudget(inputs, ErrorBudgetParameters())[.misalignment]
    }
    #expect(abs(misalignment(model(isNamed: true, mountError: 0)) - 0.573) < 1e-3)
    #expect(abs(misalignment(model(isNamed: true, mountError: 1)) - hypot(0.573, 1)) < 1e-3)
    #expect(misalignment(model(isNamed: false, mountError: 1)) == 1.35)
  }

  // A fit predicts its degrees for the field in which it was made, at an inclination of 60°; of a level turn `radius` is the
  // horizontal part.
  @Test(arguments: [
    (50.0, false, 25.0, 1.0), (50, false, 12.5, 2), (30, false, 15, 1), (24, true, 24, 1),
    (24, true, 12, 2), (nil, false, 20, 1),
  ])
  func theErrorOfACalibrationHoldsForTheFieldInWhichItWasMade(
    radius: Double?, isLevel: Bool, horizontal: Double, degrees: Double
  ) {
    var calibration = Calibration.given
    (calibration.grade, calibration.error68Degrees) = (.b, 1)
    (calibration.radius, calibration.isLevelOnly) = (radius, isLevel)
    var inputs = Self.perfect()
    inputs.calibration.error = CalibrationHeadingError(calibration, ErrorBudgetParameters())
    inputs.calibration.horizontal = horizontal
    let budget = HeadingErrorBudget(inputs, ErrorBudgetParameters())
    #expect(abs(budget[.calibration] - degrees) < 1e-12)
  }

  // 0.3° by its maker; else what the fit predicted or the grade, and what no fit sees.
  @Test func aCalibrationCountsByItsFitOrItsGrade() {
    func error(_ calibration: Calibration?) -> CalibrationHeadingError {
      CalibrationHeadingError(calibration, ErrorBudgetParameters())
    }
    #expect(error(.given).degrees == 0.3 && error(.given).misalignment == 0)
    // 68 % of what is evenly distributed up to 180°
    #expect(abs(error(nil).degrees - 122.4) < 1e-12 && error(nil).misalignment == 0)
    var calibration = Calibration.given
    calibration.grade = .c
    // Grade C is from 2 to 4°.
    #expect(error(calibration).degrees == 3 && error(calibration).misalignment == 2.1)
    calibration.error68Degrees = 0.8
    #expect(error(calibration).degrees == 0.8)
    calibration.grade = .f
    #expect(error(calibration) == error(nil))
  }

  // The degrees of a grade hold for 20 µT, those of a fit for half of the field in which it was made, and those of a
  // misalignment for 20 µT.
  @Test func whatACalibrationLeavesIsAField() {
    func left(_ calibration: Calibration) -> Double {
      CalibrationHeadingError(calibration, ErrorBudgetParameters()).microtesla
    }
    #expect(abs(left(.given) - 20 * 0.3.inRadians) < 1e-12)
    var calibration = Calibration.given
    calibration.grade = .c
    #expect(abs(left(calibration) - 20 * hypot(3, 2.1).inRadians) < 1e-12)
    (calibration.error68Degrees, calibration.radius) = (1, 50)
    #expect(abs(left(calibration) - hypot(25.0, 20 * 2.1).inRadians) < 1e-12)
    // Sensors that a fit has aligned are turned against the case together.
    let axes = AxesCalibration(offset: .zero, matrix: .identity)
    calibration.inertial = InertialCalibration(accelerometer: axes, gyro: axes)
    #expect(abs(left(calibration) - 25 * 1.0.inRadians) < 1e-12)
  }
}
