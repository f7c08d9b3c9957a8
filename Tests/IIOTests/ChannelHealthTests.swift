import Quantities
import Testing

@testable import IIO

/// A device of two quantities whose accelerometer goes on while something is wrong with the magnetometer.
private final class Bench {
  private(set) var told: [String] = []
  private var health = ChannelHealth { _ in }
  private let device: IIODevice
  private var milliseconds = 0
  private(set) var openings = 1
  private(set) var accepted = (field: 0, force: 0)

  init() throws {
    device = try #require(IIODevice(path: "/nowhere/iio:device0", files: FakeSysfs.mpu9250))
    health = ChannelHealth { [unowned self] event in
      switch event {
      case .found(_, let quantity): told.append("\(quantity) measures")
      case .failed(.faulty(let fault, let quantity, _)): told.append("\(quantity) \(fault)")
      case .failed, .sample, .reset: told.append("\(event)")
      }
    }
    health.opened(device)
  }

  /// Reads both for so long, every 10 ms.
  func run(seconds: Int, field: (Double) -> Vector3) {
    for _ in 0..<(seconds * 100) {
      milliseconds += 10
      let time = Timestamp(microseconds: Int64(milliseconds) * 1000)
      let noise = Double(milliseconds / 10 % 7)
      do throws(IIOError) {
        if try health.accepts(field(noise), of: .magneticField, at: time) { accepted.field += 1 }
        if try health.accepts(Vector3(0, noise, 1000), of: .acceleration, at: time) {
          accepted.force += 1
        }
      } catch {
        openings += 1
        health.opened(device)
      }
    }
  }
}

struct ChannelHealthTests {
  @Test func eachQuantityIsToldWhenItIsHeardFirst() throws {
    let bench = try Bench()
    bench.run(seconds: 2) { Vector3(100, $0, 5) }
    #expect(bench.told == ["magneticField measures", "acceleration measures"])
    #expect(bench.accepted == (200, 200) && bench.openings == 1)
  }

  @Test func aFaultIsToldOnceLeftOutAndTriedAgainEverMoreSeldom() throws {
    let bench = try Bench()
    bench.run(seconds: 1) { Vector3(100, $0, 5) }
    bench.run(seconds: 120) { _ in Vector3(7, 8, 9) }
    #expect(bench.told.count == 3 && bench.told.last == "magneticField stuck")
    // After 3 s, and then at least 1, 2, 4, 8, 16, 30, 30 s later.
    #expect((7...9).contains(bench.openings), "\(bench.openings)")
    // The other one is held up only when the device is opened again.
    #expect(bench.accepted.force > 12_000)
    #expect(bench.accepted.field <= 100 + 300)
    bench.run(seconds: 1) { Vector3(100, $0, 5) }
    #expect(bench.told.last == "magneticField measures")
    #expect(bench.accepted.field >= 199)
  }

  @Test func whatIsAlreadyBrokenAtTheStartIsNeverToldToMeasure() throws {
    let bench = try Bench()
    bench.run(seconds: 5) { _ in .zero }
    #expect(bench.told == ["acceleration measures", "magneticField allZero"])
    #expect(bench.accepted.field == 0)
  }
}

struct IIONameTests {
  @Test func twoOfOneNameAreToldApartByTheirPlaces() throws {
    let devices = ["1-001c", "1-001e", "2-001c"].compactMap {
      IIODevice(
        path: "/sys/a", target: "../../devices/i2c/\($0)/iio:device0", files: FakeSysfs.lis3mdl)
    }
    #expect(devices.count == 3 && Set(devices.map(\.identity)).count == 3)
    for device in devices { #expect(devices.filter(device.identity.means) == [device]) }
    #expect(devices.first(where: IIOName("lis3mdl").means) == devices[0])
    #expect(devices.first(where: IIOName("hmc5883l").means) == nil)
  }
}
