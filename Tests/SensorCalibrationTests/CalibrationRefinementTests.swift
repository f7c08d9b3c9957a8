import Glibc
import Quantities
import Randomness
import SensorCalibration
import Testing

@Suite struct CalibrationRefinementTests {
  private func inForce(_ tumble: Tumble, offset: Vector3 = .zero) -> Calibration {
    Calibration(
      hardIron: tumble.hardIron + offset * tumble.strength, softIron: .identity, grade: .c,
      residual: 0.02, error68Degrees: 4)
  }

  private func proposals(
    _ refinement: inout CalibrationRefinement, _ tumble: Tumble, isUndisturbed: Bool = true
  ) -> [CalibrationReport] {
    zip(tumble.log.fields, tumble.log.rates).compactMap { field, rate in
      let sample = Sample(
        time: field.time, magneticField: MagneticField(microtesla: field.field),
        angularRate: AngularRate(radiansPerSecond: rate.rate))
      let isDue = refinement.take(sample, isUndisturbed: isUndisturbed)
      return isDue ? refinement.proposal() : nil
    }
  }

  @Test func anOffsetThatIsALittleWrongIsPutRight() throws {
    for seed: UInt64 in 81..<86 {
      var random = SeededGenerator(seed: seed)
      let tumble = Tumble(&random, seconds: 70, strain: 0)
      let old = inForce(tumble, offset: Vector3(0.04, -0.05, 0.03))
      var refinement = CalibrationRefinement(old)
      let report = try #require(proposals(&refinement, tumble).last)
      let new = try #require(report.calibration)
      #expect(
        (new.hardIron - tumble.hardIron).length < 0.4 * (old.hardIron - tumble.hardIron).length)
      #expect(try #require(report.error68Degrees) < 4 && report.grade == .c)
      #expect(abs(new.softIron.determinant - 1) < 1e-9)
      // it can be offered, and accepted as the better one
      var procedure = CalibrationProcedure(CalibrationProcedureParameters(), inForce: old)
      let isOffered = procedure.propose(report)
      #expect(isOffered && procedure.progress.status == .candidate)
      #expect(try procedure.accept() == new)
    }
  }

  @Test func whatIsRightAlreadyIsLeftAlone() {
    for seed: UInt64 in 86..<90 {
      var random = SeededGenerator(seed: seed)
      let tumble = Tumble(&random, seconds: 100, strain: 0)
      var refinement = CalibrationRefinement(inForce(tumble))
      #expect(proposals(&refinement, tumble).isEmpty)
    }
  }

  @Test func disturbedOrUnturnedItProposesNothing() {
    var random = SeededGenerator(seed: 91)
    let tumble = Tumble(&random, seconds: 70, strain: 0)
    let old = inForce(tumble, offset: Vector3(0.04, -0.05, 0.03))
    var disturbed = CalibrationRefinement(old)
    #expect(proposals(&disturbed, tumble, isUndisturbed: false).isEmpty)
    var level = tumble
    for index in level.log.fields.indices {
      let turn = Quaternion(rotationVector: Vector3(0, 0, Double(index) * 0.02))
      let field = turn.rotate(Vector3(0.5, 0, 0.87)) * tumble.strength
      level.log.fields[index].field = field + tumble.hardIron
      level.log.rates[index].rate = Vector3(0, 0, -0.4)
    }
    var unturned = CalibrationRefinement(old)
    #expect(proposals(&unturned, level).isEmpty)
  }

  /// A magnet on the device would move the offset by more than the calibration's own error allows.
  @Test func aMagnetDoesNotPoisonIt() {
    for strength in [0.2, 0.3, 1, 3] {
      var random = SeededGenerator(seed: 92)
      let tumble = Tumble(&random, seconds: 100, strain: 0)
      let old = inForce(tumble, offset: Vector3(0.6, -0.48, 0.64) * strength)
      var refinement = CalibrationRefinement(old)
      #expect(proposals(&refinement, tumble).isEmpty)
    }
  }
}
