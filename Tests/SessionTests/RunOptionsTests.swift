import Heading
import JSON
import Pipeline
import Qibla
import Quantities
import Sensors
import Session
import Testing
import Trace
import Wire

/// What is said outside of a trace and in it: the nearest to the user wins.
@Suite struct ReplayOptionsTests {
  private func place(_ latitude: Double) throws -> Position {
    try Position(coordinates: try Coordinates(latitude: latitude, longitude: 0))
  }

  @Test func theDeclinationIsTheFirstThatIsSaid() throws {
    var options = RunOptions()
    var header = TraceHeader()
    #expect(options.settings(for: header).declination == nil)
    options.configuredDeclination = try Declination(degrees: 1)
    #expect(options.settings(for: header).declination?.degrees == 1)
    header.initialState = InitialState(declination: try Declination(degrees: 2))
    #expect(options.settings(for: header).declination?.degrees == 2)
    header.declination = try Declination(degrees: 3)
    #expect(options.settings(for: header).declination?.degrees == 3)
    options.declination = try Declination(degrees: 4)
    #expect(options.settings(for: header).declination?.degrees == 4)
  }

  @Test func aDateGivenForThisRunWinsAndTheRecordingsOwnGoesBeforeTheClock() throws {
    var options = RunOptions()
    var header = TraceHeader()
    #expect(options.settings(for: header).assumedDate == nil)
    options.clockDate = 1
    #expect(options.settings(for: header).assumedDate == 1)
    header.initialState = InitialState(utcMicroseconds: 2)
    #expect(options.settings(for: header).assumedDate == 2)
    #expect(options.settings(for: header).date == nil)
    options.date = 3
    #expect(options.settings(for: header).date == 3)
  }

  @Test func onlyAPositionGivenForThisRunWinsOverTheReceivers() throws {
    var options = RunOptions()
    var header = TraceHeader()
    options.configuredPosition = try place(1)
    #expect(options.settings(for: header).startingPosition == (try place(1)))
    header.initialState = InitialState(position: try place(2))
    #expect(options.settings(for: header).startingPosition == (try place(2)))
    #expect(options.settings(for: header).position == nil)
    options.position = try place(3)
    #expect(options.settings(for: header).position == (try place(3)))
  }

  @Test func theCalibrationIsTheOneGivenElseTheRecordedElseWhatTheHeaderClaims() throws {
    func calibration(_ grade: Calibration.Grade) -> Calibration {
      Calibration(hardIron: .zero, softIron: .identity, grade: grade)
    }
    var options = RunOptions()
    var header = TraceHeader()
    #expect(options.settings(for: header).calibration == nil)
    header.isMagnetometerCalibrated = true
    #expect(options.settings(for: header).calibration == .given)
    header.initialState = InitialState(calibration: calibration(.b))
    #expect(options.settings(for: header).calibration?.grade == .b)
    options.calibration = calibration(.a)
    #expect(options.settings(for: header).calibration?.grade == .a)
  }

  @Test func theTolerancesAreThoseOfTheChipsOrOfCalibratedOnesElseTheCheapBoards() throws {
    func tolerances(_ header: TraceHeader) -> InertialTolerances {
      RunOptions().settings(for: header).inertialTolerances
    }
    var header = TraceHeader()
    #expect(tolerances(header) == .cheapBoard)
    header.chips = ChipDrivers(magnetometer: "qmc5883l", inertial: "icm42688p")
    let icm = try #require(Chip.knownTolerances["icm42688p"])
    #expect(tolerances(header) == InertialTolerances(accelerometerOf: icm, gyroOf: icm))
    #expect(tolerances(header) != .cheapBoard && header.chipsComplaint == nil)
    header.chips.gyro = "l3gd20h"
    let gyro = try #require(Chip.knownTolerances["l3gd20h"])
    #expect(tolerances(header) == InertialTolerances(accelerometerOf: icm, gyroOf: gyro))
    header.isInertialCalibrated = true
    #expect(tolerances(header) == .calibrated)
    #expect(RunOptions().settings(for: header).knownTolerances == Chip.knownTolerances)
  }

  @Test func aChipThatNoDriverHasIsToldAndTheCheapBoardsCount() {
    var header = TraceHeader()
    header.chips = ChipDrivers(magnetometer: "no such one", inertial: "qmc5883l", gyro: "lps25h")
    #expect(
      RunOptions().settings(for: header).inertialTolerances == .cheapBoard)
    #expect(
      header.chipsComplaint
        == "chips.imu \"qmc5883l\", chips.gyro \"lps25h\": no known accelerometer "
        + "or gyro; the tolerances of a cheap board are assumed")
    header.isInertialCalibrated = true
    #expect(header.chipsComplaint == nil)
  }

  @Test func mountAndUnitAreTheHeadersAndTheRestIsTheUsers() throws {
    var options = RunOptions()
    options.use = .magnetometer
    options.alignment.enterDegrees = 3
    let target = QiblaMessage.Target(
      name: "home", coordinates: try Coordinates(latitude: 1, longitude: 2))
    options.target = target
    let half = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    let mount = try Mount(magnetometer: half, inertial: .identity)
    let settings = options.settings(for: TraceHeader(mount: mount, magnetometerUnit: "counts"))
    #expect(settings.mount == mount && !settings.isMicrotesla)
    #expect(settings.use == .magnetometer && settings.alignment.enterDegrees == 3)
    #expect(settings.target == target)
  }
}
