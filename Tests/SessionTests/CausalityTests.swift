import Pipeline
import Quantities
import Randomness
import Session
import Simulation
import TestSamples
import Testing
import Trace
import Wire

/// Nothing that comes later changes what was said: the output of a cut trace is the beginning of the
/// output of the whole, byte for byte.
///
/// `scripts/check-causality` does the same to whole recordings with the released program.
@Suite struct CausalityTests {
  /// Cuts after 20 random lines and compares; the cuts are at the lines themselves.
  private func expectCausal(_ trace: [UInt8], _ options: RunOptions, seed: UInt64) throws {
    let whole = try Replayed(trace, options).bytes
    let lines = trace.split(separator: UInt8(ascii: "\n"))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let cut = Int.random(in: 2...lines.count, using: &generator)
      let part = try Replayed(Array(lines[..<cut].joined(separator: [UInt8(ascii: "\n")])), options)
      #expect(isBeginning(part.bytes, of: whole), "cut after line \(cut)")
      try expectUpToTheCut(part, lines[cut - 1], line: cut)
    }
  }

  /// A cut output that stopped early would be a beginning too: it must reach the last tick.
  private func expectUpToTheCut(
    _ part: Replayed, _ last: ArraySlice<UInt8>, line: Int
  ) throws {
    let header = Array(#"{"trace":1}"#.utf8) + [UInt8(ascii: "\n")]
    var reader = try TraceReader(source: MemorySource(header + last), name: "line")
    let sample = try #require(try reader.nextSample())
    guard sample.hasMeasurement else { return }  // a fix alone settles no tick
    let time = sample.time
    let told = try part.lastReading()
    #expect(
      time >= told && time.microseconds(since: told) < 16_668,
      "cut after line \(line): \(told.microseconds) µs told at \(time.microseconds)")
  }

  @Test(arguments: GoldenCase.all)
  func everyTraceOfThisPackageIsCausal(golden: GoldenCase) throws {
    try expectCausal(try trace(golden.name), try golden.options(), seed: 1)
  }

  @Test(arguments: SensorUse.allCases)
  func whateverSensorsAreUsed(use: SensorUse) throws {
    var options = try london()
    options.use = use
    try expectCausal(try trace("bundle_ngimu"), options, seed: 2)
  }

  @Test(arguments: [(UInt64(1), 100.0, 2), (2, 95.238, 1), (3, 13, 3), (4, 400, 8)])
  func simulatedTracesOfEveryRateAreCausal(seed: UInt64, rate: Double, perField: Int) throws {
    var model = SensorModel()
    (model.inertialRateHz, model.inertialPerField) = (rate, perField)
    let bytes = try simulatedTrace(seed: seed, samples: 300, model: model)
    try expectCausal(bytes, RunOptions(), seed: seed)
  }

  @Test func aCutAmidALineIsACutBeforeIt() throws {
    let bytes = try trace("fix_gap_backwards")
    let whole = try Replayed(bytes).bytes
    let firstLine = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<40 {
      let cut = Int.random(in: (firstLine + 1)..<bytes.count, using: &generator)
      #expect(isBeginning(try Replayed(Array(bytes[..<cut])).bytes, of: whole), "\(cut) bytes")
    }
  }

  // A session is a value: a copy of it that is finished is the trace cut there. So one replay does
  // for 20 cuts. The first 500 lines, to be quick; the script takes the whole.
  @Test(
    .enabled(if: !Recordings.names.isEmpty, "no recordings in ../shared/data/traces"),
    arguments: Recordings.names)
  func recordingsByOthersAreCausal(name: String) throws {
    var reader = try TraceReader(path: "\(Recordings.folder)/\(name)")
    var session = Session(try london().settings(for: reader.header))
    var generator = SeededGenerator(seed: 5)
    let cuts = Set((0..<20).map { _ in Int.random(in: 1..<500, using: &generator) })
    var whole: [UInt8] = []
    var parts: [[UInt8]] = []
    for line in 1...500 {
      guard let item = try reader.next() else { break }
      _ = session.feed(item.input) { whole += $0.bytes }
      guard cuts.contains(line) else { continue }
      var cut = session
      var part = whole
      cut.finish { part += $0.bytes }
      parts.append(part)
    }
    session.finish { whole += $0.bytes }
    #expect(parts.count > 3 && !whole.isEmpty)
    #expect(parts.allSatisfy { isBeginning($0, of: whole) })
  }

  @Test func aCopyOfASessionThatIsFinishedIsTheTraceCutThere() throws {
    let bytes = try trace("bundle_ngimu")
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var reader = try TraceReader(source: MemorySource(bytes), name: "trace")
    var session = Session(try london().settings(for: reader.header))
    var output: [UInt8] = []
    for line in 2...200 {
      guard let item = try reader.next() else { break }
      _ = session.feed(item.input) { output += $0.bytes }
      guard line % 40 == 0 else { continue }
      var cut = session
      var finished = output
      cut.finish { finished += $0.bytes }
      let part = Array(lines[..<line].joined(separator: [UInt8(ascii: "\n")]))
      #expect(try Replayed(part, try london()).bytes == finished)
    }
  }
}
