import Quantities
import Testing

struct InertialTolerancesTests {
  // By hand: √((50² + 50² + 80²)/3) = 61.64 mg; · 9.80665 m/s² = 0.6045. √((35² + 35² + 60²)/3) = 44.91 mg in
  // 45 K = 0.99794 mg/K = 0.0097864 m/s²/K. 20 °/s = 0.34907 rad/s, in 65 K 0.0053702. 3 %/√3 = 1.7321 %.
  @Test func theCheapBoardsAreTheDataSheetsOfTheMPU6050() {
    let (accelerometer, gyro) = (
      InertialTolerances.cheapBoard.accelerometer, InertialTolerances.cheapBoard.gyro
    )
    #expect(abs(accelerometer.offset - 0.6045) < 5e-5)
    #expect(abs(accelerometer.offsetPerKelvin - 0.0097864) < 1e-7)
    #expect(accelerometer.scale == 0.03 && accelerometer.crossAxis == 0.02)
    #expect(abs(gyro.bias - 0.34907) < 5e-6 && abs(gyro.biasPerKelvin - 0.0053702) < 1e-7)
    #expect(abs(gyro.scale - 0.017321) < 5e-7 && gyro.crossAxis == 0.02)
  }

  // 0.4 mg = 0.003923 m/s²; 0.03° = 0.0005236 rad; 0.5 °/s = 0.0087266 rad/s.
  @Test func calibratedSensorsAreFarBetterThanTheCheapBoards() {
    let calibrated = InertialTolerances.calibrated
    #expect(abs(calibrated.accelerometer.offset - 0.003923) < 5e-7)
    #expect(abs(calibrated.accelerometer.crossAxis - 0.0005236) < 5e-8)
    #expect(abs(calibrated.gyro.bias - 0.0087266) < 5e-8)
    #expect(calibrated.accelerometer.scale == 0.0005 && calibrated.gyro.scale == 0.0018)
  }

  @Test func aFigureThatIsNotInTheDataSheetIsTheCheapBoards() {
    let accelerometer = InertialTolerances.Accelerometer(milliG: 10)
    #expect(abs(accelerometer.offset - 0.0980665) < 1e-12)
    #expect(
      accelerometer.scale == InertialTolerances.cheapBoard.accelerometer.scale
        && accelerometer.offsetPerKelvin
          == InertialTolerances.cheapBoard.accelerometer.offsetPerKelvin
    )
    #expect(InertialTolerances.Gyro() == InertialTolerances.cheapBoard.gyro)
  }

  @Test func twoChipsGiveOneEachAndTheCheapBoardWhatIsMissing() {
    let accelerometer = ChipTolerances(accelerometer: .init(milliG: 10), gyro: .calibrated)
    let gyro = ChipTolerances(gyro: .init(degreesPerSecond: 1))
    let both = InertialTolerances(accelerometerOf: accelerometer, gyroOf: gyro)
    #expect(both.accelerometer == .init(milliG: 10) && both.gyro == .init(degreesPerSecond: 1))
    #expect(both.areOfNamedChips)
    #expect(InertialTolerances(accelerometerOf: gyro, gyroOf: nil) == .cheapBoard)
    #expect(!InertialTolerances.cheapBoard.areOfNamedChips)
  }

  // An MPU-6050: 20 °/s in 65 K, so 2.46 °/s in 8 K, beside 1 °/s of each start: 2.66 °/s.
  @Test func aCalibratedBiasChangesWithTheTemperatureAndByNoMoreThanItMayBe() {
    #expect(
      abs(InertialTolerances.cheapBoard.gyro.biasAfterCalibration.inDegrees - 2.657) < 1e-3)
    #expect(InertialTolerances.calibrated.gyro.biasAfterCalibration == 0.5.inRadians)
  }

  // Each axis is turned by 2 % (PS-MPU-6000A-00, 6.1 and 6.2): in common by 2 %/√2, 0.81°; of two such half of the variance.
  @Test func aCalibrationLeavesTheTurnThatTheAxesOfBothSensorsHaveInCommon() {
    let mpu6050 = InertialTolerances.cheapBoard
    #expect(abs(mpu6050.boardAxesError(hasGyro: false).inDegrees - 0.8103) < 1e-3)
    #expect(abs(mpu6050.boardAxesError(hasGyro: true).inDegrees - 0.5730) < 1e-3)
    var exactGyro = mpu6050
    exactGyro.gyro.crossAxis = 0
    #expect(exactGyro.boardAxesError(hasGyro: true) == 0)
    exactGyro.accelerometer.crossAxis = 0
    #expect(exactGyro.boardAxesError(hasGyro: true) == 0)
  }
}
