import Foundation
import Quantities
import Testing

@testable import SensorCalibration

/// The field of London, 2026: 48.8 µT, 66.5° (WMM2025).
private let strength = 48.8
private let inclination = 66.5

@Suite struct CalibrationConfirmationTests {
  private func calibration(
    strength: Double? = strength, inclination: Double? = inclination,
    grade: Calibration.Grade = .a, isLevelOnly: Bool = false
  ) -> Calibration {
    Calibration(
      hardIron: .zero, softIron: .identity, grade: grade, radius: strength,
      inclination: inclination?.inRadians, isLevelOnly: isLevelOnly)
  }

  private func field(strength: Double = strength, inclination: Double = inclination) -> Vector3 {
    let angle = inclination.inRadians
    return Vector3(strength * cos(angle), 0, strength * sin(angle))
  }

  private final class Clock {
    var seconds = 0.0
  }

  private let clock = Clock()

  /// A tenth of a second after the one before.
  ///
  /// - Parameter turn: degrees.
  private func observation(
    _ field: Vector3, turn: Double = 0, about axis: Vector3 = Vector3(0, 0, 1),
    knowsDown: Bool = true, isUndisturbed: Bool = true, hasSettled: Bool = true
  ) -> CalibrationConfirmation.Observation {
    clock.seconds += 0.1
    return .init(
      time: Timestamp(microseconds: Int64(clock.seconds * 1e6)), reference: field,
      attitude: Quaternion(rotationVector: axis * turn.inRadians),
      knowsDown: knowsDown, isUndisturbed: isUndisturbed, hasSettled: hasSettled)
  }

  /// Rests for more than a second.
  private func hold(
    _ confirmation: inout CalibrationConfirmation, _ field: Vector3, turn: Double,
    about axis: Vector3 = Vector3(0, 0, 1), knowsDown: Bool = true
  ) {
    for _ in 0..<12 {
      confirmation.take(observation(field, turn: turn, about: axis, knowsDown: knowsDown))
    }
  }

