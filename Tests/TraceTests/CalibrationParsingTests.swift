import JSON
import Quantities
import Randomness
import Testing

@testable import Trace

@Suite struct CalibrationParsingTests {
  private static let full = Calibration(
    hardIron: Vector3(12.5, -301.25, 0.125),
    softIron: Matrix3(Vector3(1.1, 0.02, 0), Vector3(0.02, 0.9, -0.01), Vector3(0, -0.01, 1.01)),
    grade: .b, residual: 0.0145, error68Degrees: 0.75, radius: 47.5,
    inclination: 66.5.inRadians, misalignment: Quaternion(w: 0.6, x: 0, y: 0.8, z: 0))

  private func text(_ calibration: Calibration) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(.object(calibration.members))
    return writer.bytes
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let read = try Calibration(parsing: text(Self.full))
    #expect(read.hardIron == Self.full.hardIron && read.softIron == Self.full.softIron)
    #expect(read.grade == .b && read.error68Degrees == 0.75 && read.radius == 47.5)
    #expect(abs((read.residual ?? 0) - 0.0145) < 1e-12)
    #expect(abs((read.inclination ?? 0).inDegrees - 66.5) < 1e-12)
    #expect(abs(read.misalignment.w - 0.6) < 1e-12 && abs(read.misalignment.y - 0.8) < 1e-12)
  }

  @Test func aTextAndItsObjectAreTheSameCalibration() throws {
    let object = JSONValue.object(Self.full.members)
    #expect(try Calibration(object) == Calibration(parsing: text(Self.full)))
    #expect(throws: TraceHeaderError.self) { try Calibration(JSONValue.array([object])) }
  }

  // A file has no number that is not finite: the object alone would be taken.
  @Test(arguments: [Double.nan, .infinity])
  func whatNoFileCanHoldIsNotWritten(number: Double) throws {
    var calibration = Self.full
    #expect(calibration.asWritten != nil)
    calibration.hardIron.x = number
    #expect(calibration.asWritten == nil)
  }

  @Test func theFieldThatATurnConfirmedItInIsReadBack() throws {
    for inclination in [(-31.6).inRadians, nil] {
      var confirmed = Self.full
      confirmed.confirmedField = CalibrationField(strength: 44.6, inclination: inclination)
      let read = try #require(try Calibration(parsing: text(confirmed)).confirmedField)
      #expect(read.strength == 44.6 && (read.inclination == nil) == (inclination == nil))
      #expect(abs((read.inclination ?? 0) - (inclination ?? 0)) < 1e-12)
    }
    #expect(try Calibration(parsing: text(Self.full)).confirmedField == nil)
  }

  // Taken for good it would make an error bar that nobody has measured.
  @Test func aCalibrationWithoutAGradeIsRefused() {
    let text = #"{"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}"#
    #expect(throws: TraceHeaderError.self) { try Calibration(parsing: Array(text.utf8)) }
  }

  @Test func oneOfALevelTurnStaysOne() throws {
    var level = Self.full
    level.isLevelOnly = true
    #expect(try Calibration(parsing: text(level)).isLevelOnly)
    #expect(try !Calibration(parsing: text(Self.full)).isLevelOnly)
  }

  private static let inertial = InertialCalibration(
    accelerometer: AxesCalibration(
      offset: Vector3(0.4, -0.3, 0.25),
      matrix: Matrix3(Vector3(1.02, 0.01, 0), Vector3(0.01, 0.98, 0), Vector3(0, 0, 1)),
      offsetSigma: Vector3(0.01, 0.02, 0.03),
      matrixSigma: Matrix3.identity * 0.002),
    gyro: AxesCalibration(
      offset: Vector3(0.1, 0, -0.2),
      matrix: Matrix3(Vector3(1, 0.02, -0.01), Vector3(0, 0.97, 0), Vector3(0.015, 0, 1.03)),
      offsetSigma: Vector3(0.001, 0.001, 0.001), matrixSigma: Matrix3.identity * 0.0005,
      forceSensitivity: Matrix3.identity * (1e-3 / 3)))

  @Test func accelerometerAndGyroAreReadBack() throws {
    var full = Self.full
    full.inertial = Self.inertial
    let read = try #require(try Calibration(parsing: text(full)).inertial)
    #expect(read.accelerometer == Self.inertial.accelerometer)
    let (gyro, expected) = (try #require(read.gyro), try #require(Self.inertial.gyro))
    #expect(gyro.matrix == expected.matrix && gyro.matrixSigma == expected.matrixSigma)
    #expect(gyro.forceSensitivity == expected.forceSensitivity)
    #expect((gyro.offset - expected.offset).length < 1e-12)
    #expect((gyro.offsetSigma - expected.offsetSigma).length < 1e-12)
    full.inertial?.gyro = nil
    #expect(try Calibration(parsing: text(full)).inertial?.gyro == nil)
    #expect(try Calibration(parsing: text(Self.full)).inertial == nil)
  }

  @Test(arguments: [
    #""accelerometer":{"offset_mps2":[0,0,0]}"#,
    #""accelerometer":{"offset_mps2":[0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}"#,
    #""accelerometer":{"offset_mps2":[0,0,11],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"#
      + #""offset_sigma_mps2":[0,0,0],"matrix_sigma":[[0,0,0],[0,0,0],[0,0,0]]}"#,
    #""gyro":{"bias_dps":[0,0,0],"matrix":[[0,1,0],[-1,0,0],[0,0,1]],"#
      + #""bias_sigma_dps":[0,0,0],"matrix_sigma":[[0,0,0],[0,0,0],[0,0,0]]}"#,
    #""gyro":{"bias_dps":[0,0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"#
      + #""bias_sigma_dps":[0,-1,0],"matrix_sigma":[[0,0,0],[0,0,0],[0,0,0]]}"#,
    #""gyro":{"bias_dps":[0,0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"#
      + #""bias_sigma_dps":[0,0,0],"matrix_sigma":[[0,0,0],[0,0,0],[0,0,0]],"#
      + #""force_sensitivity":[[0.02,0,0],[0,0,0],[0,0,0]]}"#,
    #""gyro":7"#,
  ])
  func wrongInertialMembersAreRefused(member: String) {
    let text = #"{"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"A",\#(member)}"#
    #expect(throws: TraceHeaderError.self) { try Calibration(parsing: Array(text.utf8)) }
  }

  @Test func whatIsNotKnownIsAbsent() throws {
    let least = #"{"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"given"}"#
    let read = try Calibration(parsing: Array(least.utf8))
    #expect(
      read == Calibration(hardIron: Vector3(1, 2, 3), softIron: .identity, grade: .given))
    #expect(Calibration.given.members.map(\.key) == ["offset_ut", "matrix", "grade"])
  }

  // Earlier versions wrote the magnetometer's delay, which no filter read.
  @Test(arguments: ["0.0391", "-0.0125", "\"late\""])
  func theDelayInAFileOfAnEarlierVersionIsIgnored(delay: String) throws {
    let text = """
      {"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"A","radius_ut":47.5,\
      "magnetometer_delay_s":\(delay),"misalignment":[0.6,0,0.8,0]}
      """
    let read = try Calibration(parsing: Array(text.utf8))
    #expect(read.hardIron == Vector3(1, 2, 3) && read.radius == 47.5)
    #expect(abs(read.misalignment.y - 0.8) < 1e-12)
    #expect(!read.members.contains { $0.key == "magnetometer_delay_s" })
  }

  @Test(arguments: [
    (#""residual_percent":-1"#, "residual_percent"),
    (#""heading_error68_deg":181"#, "heading_error68_deg"),
    (#""radius_ut":"strong""#, "radius_ut"),
    (#""inclination_deg":91"#, "inclination_deg"),
    (#""confirmed_ut":-1"#, "confirmed_ut"),
    (#""confirmed_ut":48,"confirmed_inclination_deg":"steep""#, "confirmed_inclination_deg"),
    (#""misalignment":[1,0,0]"#, "misalignment"),
    (#""misalignment":[1,0.5,0,0]"#, "misalignment"),
    (#""misalignment":[1,0,0,"a"]"#, "misalignment"),
  ])
  func aBadMemberIsNamed(member: String, key: String) {
    let text = #"{"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"A",\#(member)}"#
    do throws(TraceHeaderError) {
      _ = try Calibration(parsing: Array(text.utf8))
      Issue.record("\(member) was taken")
    } catch {
      guard case .badValue(key, _, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func mutatedFilesAreCalibrationsOrNamedErrors() {
    var random = SeededGenerator(seed: 51)
    var taken = 0
    for _ in 0..<4_000 {
      var bytes = text(Self.full)
      for _ in 0...random.next() % 3 {
        let index = Int(random.next() % UInt64(bytes.count))
        bytes[index] = random.element(of: Array("0123456789.-e,[]{}\":xé\u{0}".utf8))
      }
      do throws(TraceHeaderError) {
        let read = try Calibration(parsing: bytes)
        taken += 1
        #expect(read.hardIron.isFinite && read.softIron.determinant > 0)
        let q = read.misalignment
        #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-9)
        #expect((read.radius ?? 1).isFinite && (0...180).contains(read.error68Degrees ?? 0))
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
    #expect(taken > 200 && taken < 4_000)
  }
}
