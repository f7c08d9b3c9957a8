import Doctor
import GPSD
import Quantities
import Testing
import Wire

/// What a running daemon's state says of calibration, position and declination.
@Suite struct StateFindingsTests {
  private func findings(
    _ calibration: StateMessage.Calibration.Status = .ok,
    _ position: StateMessage.Position.Status = .manual, isDeclinationValid: Bool = true,
    _ change: (inout StateMessage) -> Void = { _ in }
  ) -> [Finding] {
    var state = stateMessage(calibration, position, isDeclinationValid: isDeclinationValid)
    change(&state)
    var seen = Observation(daemonSocket: "/run/q/stream.sock")
    seen.daemonState = state
    return Diagnosis(of: seen).findings
  }

  @Test func aDaemonOfAnotherVersionIsAWarning() {
    func found(_ daemon: String?, _ own: String?) -> [Finding] {
      var seen = Observation(daemonSocket: "/run/q/stream.sock")
      (seen.daemonVersion, seen.ownVersion) = (daemon, own)
      return Diagnosis(of: seen).findings.filter { $0.check == .daemon && $0.grade == .warning }
    }
    #expect(found("0.1.0", "0.1.0").isEmpty && found(nil, "0.1.0").isEmpty)
    let other = found("0.1.0", "0.2.0")
    #expect(other.count == 1 && "\(other)".contains("version 0.1.0"))
    #expect("\(other)".contains("systemctl restart qiblad"))
  }