  @Test func theFieldOfTheCalibrationConfirmsItWhenTheFilterHasSettled() {
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field(), hasSettled: false))
    #expect(!confirmation.isConfirmed)
    confirmation.take(observation(field()))
    #expect(confirmation.isConfirmed && confirmation.isOpen)
  }

  // A sensitivity that changes by −0.3 %/K (HMC5883L) is 4.5 % off after 15 K.
  @Test(
    arguments: [
      (48.8 * 0.955, 66.5, true), (48.8 * 1.06, 66.5, false), (48.8, 69, true), (48.8, 70, false),
      (33, 10, false),
    ])
  func anotherFieldDoesNot(strength: Double, inclination: Double, confirms: Bool) {
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field(strength: strength, inclination: inclination)))
    #expect(confirmation.isConfirmed == confirms)
  }

  @Test(
    arguments: [
      Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0.6, 0, -0.8),
    ])
  func aQuarterTurnInWhichTheFieldStaysTheSameDoes(axis: Vector3) {
    var confirmation = CalibrationConfirmation(calibration(strength: nil, inclination: nil))
    for angle in stride(from: 0.0, through: 89, by: 1) {
      confirmation.take(observation(field(), turn: angle, about: axis))
      #expect(!confirmation.isConfirmed)
    }
    confirmation.take(observation(field(), turn: 91, about: axis))
    #expect(!confirmation.isConfirmed, "a disturbance may not have been found yet")
    hold(&confirmation, field(), turn: 91, about: axis)
    #expect(confirmation.isConfirmed && !confirmation.isOpen)
    // From then on a disturbance is one.
    confirmation.take(observation(field(strength: 70), turn: 120, isUndisturbed: false))
    #expect(confirmation.isConfirmed)
  }

  // A field that is 3 % stronger is 3 % of its strength away; one that is 2° steeper, 0.035 of it.
  @Test(arguments: [(48.8, 66.5, 0.0), (48.8 * 1.03, 66.5, 0.03), (48.8, 68.5, 2.0.inRadians)])
  func theDistanceOfTheFieldCountsUntilAQuarterTurn(
    strength: Double, inclination: Double, distance: Double
  ) {
    var confirmation = CalibrationConfirmation(calibration())
    #expect(confirmation.unprovenDistance == 0)
    let field = field(strength: strength, inclination: inclination)
    confirmation.take(observation(field))
    #expect(confirmation.isConfirmed)
    #expect(abs(confirmation.unprovenDistance - distance) < 1e-3)
    hold(&confirmation, field, turn: 45)
    hold(&confirmation, field, turn: 91)
    #expect(confirmation.isConfirmed && confirmation.unprovenDistance == 0)
  }

  @Test func aLostAttitudeProvesNothingOfTheDistance() {
    var confirmation = CalibrationConfirmation(calibration())
    let field = field(strength: strength * 1.03)
    confirmation.take(observation(field))
    confirmation.loseAttitude()
    confirmation.take(observation(field))
    #expect(confirmation.isConfirmed && abs(confirmation.unprovenDistance - 0.03) < 1e-3)
  }

  @Test func turnsToAndFroAreNoQuarterTurn() {
    var confirmation = CalibrationConfirmation(calibration(strength: nil))
    for time in 0..<1000 {
      confirmation.take(observation(field(), turn: 40 * sin(Double(time) / 10)))
    }
    #expect(!confirmation.isConfirmed)
  }

  @Test func aDisturbanceInATurnEndsTheAgreementAndTheTurnBeginsAnew() {
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field()))
    confirmation.take(observation(field(strength: 60), turn: 30, isUndisturbed: false))
    #expect(!confirmation.isConfirmed)
    // Back where it agreed it fits as before, which shows nothing.
    for turn in [0.0, 20, 60, 89] { confirmation.take(observation(field(), turn: turn)) }
    #expect(!confirmation.isConfirmed)
    hold(&confirmation, field(), turn: 91)
    #expect(confirmation.isConfirmed)
  }

  @Test func aMagnetThatPassesADeviceAtRestDoesNotEndTheAgreement() {
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field()))
    confirmation.take(observation(field(strength: 60), turn: 2, isUndisturbed: false))
    confirmation.take(observation(field(), turn: 3))
    #expect(confirmation.isConfirmed)
  }

  // 20 K of −0.3 %/K, as in a day on a roof.
  @Test func temperatureDoesNotEndTheAgreementOfADeviceAtRest() {
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field()))
    confirmation.take(observation(field(strength: strength * 0.94)))
    #expect(confirmation.isConfirmed)
    confirmation.take(observation(field(strength: strength * 0.94), turn: 15))
    #expect(!confirmation.isConfirmed)
  }

  @Test func withoutATiltSensorTheStrengthDecides() {
    for (strength, confirms) in [(strength, true), (60, false)] {
      var confirmation = CalibrationConfirmation(calibration(inclination: nil))
      confirmation.take(observation(Vector3(strength, 0, 0), knowsDown: false))
      #expect(confirmation.isConfirmed == confirms)
    }
    // With one the inclination has to be known.
    var confirmation = CalibrationConfirmation(calibration(inclination: nil))
    confirmation.take(observation(field()))
    #expect(!confirmation.isConfirmed)
  }

  @Test func noCalibrationAndOneByTheMakerHaveNothingToConfirm() {
    #expect(CalibrationConfirmation(nil).isConfirmed)
    #expect(CalibrationConfirmation(.given).isConfirmed)
    // That of a level turn has no strength of the whole field.
    var level = CalibrationConfirmation(calibration(grade: .d, isLevelOnly: true))
    level.take(observation(field()))
    #expect(!level.isConfirmed)
  }

  /// The field of Jakarta, 2026 (WMM2025): 44.6 µT, −31.6°.
  private let jakarta = (strength: 44.6, inclination: -31.6)

  @Test func theFieldInWhichATurnConfirmedItConfirmsItAtTheNextStart() throws {
    let there = field(strength: jakarta.strength, inclination: jakarta.inclination)
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(there))
    #expect(!confirmation.isConfirmed && confirmation.newField == nil)
    hold(&confirmation, there, turn: 91)
    let kept = try #require(confirmation.newField)
    #expect(abs(kept.strength - jakarta.strength) < 1e-9)
    #expect(abs(try #require(kept.inclination).inDegrees - jakarta.inclination) < 1e-9)

    var moved = calibration()
    moved.confirmedField = kept
    for (field, confirms) in [(there, true), (field(), true), (field(strength: 60), false)] {
      var next = CalibrationConfirmation(moved)
      next.take(observation(field))
      #expect(next.isConfirmed == confirms)
      hold(&next, field, turn: 91)
      // What the calibration has already is not kept again.
      #expect((next.newField == nil) == confirms)
    }
  }

  @Test func aLevelTurnHasNoFieldThatConfirmsIt() {
    var level = calibration(grade: .d, isLevelOnly: true)
    level.confirmedField = CalibrationField(strength: strength, inclination: inclination.inRadians)
    var confirmation = CalibrationConfirmation(level)
    confirmation.take(observation(field()))
    #expect(!confirmation.isConfirmed)
  }

  @Test func withoutATiltSensorAStrengthIsKept() {
    var confirmation = CalibrationConfirmation(calibration())
    for turn in [0.0, 91] {
      hold(&confirmation, Vector3(33, 0, 0), turn: turn, knowsDown: false)
    }
    #expect(confirmation.newField == CalibrationField(strength: 33, inclination: nil))
  }

  // As after a suspend in which the device was turned and a wrong calibration's field with it.
  @Test func aTurnThatTheFilterDidNotSeeConfirmsNothing() {
    let wrong = field(strength: 60)
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(wrong))
    confirmation.loseAttitude()
    hold(&confirmation, wrong, turn: 100)
    #expect(!confirmation.isConfirmed && confirmation.newField == nil)
    hold(&confirmation, wrong, turn: 189)
    #expect(!confirmation.isConfirmed)
    hold(&confirmation, wrong, turn: 191)
    #expect(confirmation.isConfirmed)
  }

  @Test func afterALostAttitudeTheFieldHasToAgreeAgain() {
    for (strength, confirms) in [(strength, true), (60, false)] {
      var confirmation = CalibrationConfirmation(calibration())
      confirmation.take(observation(field()))
      confirmation.loseAttitude()
      #expect(!confirmation.isConfirmed)
      confirmation.take(observation(field(strength: strength)))
      #expect(confirmation.isConfirmed == confirms)
    }
  }

  // A steady field is taken for that of the place after a minute, and north and the attitude jump.
  @Test func theFieldOfAMagnetThatIsTakenForThatOfThePlaceIsNoTurn() {
    let magnet = field(strength: 60, inclination: 40)
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field()))
    confirmation.take(observation(field(), turn: 1, isUndisturbed: false))
    hold(&confirmation, magnet, turn: 120)
    #expect(!confirmation.isConfirmed && confirmation.newField == nil)
    hold(&confirmation, magnet, turn: 155)
    #expect(!confirmation.isConfirmed && confirmation.newField == nil)
  }

  @Test func aDisturbanceAtTheStartOfADeviceAtRestIsWaitedFor() {
    for (turn, confirms) in [(2.0, true), (30.0, false)] {
      var confirmation = CalibrationConfirmation(calibration())
      confirmation.take(observation(field(strength: 60), isUndisturbed: false))
      confirmation.take(observation(field(strength: 60), turn: turn, isUndisturbed: false))
      #expect(!confirmation.isConfirmed)
      confirmation.take(observation(field(), turn: turn))
      #expect(confirmation.isConfirmed == confirms)
    }
  }

  @Test func afterALostMagnetometerItsFieldShowsWhetherItIsTheSame() {
    let place = field(strength: 33, inclination: 10)
    for (there, confirms) in [(place, true), (field(strength: 60), false)] {
      var confirmation = CalibrationConfirmation(calibration())
      for turn in [0.0, 91] { hold(&confirmation, place, turn: turn) }
      #expect(confirmation.isConfirmed)
      confirmation.loseMagnetometer()
      confirmation.loseAttitude()
      #expect(!confirmation.isConfirmed)
      confirmation.take(observation(there, turn: 91))
      #expect(confirmation.isConfirmed == confirms)
    }
    var given = CalibrationConfirmation(.given)
    given.loseMagnetometer()
    given.loseAttitude()
    #expect(given.isConfirmed)
  }

  // As while the magnetometer is lost: the gyro goes on.
  @Test func aTurnWithoutFieldsConfirmsNothing() {
    let wrong = field(strength: 60)
    var confirmation = CalibrationConfirmation(calibration())
    hold(&confirmation, wrong, turn: 0)
    clock.seconds += 10
    hold(&confirmation, wrong, turn: 100)
    #expect(!confirmation.isConfirmed && confirmation.newField == nil)
  }

  // A filter without a gyro follows it within a minute, and finds no disturbance.
  @Test func aSlowTurnInWhichTheFieldChangesConfirmsNothing() {
    var confirmation = CalibrationConfirmation(calibration())
    for step in 0...100 {
      let turned = field(strength: 60 * (1 + 0.11 * Double(step) / 100))
      hold(&confirmation, turned, turn: Double(step))
      #expect(!confirmation.isConfirmed)
    }
  }

  // As a telephone beside a device that wakes up.
  @Test func aFieldThatOnlyDifferedIsComparedAgain() {
    var paused = CalibrationConfirmation(calibration())
    paused.take(observation(field(strength: 60)))
    paused.loseAttitude()
    paused.take(observation(field()))
    #expect(paused.isConfirmed)

    var resting = CalibrationConfirmation(calibration())
    resting.take(observation(field(strength: 60)))
    #expect(!resting.isConfirmed)
    resting.take(observation(field(strength: 60), isUndisturbed: false))
    resting.take(observation(field()))
    #expect(resting.isConfirmed)
  }

  // 20 K of −0.3 %/K, and then a suspend.
  @Test func theFieldThatAgreedIsKnownAfterABreak() {
    var confirmation = CalibrationConfirmation(calibration())
    confirmation.take(observation(field()))
    confirmation.take(observation(field(strength: strength * 0.94)))
    confirmation.loseAttitude()
    confirmation.take(observation(field(strength: strength * 0.94)))
    #expect(confirmation.isConfirmed)
  }
}
