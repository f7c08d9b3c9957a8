import JSON
import Quantities
import Randomness
import Testing

@testable import Wire

/// The messages that tell of the running daemon itself: `devices` and `stats`.
struct DaemonMessageTests {
  private static let rounds = 500

  @Test func anyDevicesComeBackAsTheyWere() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<Self.rounds {
      let devices = generator.devices()
      #expect(try Message(parsing: devices.line) == .devices(devices))
    }
  }

  @Test func anyStatsComeBackAsTheyWere() throws {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<Self.rounds {
      let stats = generator.stats()
      #expect(try Message(parsing: stats.line) == .stats(stats))
    }
  }

  @Test func unknownValuesAreAbsentAndNeverNull() {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<Self.rounds {
      for line in [generator.devices().line, generator.stats().line] {
        #expect(!String(decoding: line, as: UTF8.self).contains("null"))
      }
    }
  }

  // More than any machine has; a kernel's name for an adapter has 48 bytes.
  @Test func noLineIsLongerThanTheLimit() throws {
    let text = String(repeating: "\u{1}", count: 100)  // six bytes each
    let device = DevicesMessage.Device(
      bus: text, address: 0x2C, chip: text, driver: text, evidence: [text], note: text,
      status: .failed, fault: text)
    let devices = DevicesMessage(
      sequence: 1, time: .zero, buses: [], devices: Array(repeating: device, count: 100))
    #expect(devices.line.count <= Limits.lineBytes)
    guard case .devices(let read) = try Message(parsing: devices.line) else {
      Issue.record("not devices")
      return
    }
    #expect(read.devices.count > 2 && read.devices.allSatisfy { $0 == device })
    let stats = StatsMessage(
      sequence: 1, time: .zero, ticks: .init(count: 60, missed: 0),
      devices: Array(repeating: .init(bus: text, address: 1, chip: text), count: 100),
      samplesDropped: 0, clientCount: 1024,
      clients: Array(repeating: .init(number: 1024, queue: 70, dropped: 1 << 40), count: 32))
    #expect(stats.line.count <= Limits.lineBytes)
  }

  @Test func anUnknownChipHasNoStatusAndNoCounts() throws {
    let stranger = DevicesMessage.Device(
      bus: "1", address: 0x3C, chip: nil, driver: nil, evidence: ["0x00=0x43"], note: "?")
    let message = DevicesMessage(sequence: 0, time: .zero, buses: [], devices: [stranger])
    let object = try JSONValue(parsing: message.line[...])
    let names = object["devices"]?.array?.first?.members?.map(\.key)
    #expect(names == ["bus", "address", "evidence", "note"])
  }

  @Test func unknownWordsOfANewerServerAreIgnored() throws {
    let line = #"""
      {"type":"devices","seq":0,"t_us":0,"devices":[{"note":"a","status":"asleep","measures":["mag","pressure"]}]}
      """#
    guard case .devices(let devices) = try Message(parsing: Array(line.utf8)) else {
      Issue.record("not devices")
      return
    }
    #expect(devices.devices.first?.status == nil)
    #expect(devices.devices.first?.measures == [.mag])
  }

  @Test func aSmallChangeOfRateIsNoChangeOfTheMessage() throws {
    var generator = SeededGenerator(seed: 24)
    var device = DevicesMessage.Device(
      bus: "1", address: 0x0D, chip: "QMC5883L", driver: "qmc5883l", evidence: [], note: "",
      status: .measuring)
    device.rateHz = 100
    let first = DevicesMessage(sequence: 0, time: .zero, buses: [], devices: [device])
    #expect(!first.isNews(since: first))
    for rate in [95.1, 99, 104.9] {
      var other = first
      (other.sequence, other.time) = (7, generator.time())
      other.devices[0].rateHz = rate
      #expect(!other.isNews(since: first), "\(rate)")
    }
    for change: (inout DevicesMessage) -> Void in [
      { $0.devices[0].rateHz = 94 }, { $0.devices[0].rateHz = nil },
      { $0.devices[0].status = .failed }, { $0.devices[0].resets = 1 },
      { $0.devices[0].status = .starting }, { $0.devices[0].errors = 1 },
      { $0.devices[0].primaryFor = [.mag] }, { $0.devices = [] }, { $0.devices.append(device) },
      { $0.buses = [.init(name: "2")] },
    ] {
      var other = first
      change(&other)
      #expect(other.isNews(since: first))
    }
  }
}

extension SeededGenerator {
  private mutating func text() -> String {
    element(of: ["1", "bcm2835 (i2c@7e804000)", "a \"quoted\"\n\u{1}name\\", ""])
  }

  private mutating func count() -> Int { Int(next() % 1_000_000) }

  private mutating func kinds() -> [StateMessage.Sensor.Kind] {
    StateMessage.Sensor.Kind.allCases.filter { _ in Bool.random(using: &self) }
  }

  fileprivate mutating func devices() -> DevicesMessage {
    DevicesMessage(
      sequence: next() % 1_000_000, time: time(),
      buses: (0..<Int(next() % 3)).map { _ in
        .init(name: text(), error: maybe { $0.text() })
      },
      devices: (0..<Int(next() % 4)).map { _ in device() })
  }

  private mutating func device() -> DevicesMessage.Device {
    var device = DevicesMessage.Device(
      bus: maybe { $0.text() }, address: maybe { UInt8($0.next() % 128) },
      chip: maybe { $0.text() }, driver: maybe { $0.text() },
      evidence: (0..<Int(next() % 3)).map { _ in text() }, note: text(),
      status: maybe { $0.element(of: DevicesMessage.Device.Status.allCases) })
    guard device.status != nil else { return device }
    device.fault = maybe { $0.text() }
    (device.measures, device.primaryFor) = (kinds(), kinds())
    device.askedRateHz = maybe { $0.rounded(0...2000, decimals: 1) }
    device.rateHz = maybe { $0.rounded(0...2000, decimals: 1) }
    (device.errors, device.resets) = (count(), count())
    return device
  }

  private mutating func counts<Kind: CaseIterable & Hashable>(of _: Kind.Type) -> [Kind: Int] {
    var counts: [Kind: Int] = [:]
    for kind in Kind.allCases where Bool.random(using: &self) { counts[kind] = count() + 1 }
    return counts
  }

  fileprivate mutating func stats() -> StatsMessage {
    var message = StatsMessage(
      sequence: next() % 1_000_000, time: time(),
      ticks: .init(
        count: count(), missed: count(), jitterP50: maybe { Int64($0.count()) },
        jitterP99: maybe { Int64($0.count()) }),
      devices: (0..<Int(next() % 4)).map { _ in
        var device = StatsMessage.Device(
          bus: maybe { $0.text() }, address: maybe { UInt8($0.next() % 128) }, chip: text())
        device.rateHz = maybe { $0.rounded(0...2000, decimals: 1) }
        device.jitterP50 = maybe { Int64($0.count()) }
        device.jitterP99 = maybe { Int64($0.count()) }
        device.samples = count()
        device.errors = counts(of: StatsMessage.TransferError.self)
        device.faults = counts(of: SensorFault.self)
        (device.resets, device.overflows) = (count(), count())
        return device
      },
      samplesDropped: count(), clientCount: count(),
      clients: (0..<Int(next() % 4)).map { _ in
        .init(number: count(), queue: count(), dropped: count())
      })
    message.gpsd = maybe {
      .init(
        lines: $0.count(), linesRefused: $0.count(),
        stuckSeconds: $0.maybe { $0.rounded(0...1e6, decimals: 1) })
    }
    return message
  }
}

extension FullMessages {
  @Sendable static func devices() -> [UInt8] {
    var device = DevicesMessage.Device(
      bus: "1", address: 1, chip: "a", driver: "b", evidence: ["c"], note: "d", status: .failed,
      fault: "e")
    (device.askedRateHz, device.rateHz) = (1, 1)
    return DevicesMessage(
      sequence: 1, time: .zero, buses: [.init(name: "1", error: "f")], devices: [device]
    ).line
  }

  @Sendable static func stats() -> [UInt8] {
    var device = StatsMessage.Device(bus: "1", address: 1, chip: "a")
    (device.rateHz, device.jitterP50, device.jitterP99) = (1, 1, 1)
    var message = StatsMessage(
      sequence: 1, time: .zero,
      ticks: .init(count: 1, missed: 1, jitterP50: 1, jitterP99: 1), devices: [device],
      samplesDropped: 1, clientCount: 1, clients: [.init(number: 1, queue: 1, dropped: 1)])
    message.gpsd = .init(lines: 1, linesRefused: 1, stuckSeconds: 10)
    return message.line
  }
}
