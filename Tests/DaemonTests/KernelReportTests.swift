import Foundation
import IIO
import Logging
import Pipeline
import Quantities
import Testing
import Wire

@testable import qiblad

struct KernelReportTests {
  private let queue = InputQueue()
  private let registry = DeviceRegistry()

  /// An MPU-9250 with its magnetometer.
  private func device() throws -> IIODevice {
    var files = ["name": "mpu9250"]
    for prefix in ["in_magn", "in_accel", "in_anglvel"] {
      files["\(prefix)_scale"] = "0.001"
      for axis in ["x", "y", "z"] { files["\(prefix)_\(axis)_raw"] = "" }
    }
    return try #require(
      IIODevice(path: "/nowhere", target: "../../i2c-3/3-0068/iio:device0", files: files))
  }

  private func report(_ device: IIODevice) -> KernelReport {
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    return KernelReport(
      device, source: 512,
      to: .init(queue: queue, registry: registry, logger: logger))
  }

  /// The faults that were put into the queue since the last call, and forgets the rest of it.
  private func reportedFaults() -> [SensorFault?] {
    var faults: [SensorFault?] = []
    while let input = queue.take(within: .zero) {
      if case .sensorFault(512, let fault, _) = input { faults.append(fault) }
    }
    return faults
  }

  private var entry: DevicesMessage.Device? {
    registry.message(0, at: Timestamp(microseconds: 0)).devices.first
  }

  private func sample(_ index: Int) -> Sample {
    var sample = Sample(time: Timestamp(microseconds: Int64(index) * 20_000))
    sample.magneticField = MagneticField(microtesla: Vector3(20, 5, Double(index)))
    return sample
  }

  @Test func aStuckMagnetometerReachesTheReasonsAndTheRestGoesOn() throws {
    let device = try device()
    let report = report(device)
    #expect(entry?.driver == "iio" && entry?.bus == "3" && entry?.address == 0x68)
    #expect(entry?.status == .starting && entry?.note == device.sentence)
    for quantity in IIOQuantity.allCases { report.tell(.found(device, quantity)) }
    #expect(entry?.status == .measuring && entry?.measures == [.mag, .accel, .gyro])
    report.tell(.failed(.faulty(.stuck, .magneticField, path: "/nowhere")))
    #expect(reportedFaults() == [nil, .stuck])
    #expect(entry?.status == .measuring && entry?.measures == [.accel, .gyro])
    #expect(entry?.fault?.contains("repeats one value") == true)
    #expect(registry.statistics[0].faults == [.stuck: 1])
    report.tell(.reset)
    report.tell(.reset)
    #expect(entry?.resets == 2)
    report.tell(.found(device, .magneticField))
    #expect(entry?.resets == 2)
    #expect(reportedFaults() == [nil] && entry?.fault == nil && entry?.measures.count == 3)
  }

  // scripts/run-compass waits for this line: it does not take any sensor for a magnetometer.
  @Test func theLogSaysWhatMeasuresAndMakeRunLooksForThat() throws {
    let device = try device()
    let log = Log()
    let report = KernelReport(
      device, source: 512,
      to: .init(
        queue: queue, registry: registry,
        logger: Logger(label: "test", factory: { _ in log })))
    for quantity in IIOQuantity.allCases { report.tell(.found(device, quantity)) }
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let script = try String(
      contentsOf: root.appending(path: "scripts/run-compass"), encoding: .utf8)
    let looksFor = " measures the magnetic field"
    #expect(script.contains("grep -q '\(looksFor)$'"))
    #expect(log.lines.map { $0.hasSuffix(looksFor) } == [true, false, false])
    #expect(log.lines.first?.contains("mpu9250, I2C bus 3 at 0x68 (/nowhere), measures") == true)
  }

  // docs/hardware/chips.md, "Where the axes lie": those of an RM3100 are open.
  @Test func openAxesAreSaidUnlessTheKernelHasAMountMatrix() throws {
    var files = ["name": "rm3100", "in_magn_scale": "0.001"]
    for axis in ["x", "y", "z"] { files["in_magn_\(axis)_raw"] = "" }
    let log = Log()
    func note(_ files: [String: String]) throws -> String? {
      let device = try #require(IIODevice(path: "/nowhere", files: files))
      let report = KernelReport(
        device, source: 512,
        to: .init(
          queue: queue, registry: registry,
          logger: Logger(label: "test", factory: { _ in log })))
      report.tell(.found(device, .magneticField))
      return entry?.note
    }
    let open = try note(files)
    #expect(open?.hasPrefix("rm3100 measures the magnetic field (/nowhere). ") == true)
    #expect(open?.contains("The directions of its axes are not confirmed (") == true)
    #expect(log.lines.count == 2 && log.lines[1].contains("axes are not confirmed"))
    files["mount_matrix"] = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    #expect(try note(files) == "rm3100 measures the magnetic field (/nowhere).")
    #expect(log.lines.count == 3)
  }

  @Test func anAccelerometersFaultSaysNothingOfTheMagnetometer() throws {
    let device = try device()
    let report = report(device)
    report.tell(.found(device, .acceleration))
    report.tell(.failed(.faulty(.allOnes, .acceleration, path: "/nowhere")))
    #expect(reportedFaults().isEmpty)
    #expect(entry?.status == .failed)  // it measured nothing else
  }

  @Test(arguments: [
    (SensorFault.stuck, Why.sensorStuck), (.allZero, .sensorAllZero), (.allOnes, .sensorAllOnes),
    (.saturated, .sensorSaturated),
  ])
  func eachFaultHasItsReason(fault: SensorFault, why: Why) throws {
    report(try device()).tell(.failed(.faulty(fault, .magneticField, path: "/nowhere")))
    #expect(reportedFaults() == [fault] && Why(fault) == why)
  }

  @Test func itsRateIsThatOfTheFirstQuantityAndALossIsCounted() throws {
    let device = try device()
    let report = report(device)
    report.tell(.found(device, .magneticField))
    for index in 0..<200 {
      report.tell(.sample(sample(index)))
      var force = Sample(time: sample(index).time)
      force.acceleration = Acceleration(metresPerSecondSquared: Vector3(0, 0, 9.8))
      report.tell(.sample(force))
    }
    #expect(abs((entry?.rateHz ?? 0) - 50) < 1)
    #expect(queue.dropped == 401 - 256)  // with the report that it measures
    report.tell(.failed(.system(call: "read", path: "/nowhere", errno: 19)))
    #expect(entry?.status == .failed && entry?.rateHz == nil)
    report.tell(.failed(.missing(name: "mpu9250")))
    #expect(registry.statistics[0].errors == [.gone: 2] && entry?.resets == 0)
    report.tell(.found(device, .magneticField))
    #expect(entry?.status == .measuring)
    report.tell(.sample(sample(300)))
    #expect(registry.statistics[0].samples == 201 && registry.statistics[0].resets == 1)
  }
}
