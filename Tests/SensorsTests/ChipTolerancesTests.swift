import Foundation
import Quantities
import Sensors
import Testing

/// How far accelerometers and gyros may be off.
struct ChipTolerancesTests {
  private static let inertial = Chip.supported.filter(\.kind.hasInertialSensors)
  private static let milliG = 9.80665e-3
  private static let degree = Double.pi / 180

  @Test(arguments: inertial.indices) func eachAccelerometerAndGyroHasPlausibleOnes(
    _ index: Int
  ) throws {
    let chip = Self.inertial[index]
    #expect(chip.accelerometer != nil || chip.gyro != nil)
    if let accelerometer = chip.accelerometer {
      #expect((2...150).contains(accelerometer.offset / Self.milliG))
      #expect((0.01...2).contains(accelerometer.offsetPerKelvin / Self.milliG))
      #expect((0.001...0.1).contains(accelerometer.scale))
      #expect((0.001...0.05).contains(accelerometer.crossAxis))
    }
    if let gyro = chip.gyro {
      #expect((0.1...100).contains(gyro.bias / Self.degree))
      #expect((0.001...1).contains(gyro.biasPerKelvin / Self.degree))
      #expect((0.001...0.1).contains(gyro.scale))
      #expect((0.001...0.05).contains(gyro.crossAxis))
    }
  }

  @Test func onlyTheListedChipsHaveNoAccelerometerOrNoGyro() {
    func names(_ chips: [Chip]) -> Set<String> { Set(chips.map(\.name)) }
    #expect(
      names(Self.inertial.filter { $0.accelerometer == nil })
        == ["L3G4200D", "ITG-3205", "L3GD20", "L3GD20H"])
    #expect(
      names(Self.inertial.filter { $0.gyro == nil })
        == ["LSM303D", "LSM303D or LSM9DS0", "LSM9DS0", "LIS3DH", "ADXL345"])
    let magnetometers = Chip.supported.filter { $0.kind == .magnetometer }
    #expect(magnetometers.allSatisfy { $0.tolerances == ChipTolerances() })
  }

  // DS-000347, tables 1 and 2: 20 mg, 0.15 mg/K, 0.5 %, 1 %; 0.5 °/s, 0.005 °/s/K, 0.5 %, 1.25 %.
  @Test func theICM42688PsAreConverted() throws {
    let accelerometer = try #require(Chip.icm42688P.accelerometer)
    #expect(abs(accelerometer.offset - 0.196133) < 1e-9)
    #expect(abs(accelerometer.offsetPerKelvin - 0.0014709975) < 1e-12)
    #expect(accelerometer.scale == 0.005 && accelerometer.crossAxis == 0.01)
    let gyro = try #require(Chip.icm42688P.gyro)
    #expect(abs(gyro.bias - 0.0087266463) < 1e-10)
    #expect(abs(gyro.biasPerKelvin - 0.000087266463) < 1e-12)
    #expect(gyro.scale == 0.005 && gyro.crossAxis == 0.0125)
  }

  // Table 1: 35, 35, 40 mg: √(4 050/3) = 36.74 mg; 0.4, 0.4, 1.2 mg/K: √(1.76/3) = 0.7659 mg/K; 1 %; 1 %.
  @Test func theADXL345sAreOneFigureForThreeAxes() throws {
    let accelerometer = try #require(Chip.adxl345.accelerometer)
    #expect(abs(accelerometer.offset / Self.milliG - 36.74) < 0.005)
    #expect(abs(accelerometer.offsetPerKelvin / Self.milliG - 0.7659) < 0.00005)
    #expect(accelerometer.scale == 0.01 && accelerometer.crossAxis == 0.01)
  }

  // DS13012, table 2: the sensitivity lies between −2 and 2 %: 2 %/√3 = 1.1547 %.
  @Test func theLimitsOfTheISM330DHCXAreAnEvenDistributions() throws {
    let accelerometer = try #require(Chip.ism330dhcx.accelerometer)
    #expect(abs(accelerometer.scale - 0.011547) < 5e-7)
    #expect(abs(accelerometer.offset - 0.0980665) < 1e-12)
  }

  @Test func theMPU6050sAreTheCheapBoards() {
    #expect(
      Chip.knownTolerances["mpu6050"]
        == ChipTolerances(
          accelerometer: InertialTolerances.cheapBoard.accelerometer,
          gyro: InertialTolerances.cheapBoard.gyro))
    #expect(Chip.knownTolerances["qmc5883l"] == nil)
  }

  @Test func theTableInTheDocumentsIsTheirs() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "docs/hardware/chips.md"), encoding: .utf8)
    let lines = text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "## Tolerances"))
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    #expect(section.filter { $0.hasPrefix("| `") } == Self.inertial.map(Self.row))
  }

  /// A row of the table, in the units of data sheets.
  private static func row(_ chip: Chip) -> String {
    let accelerometer = chip.accelerometer.map {
      [$0.offset / milliG, $0.offsetPerKelvin / milliG, $0.scale * 100, $0.crossAxis * 100]
    }
    let gyro = chip.gyro.map {
      [$0.bias / degree, $0.biasPerKelvin / degree, $0.scale * 100, $0.crossAxis * 100]
    }
    let cells = [accelerometer, gyro].map { values in
      values.map { $0.map(text).joined(separator: "; ") } ?? "–"
    }
    return "| `\(chip.driver)` | \(cells.joined(separator: " | ")) |"
  }

  /// At most two digits, and three from 1 on.
  private static func text(_ value: Double) -> String {
    let size = value >= 10 ? 1.0 : value >= 1 ? 10 : value >= 0.1 ? 100 : 1_000
    let rounded = (value * size).rounded() / size
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
