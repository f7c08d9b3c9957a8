import Heading
import I2C
import IIO
import Quantities
import Redundancy
import Testing
import Wire

@testable import Sensors
@testable import qiblad

private let bus = BusPlace(index: 0, label: "1")
private let magnetometer = FoundChip(chip: .qmc5883P, address: 0x2C)
private let motion = FoundChip(chip: .mpu6050, address: 0x68)

private func evidence(_ chip: FoundChip?, at address: UInt8, _ value: UInt8) -> Evidence {
  var evidence = Evidence(address: address)
  evidence.chip = chip?.chip.name
  evidence.findings = [.read(register: 0, value: value, asked: chip?.chip.name ?? "?")]
  return evidence
}

private let known = [
  evidence(magnetometer, at: 0x2C, 0x80), evidence(motion, at: 0x68, 0x68),
  evidence(nil, at: 0x3C, 0x43),
]

/// Statistics of a meter that took so many samples and errors.
private func sampling(samples: Int, timeouts: Int = 0) -> SamplingStatistics {
  var meter = SamplingMeter()
  for index in 0..<samples { meter.sampled(at: Timestamp(microseconds: Int64(index) * 10_000)) }
  meter.statistics.counts.errors.timeout = timeouts
  return meter.statistics
}

struct DeviceBoardTests {
  private let registry = DeviceRegistry()

  init() { registry.look(at: bus) }

  /// As a bus's thread does it: the address is the number of the source.
  private func found(_ chips: [FoundChip], _ evidence: [Evidence] = known) {
    registry.note(bus, found: chips, evidence) { SensorSourceID(rawValue: UInt16($0)) }
  }

  private var message: DevicesMessage { registry.message(7, at: Timestamp(microseconds: 5)) }

  @Test func whatIsFoundIsDescribedAndStrangersComeBehind() throws {
    found([magnetometer, motion])
    let message = message
    #expect((message.sequence, message.time) == (7, Timestamp(microseconds: 5)))
    #expect(message.buses == [.init(name: "1")])
    #expect(message.devices.map(\.address) == [0x2C, 0x68, 0x3C])
    let first = try #require(message.devices.first)
    #expect((first.chip, first.driver, first.bus) == ("QMC5883P", "qmc5883p", "1"))
    #expect(first.evidence == ["0x00=0x80"] && first.note.hasPrefix("0x2C is a QMC5883P."))
    #expect(first.status == .starting && first.askedRateHz == 100 && first.rateHz == nil)
    let stranger = try #require(message.devices.last)
    #expect(stranger.chip == nil && stranger.status == nil && stranger.evidence == ["0x00=0x43"])
  }

  @Test func aDeviceMeasuresFailsAndCountsWhatHappened() {
    found([magnetometer])
    registry.change(0x2C) { $0.started() }
    registry.change(0x2C) { $0.measures(.mag) }
    registry.change(0x2C) { $0.sampled(sampling(samples: 150, timeouts: 3)) }
    #expect(message.devices[0].status == .measuring && message.devices[0].measures == [.mag])
    #expect(message.devices[0].rateHz == 100 && message.devices[0].errors == 3)
    registry.change(0x2C) { $0.failed("it is stuck", .stuck) }
    registry.change(0x2C) { $0.failed("it is stuck", .stuck) }
    #expect(message.devices[0].status == .failed && message.devices[0].fault == "it is stuck")
    #expect(message.devices[0].rateHz == nil)
    let statistics = registry.statistics[0]
    #expect(statistics.samples == 150 && statistics.jitterP99 == 0)
    #expect(statistics.errors == [.timeout: 3] && statistics.faults == [.stuck: 2])
  }

  @Test func whoCountsForWhatIsSaidOfThoseThatMeasure() {
    found([magnetometer, motion])
    for source: SensorSourceID in [0x2C, 0x68] { registry.change(source) { $0.started() } }
    registry.change(0x2C) { $0.measures(.mag) }
    for kind in [StateMessage.Sensor.Kind.gyro, .accel] {
      registry.change(0x68) { $0.measures(kind) }
    }
    registry.note(PrimarySources(field: 0x2C, force: 0x68, rate: nil))
    #expect(message.devices[0].primaryFor == [.mag])
    #expect(message.devices[1].primaryFor == [.accel])
    #expect(message.devices[1].measures == [.accel, .gyro])
    registry.change(0x2C) { $0.failed("gone", nil) }
    #expect(message.devices[0].primaryFor.isEmpty)
    #expect(registry.statistics[0].faults.isEmpty)  // not there is nothing wrong with it
  }

