import Dial
import Quantities
import Testing
import Wire

struct DaemonWordsTests {
  private let lines = PlainLines(style: Style(environment: [:]))

  private func device(
    _ status: DevicesMessage.Device.Status?,
    _ change: (inout DevicesMessage.Device) -> Void = { _ in }
  ) -> DevicesMessage.Device {
    var device = DevicesMessage.Device(
      bus: "1", address: 0x0D, chip: "QMC5883L", driver: "qmc5883l", evidence: [], note: "a note",
      status: status)
    change(&device)
    return device
  }

  private func text(
    _ devices: [DevicesMessage.Device], buses: [DevicesMessage.Bus] = []
  ) -> String {
    lines.update(
      DevicesMessage(sequence: 0, time: Timestamp(microseconds: 0), buses: buses, devices: devices))
  }

  @Test func theLineOfAMeasurementHasWhatWasMeasured() {
    let raw = RawMessage(
      sequence: 0, time: Timestamp(microseconds: 0), id: 104, angularRate: Vector3(-2.389, 1, 0),
      temperatureCelsius: 31.27)
    #expect(lines.update(raw) == "raw      chip 104: gyro -2.39 1.00 0.00 deg/s, 31.27 deg C")
  }

  @Test func theLineOfAChipGivesItsConditionAndRate() {
    let measuring = device(.measuring) {
      $0.measures = [.mag, .accel]
      $0.primaryFor = [.accel]
      ($0.rateHz, $0.askedRateHz, $0.errors) = (99.64, 100, 2)
    }
    #expect(
      text([measuring])
        == "device   QMC5883L at 0x0D: measures mag (spare), accel 99.6 of 100.0 times a second; "
        + "2 errors, 0 resets")
    #expect(text([device(.starting)]) == "device   QMC5883L at 0x0D: starts; 0 errors, 0 resets")
    let failed = device(.failed) { ($0.fault, $0.resets) = ("it is gone", 3) }
    #expect(
      text([failed])
        == "device   QMC5883L at 0x0D: does not measure: it is gone; 0 errors, 3 resets")
  }

  @Test func unknownChipsBusErrorsAndAnEmptyListHaveLines() {
    let stranger = device(nil) { $0.chip = nil }
    #expect(text([stranger]) == "device   unknown chip at 0x0D: a note")
    #expect(
      text([], buses: [.init(name: "1"), .init(name: "7", error: "there is none")])
        == "device   bus 7: there is none")
    #expect(text([]) == "device   none is found yet")
  }

  // A server's words must not write on the terminal what they like.
  @Test func aServersControlCharactersAreNotPrinted() {
    #expect(!text([device(.failed) { $0.fault = "\u{1B}[2J" }]).contains("\u{1B}"))
  }

  @Test func theDaemonsNumbersAreOneLine() {
    var chip = StatsMessage.Device(bus: "1", address: 0x0D, chip: "QMC5883L")
    chip.rateHz = 99.64
    let silent = StatsMessage.Device(bus: "1", address: 0x68, chip: "MPU-6050")
    let stats = StatsMessage(
      sequence: 0, time: Timestamp(microseconds: 0),
      ticks: .init(count: 60, missed: 1, jitterP50: 14, jitterP99: 210), devices: [chip, silent],
      samplesDropped: 0, clientCount: 2,
      clients: [
        .init(number: 1, queue: 0, dropped: 12), .init(number: 2, queue: 0, dropped: 1),
      ])
    #expect(
      lines.update(stats)
        == "stats    60 ticks, 1 missed, jitter 14 us (99 %: 210 us); QMC5883L 99.6 Hz; "
        + "MPU-6050 silent; 2 clients, 13 lines dropped")
  }
}
