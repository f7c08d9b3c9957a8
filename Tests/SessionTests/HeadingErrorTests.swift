import Pipeline
import Quantities
import Session
import TestSamples
import Testing
import Trace
import Wire

/// The terms of a heading's error beside the readings that publish their sum.
@Suite struct HeadingErrorTests {
  /// Messages and readings of a trace.
  private func play(
    _ name: String, interval: Int64?, use: SensorUse = .all
  ) throws -> (errors: [HeadingErrorMessage], readings: [Reading]) {
    var reader = try TraceReader(source: MemorySource(try trace(name)), name: name)
    var settings = RunOptions().settings(for: reader.header)
    settings.headingErrorInterval = interval
    settings.use = use
    var session = Session(settings, topics: [.reading])
    var lines: [[UInt8]] = []
    while let item = try reader.next() { _ = session.feed(item.input) { lines.append($0.bytes) } }
    session.finish { lines.append($0.bytes) }
    let readings = try lines.compactMap { line -> Reading? in
      guard case .reading(let reading) = try Message(parsing: line) else { return nil }
      return reading
    }
    return (session.takeHeadingErrors(), readings)
  }

  @Test(arguments: SensorUse.allCases)
  func theTermsOfEachReadingAddUpToItsError(use: SensorUse) throws {
    let (errors, readings) = try play("bundle_ngimu", interval: 0, use: use)
    #expect(errors.count == readings.count && !errors.isEmpty)
    for (message, reading) in zip(errors, readings) {
      #expect(message.sequence == reading.sequence && message.time == reading.time)
      #expect(message.terms.map(\.degrees) == message.terms.map(\.degrees).sorted(by: >))
      guard let published = reading.error68Degrees else {
        #expect(message.terms.isEmpty)
        continue
      }
      func sum(_ combination: HeadingErrorMessage.Term.Combination, _ power: Int) -> Double {
        message.terms.filter { $0.combination == combination }
          .reduce(0) { $0 + (power == 2 ? $1.degrees * $1.degrees : $1.degrees) }
      }
      let filter = sum(.independent, 2).squareRoot() + sum(.linear, 1)
      let whole = min((filter * filter + sum(.outer, 2)).squareRoot(), 180)
      #expect(abs(whole - published) < 0.0051)
      let forStatus = (whole * whole + sum(.statusOnly, 2)).squareRoot()
      #expect(abs(forStatus - (message.statusError68Degrees ?? 0)) < 1e-6)
      if reading.status == .accurate { #expect(forStatus <= 5) }
      if reading.status == .uncertain { #expect(forStatus > 5) }
    }
  }

  @Test func onceASecondAndOnlyWhereItIsAskedFor() throws {
    let (errors, readings) = try play("bundle_ngimu", interval: 1_000_000)
    #expect((10...11).contains(errors.count))
    let gaps = zip(errors, errors.dropFirst()).map { $1.time.microseconds(since: $0.time) }
    #expect(gaps.allSatisfy { (1_000_000...1_016_667).contains($0) })
    let (none, same) = try play("bundle_ngimu", interval: nil)
    #expect(none.isEmpty && same == readings)
  }
}
