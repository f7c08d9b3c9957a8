/// The named boards, by maker.
///
/// A source confirms the orientation of a chip to the other chips or to the arrows. `nil` means
/// that no source confirms it, so that the user must run `qiblactl mount check`. No board of this
/// list was tested.
extension NamedBoard {
  package static let all = adafruit + sparkFun + pimoroni + pololu + waveshare + gy + raspberryPi

  /// Two chips in one package have the package's orientation.
  private static let package = "one package"
  /// These examples use the values of both chips without a rotation.
  private static let adafruitAHRS = "Adafruit_AHRS, examples with LSM6DS and LIS3MDL"

  private static let adafruit = [
    NamedBoard(
      "adafruit-4517", "Adafruit 4517: LSM6DSOX and LIS3MDL",
      parallel: [("lsm6dsox", adafruitAHRS), ("lis3mdl", adafruitAHRS)]),
    NamedBoard(
      "adafruit-4569", "Adafruit 4569: ISM330DHCX and LIS3MDL",
      parallel: [("ism330dhcx", adafruitAHRS), ("lis3mdl", adafruitAHRS)]),
    NamedBoard(
      "adafruit-4485", "Adafruit 4485: LSM6DS33 and LIS3MDL",
      parallel: [("lsm6ds3", adafruitAHRS), ("lis3mdl", adafruitAHRS)]),
    NamedBoard("adafruit-4479", "Adafruit 4479: LIS3MDL", parallel: [("lis3mdl", nil)]),
    NamedBoard("adafruit-4488", "Adafruit 4488: LIS2MDL", parallel: [("lis2mdl", nil)]),
    NamedBoard(
      "adafruit-4413", "Adafruit 4413: LSM303AGR",
      parallel: [("lsm303agr", package), ("lis3dh", package)]),
    // The printed arrows are reported to be wrong: Adafruit_MMC56x3 #4.
    NamedBoard("adafruit-5579", "Adafruit 5579: MMC5603", parallel: [("mmc5603", nil)]),
    NamedBoard(
      "adafruit-6388", "Adafruit 6388: QMC5883P",
      xAxis: "towards the edge that pin 1 is nearest to",
      parallel: [("qmc5883p", nil)]),
    NamedBoard(
      "adafruit-4554", "Adafruit 4554: ICM-20948",
      parallel: [("icm20948", package), ("ak09916", package)]),
    NamedBoard(
      "adafruit-4634", "Adafruit 3387 and 4634: LSM9DS1",
      parallel: [("lsm9ds1", package), ("lsm9ds1mag", package)]),
    NamedBoard("adafruit-2472", "Adafruit 2472 and 4646: BNO055", parallel: [("bno055", package)]),
    NamedBoard("adafruit-4754", "Adafruit 4754: BNO085", parallel: [("bno08x", package)]),
  ]

  private static let sparkFun = [
    NamedBoard(
      "sparkfun-19895", "SparkFun SEN-19895: ISM330DHCX and MMC5983MA",
      parallel: [
        ("ism330dhcx", "richcreations/imud, spec.md"), ("mmc5983ma", "richcreations/imud, spec.md"),
      ]),
    NamedBoard(
      "sparkfun-19034", "SparkFun SPX-19034 and SEN-19921: MMC5983MA",
      parallel: [("mmc5983ma", "SparkFun_MMC5983MA_Arduino_Library, compass example")]),
    NamedBoard(
      "sparkfun-15335", "SparkFun SEN-15335: ICM-20948",
      parallel: [("icm20948", package), ("ak09916", package)]),
    NamedBoard(
      "sparkfun-13944", "SparkFun SEN-13944: LSM9DS1",
      parallel: [("lsm9ds1", package), ("lsm9ds1mag", package)]),
  ]

  private static let pimoroni = [
    NamedBoard(
      "pimoroni-icm20948", "Pimoroni PIM448: ICM-20948",
      parallel: [("icm20948", package), ("ak09916", package)]),
    NamedBoard(
      "pimoroni-lsm303d", "Pimoroni PIM374 and Enviro pHAT: LSM303D",
      parallel: [("lsm303d", package)]),
  ]

