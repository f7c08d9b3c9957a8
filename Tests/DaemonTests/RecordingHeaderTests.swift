import JSON
import Pipeline
import Qibla
import Quantities
import Session
import Storage
import Testing
import Trace
import Wire

@testable import qiblad

/// The header of a recording gives a replay the settings of the run, whatever the replay's own options are.
@Suite struct RecordingHeaderTests {
  private func place(_ latitude: Double) throws -> Position {
    try Position(
      coordinates: Coordinates(latitude: latitude, longitude: 7.0 / 3), altitudeMetres: 1.0 / 3,
      error68Metres: 20.0 / 3)
  }

  /// Settings of many kinds, each for the reason that its name says.
  private func options() throws -> [String: RunOptions] {
    var all: [String: RunOptions] = ["plain": RunOptions()]
    func add(_ name: String, _ change: (inout RunOptions) throws -> Void) rethrows {
      var options = RunOptions()
      try change(&options)
      all[name] = options
    }
    try add("position") { $0.position = try place(12) }
    try add("both positions") {
      ($0.position, $0.configuredPosition) = (try place(12), try place(13))
    }
    try add("configured") { $0.configuredPosition = try place(13) }
    add("clock") { $0.clockDate = 1_795_237_200_123_457 }
    add("clock that nothing has set") {
      ($0.clockDate, $0.isClockCertain) = (1_795_237_200_123_457, false)
    }
    add("date") { ($0.date, $0.clockDate) = (1_795_237_200_000_000, 1_795_237_200_123_457) }
    try add("declination") { $0.configuredDeclination = try Declination(degrees: 10.0 / 3) }
    try add("target") {
      $0.target = QiblaMessage.Target(name: "Küche", coordinates: try place(1).coordinates)
    }
    add("method") { $0.method = .rhumb }
    add("alignment") {
      ($0.alignment.enterDegrees, $0.alignment.dwell) = (4.5, 1.0 / 3)
      $0.alignment.largestErrorDegrees = 3
    }
    try add("last place") {
      $0.clockDate = 1_795_237_200_123_457
      $0.lastPlace = LastPlace(
        position: try place(3), utcMicroseconds: 1_795_230_000_123_456)
    }
    return all
  }

  private func read(_ header: TraceHeader) throws -> TraceHeader {
    var writer = TraceWriter()
    var bytes: [UInt8] = []
    writer.write(header, to: &bytes)
    return try TraceHeader(parsing: bytes.dropLast())
  }

  @Test func theSettingsComeBackAsTheyWere() throws {
    let start = Timestamp(microseconds: 81_239_000_123)
    var live = TraceHeader()
    live.isLive = true
    for (name, options) in try options() {
      var source = live
      source.initialState = InitialState(utcMicroseconds: options.clockDate)
      source.initialState?.isTimeUncertain = !options.isClockCertain
      source.initialState?.mountErrorDegrees = 1
      var settings = options.settings(for: source)
      let header = RecordingHeader(source: source, settings: settings) { "QMC5883P" }(
        name: "a", start: start, known: KnownInputs())
      let again = RunOptions().settings(for: try read(header))
      // By hand it wins over this one in any case.
      if settings.position != nil { settings.startingPosition = nil }
      if let date = settings.date { settings.assumedDate = date }
      #expect(again == settings, "\(name)")
    }
  }

  // The date at the start of a recording is later than that at the start of the run.
  @Test func aRecordingThatBeginsLaterHasTheDateOfItsBeginning() throws {
    var source = TraceHeader()
    source.initialState = InitialState(utcMicroseconds: 1_795_237_200_000_000)
    var known = KnownInputs()
    known.note(.idle(at: Timestamp(microseconds: 5_000_000)))
    let header = RecordingHeader(source: source, settings: RunOptions().settings(for: source)) {
      nil
    }(name: "a", start: Timestamp(microseconds: 65_000_001), known: known)
    #expect(header.initialState?.utcMicroseconds == 1_795_237_260_000_001)
  }

  // The receiver is lost again; nothing had set the machine's clock.
  @Test func theDateOfAReceiverIsThatOfTheRecording() throws {
    var source = TraceHeader()
    source.initialState = InitialState(utcMicroseconds: 1_795_237_200_000_000)
    source.initialState?.isTimeUncertain = true
    let settings = RunOptions().settings(for: source)
    var known = KnownInputs()
    let fix = Fix(mode: .threeDimensional(try place(5)), utcMicroseconds: 1_795_900_000_000_000)
    known.note(.sample(Sample(time: Timestamp(microseconds: 5_000_000), fix: fix)))
    let header = RecordingHeader(source: source, settings: settings) { nil }(
      name: "a", start: Timestamp(microseconds: 65_000_000), known: known)
    #expect(header.initialState?.utcMicroseconds == 1_795_900_060_000_000)
    #expect(header.initialState?.isTimeUncertain == false)
    #expect(RunOptions().settings(for: try read(header)).isAssumedDateCertain)
  }

  @Test func anOldFixIsThePositionOfAnEarlierTime() throws {
    var known = KnownInputs()
    let time = Timestamp(microseconds: 1_000_000)
    let fix = Fix(mode: .threeDimensional(try place(5)), utcMicroseconds: 1_795_237_200_000_000)
    known.note(.sample(Sample(time: time, fix: fix)))
    let fresh = known.inputs(at: time.advanced(byMicroseconds: 4_000_000))
    #expect(fresh.first?.sample?.fix?.utcMicroseconds == 1_795_237_204_000_000)
    #expect(known.formerPlace(at: time.advanced(byMicroseconds: 4_000_000)) == nil)
    let late = time.advanced(byMicroseconds: 11_000_000)
    #expect(known.inputs(at: late).isEmpty)
    let place = try place(5)
    #expect(known.formerPlace(at: late)?.position == place)
    #expect(known.formerPlace(at: late)?.utcMicroseconds == 1_795_237_200_000_000)
  }

  @Test func theFaultOfEachMagnetometerIsKnown() {
    var known = KnownInputs()
    let time = Timestamp(microseconds: 1)
    let faults: [Input] = [.sensorFault(30, .stuck, at: time), .sensorFault(158, .bus, at: time)]
    for input in faults { known.note(input) }
    #expect(known.inputs(at: time) == faults)
    known.note(.sensorFault(158, nil, at: time))
    #expect(known.inputs(at: time) == [.sensorFault(30, .stuck, at: time)])
  }

  @Test func aLoopForgetsWhatThePassBeforeItSaid() {
    var known = KnownInputs()
    let time = Timestamp(microseconds: 1)
    for input: Input in [
      .sensorFound(104, driver: "mpu6050", at: time), .calibration(30, .given, at: time),
      .calibrating(CalibrationUpdate(status: .ok), at: time), .sensorFault(30, .stuck, at: time),
      .blanking(true, at: time), .setting(.target(.kaaba), at: time),
    ] { known.note(input) }
    #expect(known.inputs(at: time).count == 6)
    known.note(.gap(.loop, at: time, microseconds: nil))
    #expect(known.inputs(at: time) == [.sensorFound(104, driver: "mpu6050", at: time)])
  }
}