  // After 3 s without a chip the bus is asked again, and the sampler counts from 0.
  @Test func whatIsFoundAgainKeepsItsCounts() {
    found([magnetometer, motion])
    registry.change(0x2C) { $0.sampled(sampling(samples: 150, timeouts: 1)) }
    registry.change(0x68) { $0.sampled(sampling(samples: 20)) }
    // The other way round this time.
    found([motion, magnetometer])
    registry.change(0x2C) { $0.sampled(sampling(samples: 10, timeouts: 2)) }
    registry.change(0x68) { $0.sampled(sampling(samples: 5)) }
    #expect(registry.statistics.map(\.chip) == ["QMC5883P", "MPU-6050"])
    #expect(registry.statistics.map(\.samples) == [160, 25])
    #expect(registry.statistics.map(\.resets) == [1, 1])
    #expect(registry.statistics[0].errors == [.timeout: 3])
  }

  @Test func whatComesLaterLeavesTheOthersAsTheyWere() {
    found([magnetometer], [known[0], known[2]])
    registry.change(0x2C) { $0.started() }
    registry.change(0x2C) { $0.sampled(sampling(samples: 150)) }
    found([magnetometer, motion], [known[1]])
    registry.change(0x2C) { $0.sampled(sampling(samples: 250)) }
    #expect(message.devices.map(\.address) == [0x2C, 0x68, 0x3C])
    #expect(message.devices[0].status == .measuring && message.devices[1].status == .starting)
    #expect(registry.statistics.map(\.samples) == [250, 0])
    #expect(registry.statistics.map(\.resets) == [0, 0])
  }

  @Test func anotherChipAtTheSameAddressIsAnotherDevice() {
    found([magnetometer])
    registry.change(0x2C) { $0.sampled(sampling(samples: 150)) }
    found([FoundChip(chip: .qmc5883L, address: 0x2C)], [])
    #expect(message.devices.first?.chip == "QMC5883L" && registry.statistics.map(\.samples) == [0])
  }

  // Plugged in again it may have another number, which its devices then show.
  @Test func aBusThatComesBackUnderAnotherNumberIsTheSame() {
    found([magnetometer])
    registry.change(0x2C) { $0.sampled(sampling(samples: 150)) }
    let moved = BusPlace(index: 0, label: "7 (usb)")
    registry.note(moved, found: [magnetometer], known) { SensorSourceID(rawValue: UInt16($0)) }
    #expect(message.buses == [.init(name: "7 (usb)")])
    #expect(message.devices.map(\.bus) == ["7 (usb)", "7 (usb)"])
    #expect(registry.statistics.map(\.samples) == [150])
    #expect(registry.name(of: 0x2C) == "the QMC5883P at 0x2C on I2C bus 7 (usb)")
  }

  @Test func twoBusesOfOneNameAreToldApart() {
    let buses = [1, 3].map { BusPlace(index: $0, label: "\($0) (Synopsys DesignWare I2C adapter)") }
    for bus in buses {
      registry.note(bus, found: [magnetometer], [known[0]]) {
        SensorSourceID(rawValue: UInt16(bus.index) * 256 + UInt16($0))
      }
    }
    registry.note(buses[1], unavailable: .adapterGone)
    #expect(message.devices.map(\.bus) == buses.map(\.label))
    #expect(message.buses.map { $0.error == nil } == [true, true, false])
  }

  @Test func whereThereIsNoBusItIsSaidUntilOneComes() {
    let registry = DeviceRegistry()
    registry.noteAbsence()
    let absent = registry.message(1, at: Timestamp(microseconds: 5)).buses
    #expect(absent.map(\.name) == ["1"])
    #expect(absent.first?.error?.hasPrefix("there is no I2C bus 1") == true)
    registry.look(at: BusPlace(index: 0, label: "7 (usb)"))
    #expect(registry.message(2, at: Timestamp(microseconds: 5)).buses == [.init(name: "7 (usb)")])
  }

  @Test func aBusSaysWhyItCannotBeUsedUntilItCan() {
    registry.note(bus, unavailable: .noSuchBus(name: "1"))
    #expect(message.buses[0].error?.hasPrefix("there is no I2C bus 1") == true)
    found([], [])
    #expect(message.buses[0].error == nil)
  }
}