  private static let pololu = [
    NamedBoard(
      "minimu-9-v2", "Pololu MinIMU-9 v2: L3GD20 and LSM303DLHC",
      parallel: [
        ("l3gd20", "pololu/minimu-9-ahrs"), ("lsm303dlhc", package), ("lis3dh", package),
      ]),
    NamedBoard(
      "minimu-9-v3", "Pololu MinIMU-9 v3: L3GD20H and LSM303D",
      parallel: [("l3gd20h", "pololu/minimu-9-ahrs"), ("lsm303d", package)]),
    NamedBoard(
      "minimu-9-v5", "Pololu MinIMU-9 v5: LSM6DS33 and LIS3MDL",
      parallel: [("lsm6ds3", "pololu/minimu-9-ahrs"), ("lis3mdl", "pololu/minimu-9-ahrs")]),
    NamedBoard(
      "minimu-9-v6", "Pololu MinIMU-9 v6: LSM6DSO and LIS3MDL",
      parallel: [("lsm6dsox", nil), ("lis3mdl", nil)]),
    NamedBoard("pololu-2737", "Pololu 2737: LIS3MDL", parallel: [("lis3mdl", nil)]),
  ]

  private static let waveshare = [
    NamedBoard(
      "waveshare-sense-hat-b", "Waveshare Sense HAT (B): ICM-20948",
      parallel: [("icm20948", package), ("ak09916", package)]),
    NamedBoard("waveshare-bmm150", "Waveshare BMM150", parallel: [("bmm150", nil)]),
  ]

  /// All chips have the same orientation on the boards GY-80, 81, 85, 86 and 87: MultiWii uses the
  /// same rotation for each kind of chip there, and for boards with one chip.
  private static let multiWii = "MultiWii, def.h"

  private static let gy = [
    // The arrows were drawn for the HMC5883L and are right for the QMC5883L, too.
    NamedBoard(
      "gy-271-l", "GY-271, GY-273 with a QMC5883L or an HMC5883L",
      parallel: [("qmc5883l", "ArduPilot #31874"), ("hmc5883l", "Adafruit_HMC5883_Unified")]),
    // The same board with the part that replaces them.
    NamedBoard(
      "gy-271-p", "GY-271 with a QMC5883P", parallel: [("qmc5883p", nil)]),
    NamedBoard(
      "gy-511", "GY-511: LSM303DLHC", parallel: [("lsm303dlhc", package), ("lis3dh", package)]),
    NamedBoard(
      "gy-80", "GY-80: L3G4200D, ADXL345 and HMC5883L",
      parallel: [("l3g4200d", multiWii), ("adxl345", multiWii), ("hmc5883l", multiWii)]),
    NamedBoard(
      "gy-85", "GY-85: ITG-3205, ADXL345 and HMC5883L",
      parallel: [
        ("itg3205", multiWii), ("adxl345", multiWii), ("hmc5883l", multiWii),
        ("qmc5883l", "ArduPilot #31874"), ("qmc5883p", nil),
      ]),
    NamedBoard(
      "gy-86", "GY-86: MPU-6050 and HMC5883L behind it",
      parallel: [
        ("mpu6050", multiWii), ("hmc5883l", multiWii), ("qmc5883l", "ArduPilot #31874"),
        ("qmc5883p", nil),
      ]),
    NamedBoard(
      "gy-87", "GY-87, HW-290: MPU-6050 and a QMC5883L, QMC5883P or HMC5883L behind it",
      parallel: [
        ("mpu6050", multiWii), ("hmc5883l", multiWii), ("qmc5883l", "ArduPilot #31874"),
        ("qmc5883p", nil),
      ]),
    NamedBoard(
      "gy-89", "GY-89: L3GD20 and LSM303D", parallel: [("l3gd20", nil), ("lsm303d", package)]),
    NamedBoard(
      "gy-521", "GY-521: MPU-6050",
      parallel: [("mpu6050", "MultiWii, def.h"), ("mpu6500", package)]
    ),
    NamedBoard(
      "gy-9250", "GY-91, GY-9250, MPU-92/65: MPU-9250",
      parallel: [("mpu9250", package), ("ak8963", package), ("mpu6500", package)]),
  ]

  private static let raspberryPi = [
    // No source gives the package's orientation on the HAT.
    NamedBoard(
      "sense-hat", "Raspberry Pi Sense HAT v1 and v2: LSM9DS1",
      xAxis: "the accelerometer's x of the LSM9DS1; no arrow is printed",
      parallel: [("lsm9ds1", nil), ("lsm9ds1mag", nil)])
  ]
}