  @Test func aCalibrationInUseIsNamedWithGradeProfileAndAge() throws {
    let found = findings {
      $0.calibration.grade = "A"
      $0.calibration.profile = "boat"
      $0.calibration.ageSeconds = 12 * 86_400 + 5
    }
    let calibration = try #require(found.first { $0.check == .calibration })
    #expect(
      "\(calibration)"
        == "ok       calibration: the calibration in use has grade A (profile \"boat\") and is 12 days old"
    )
  }

  @Test(arguments: [
    (StateMessage.Calibration.Status.none, "qiblactl calibrate"),
    (.collecting, "qiblactl calibrate"), (.stale, "qiblactl calibrate"),
    (.rejected, "qiblactl calibrate"), (.candidate, "qiblactl calibrate accept"),
  ])
  func aMissingOrBadCalibrationIsAWarningWithTheCommand(
    status: StateMessage.Calibration.Status, remedy: String
  ) throws {
    let calibration = try #require(findings(status).first { $0.check == .calibration })
    #expect(calibration.grade == .warning && calibration.remedy == remedy)
  }

  @Test func withoutAPositionThereIsNoTrueHeading() throws {
    let found = findings(.ok, .none, isDeclinationValid: false)
    let position = try #require(found.first { $0.check == .position })
    #expect(position.grade == .fault)
    #expect(position.remedy?.hasPrefix("qiblactl position set") == true)
    #expect(!found.contains { $0.check == .declination }, "it follows from the position")
  }

  @Test func anAssumedPositionIsAWarning() {
    #expect(findings(.ok, .assumed).first { $0.check == .position }?.grade == .warning)
  }

  /// The daemon's field has one inclination as it is measured and another one by the model, degrees.
  private func positions(
    measured: Double?, expected: Double?, _ status: StateMessage.Position.Status = .manual,
    _ interference: StateMessage.Interference.Status = .undisturbed, why: WhySet = []
  ) -> [Finding] {
    func field(_ inclination: Double?) -> FieldMessage.Field {
      FieldMessage.Field(strength: 48, inclinationDegrees: inclination, horizontal: nil)
    }
    var seen = Observation(daemonSocket: "/run/q/stream.sock")
    seen.daemonState = stateMessage(.ok, status)
    seen.daemonState?.why = why
    seen.daemonField = FieldMessage(
      sequence: 0, time: Timestamp(microseconds: 0), status: interference,
      reference: field(measured), expected: field(expected))
    return Diagnosis(of: seen).findings.about(.position)
  }

  // docs/why-is-it-wrong.md: 67° in London. As far south of the equator the field points upwards.
  @Test func aPositionOfTheOtherHemisphereIsAWarningWithTheCommand() throws {
    let found = positions(measured: 67, expected: -60)
    #expect(found.map(\.grade) == [.ok, .warning])
    #expect(
      found.last?.text
        == "the field points 67° below the horizontal, and 60° above the horizontal at this position"
    )
    #expect(found.last?.remedy?.contains("qiblactl position set LAT,LON; north and east") == true)
  }

  // docs/heading.md: a building bends the field by 17.5°.
  @Test func aFieldThatABuildingCanBendSoIsNoOtherPlace() {
    #expect(positions(measured: 67, expected: 49.5).count == 1)
    #expect(positions(measured: 67, expected: 49.4).count == 2)
    #expect(positions(measured: nil, expected: 49.4).count == 1)
    #expect(positions(measured: 67, expected: nil).count == 1)
  }

  // A receiver mistypes nothing; a disturbed or uncalibrated field is not the Earth's.
  @Test func onlyAPositionThatWasGivenAndAFieldThatCountsAreCompared() {
    #expect(positions(measured: 67, expected: -60, .fix3D).count == 1)
    #expect(positions(measured: 67, expected: -60, .manual, .disturbed).count == 1)
    #expect(positions(measured: 67, expected: -60, why: [.uncalibrated]).count == 1)
    #expect(positions(measured: 67, expected: -60, .assumed).count == 2)
  }

  @Test func aDeclinationThatIsMissingDespiteAPositionPointsToTheDate() throws {
    let found = try #require(
      findings(isDeclinationValid: false) { $0.why = [.noTime, .noDeclination] }
        .first { $0.check == .declination })
    #expect(found.grade == .fault && found.remedy?.contains("timedatectl") == true)
  }

  // Both have a date.
  @Test func aDeclinationThatNoDateCanGiveDoesNotPointToTheDate() throws {
    let cases: [(WhySet, String)] = [
      ([.weakHorizontalField, .noDeclination], "too near a magnetic pole"),
      ([.noDeclination], "its error is too large"),
    ]
    for (why, cause) in cases {
      let found = try #require(
        findings(isDeclinationValid: false) { $0.why = why }.first { $0.check == .declination })
      #expect(found.grade == .fault && found.text.hasSuffix(cause))
      #expect(found.remedy?.contains("timedatectl") == false)
    }
  }

  // A device goes on for years without a network: the heading is true, its error grows slowly and is in the bar.
  @Test func aMagneticModelThatHasExpiredIsAWarning() throws {
    let found = try #require(
      findings { $0.declination = .init(model: "WMM2025", valid: false, error68Degrees: 0.6) }
        .first { $0.check == .declination })
    #expect(found.grade == .warning && found.remedy?.contains("WMM.COF") == true)
  }

  @Test func aPositionOfTheDaemonMakesAMissingReceiverAWarning() throws {
    for (status, grade) in [
      (StateMessage.Position.Status.manual, Finding.Grade.warning), (.none, .fault),
    ] {
      var seen = Observation(
        daemonSocket: "/run/q/stream.sock", gpsd: GPSDObservation(status: .noReceiver))
      seen.daemonState = stateMessage(.ok, status)
      #expect(Diagnosis(of: seen).findings.about(.gpsd).first?.grade == grade)
    }
  }

  @Test func aDateThatCannotBeRightIsReported() throws {
    var seen = Observation()
    seen.machine.isDatePlausible = false
    let clock = try #require(Diagnosis(of: seen).findings.about(.clock).first)
    #expect(clock.grade == .warning && clock.remedy?.contains("timedatectl") == true)
  }

  @Test func aServiceThatDoesNotRunIsReportedWithTheCommandThatStartsIt() {
    var seen = Observation()
    #expect(Diagnosis(of: seen).findings.about(.daemon).isEmpty, "a board without the package")
    seen.machine.hasService = true
    let found = Diagnosis(of: seen).findings.about(.daemon)
    #expect(found.map(\.grade) == [.warning])
    #expect(found.first?.remedy?.hasPrefix("sudo systemctl enable --now qiblad") == true)
  }
}
