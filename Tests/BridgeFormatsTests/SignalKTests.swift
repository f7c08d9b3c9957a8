import BridgeFormats
import JSON
import Testing
import Wire

/// Signal K specification 1.7: `delta.json`, and the group `navigation` of the keys reference.
@Suite struct SignalKTests {
  private func delta(_ stream: inout SignalKStream, _ reading: Reading?) throws -> JSONValue? {
    guard let line = stream.line(for: reading) else { return nil }
    #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
    let delta = try JSONValue(parsing: line[...])
    expectDelta(delta)
    return delta
  }

  /// The rules of `delta.json` for one update: these members and no others, and their types.
  private func expectDelta(_ delta: JSONValue) {
    #expect(Set(delta.members?.map(\.key) ?? []) == ["context", "updates"])
    #expect(delta["updates"]?.array?.count == 1)
    let update = delta["updates"]?.array?.first
    let allowed: Set = ["source", "timestamp", "values", "meta"]
    let members = Set(update?.members?.map(\.key) ?? ["?"])
    #expect(members.isSubset(of: allowed))
    #expect(update?["source"]?["label"]?.string != nil)
    for list in ["values", "meta"] {
      for entry in update?[list]?.array ?? [] {
        #expect(Set(entry.members?.map(\.key) ?? []) == ["path", "value"])
        #expect(entry["path"]?.string.flatMap(SignalKPath.init(rawValue:)) != nil)
      }
    }
  }

  private func values(_ delta: JSONValue?) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for entry in delta?["updates"]?.array?.first?["values"]?.array ?? [] {
      if let path = entry["path"]?.string, let value = entry["value"] { values[path] = value }
    }
    return values
  }

  @Test func anglesAreRadiansAndTheTimeIsThatOfTheReading() throws {
    var stream = SignalKStream(label: "mast")
    let delta = try #require(try delta(&stream, fullReading()))
    let update = delta["updates"]?.array?.first
    #expect(update?["source"]?["label"]?.string == "mast")
    #expect(update?["timestamp"]?.string == "2026-11-21T05:00:00.123Z")
    let values = values(delta)
    let degree = Double.pi / 180
    func isNear(_ path: String, _ degrees: Double) -> Bool {
      values[path]?.number.map { abs($0 - degrees * degree) < 1e-6 } ?? false
    }
    #expect(isNear("navigation.headingMagnetic", 101.1))
    #expect(isNear("navigation.headingTrue", 94))
    #expect(isNear("navigation.magneticVariation", -7.1))
    #expect(isNear("navigation.rateOfTurn", -0.5))
    let attitude = values["navigation.attitude"]
    #expect(attitude?["roll"]?.number.map { abs($0 + .pi / 2) < 1e-6 } == true)
    #expect(attitude?["pitch"]?.number.map { abs($0 - 14.2 * degree) < 1e-6 } == true)
  }

  @Test func unitsAreInTheFirstDeltaOfAConnection() throws {
    var stream = SignalKStream(label: "qiblad")
    let first = try delta(&stream, fullReading())
    let meta = first?["updates"]?.array?.first?["meta"]?.array ?? []
    #expect(meta.count == SignalKPath.allCases.count)
    #expect(meta.first?["value"]?["units"]?.string == "rad")
    #expect(meta.allSatisfy { $0["value"]?["description"]?.string != nil })
    #expect(try delta(&stream, fullReading())?["updates"]?.array?.first?["meta"] == nil)
    stream.restart()
    #expect(try delta(&stream, fullReading())?["updates"]?.array?.first?["meta"] != nil)
  }

  @Test func withoutDeclinationThereIsNoTrueHeading() throws {
    var stream = SignalKStream(label: "qiblad")
    let values = values(try delta(&stream, fullReading(declination: nil)))
    #expect(
      Set(values.keys) == [
        "navigation.headingMagnetic", "navigation.rateOfTurn", "navigation.attitude",
      ])
  }

  @Test func whatIsNotKnownAnyMoreIsNullOnce() throws {
    for lost in [nil, try fullReading(error: 60, status: .uncertain)] as [Reading?] {
      var stream = SignalKStream(label: "qiblad")
      #expect(try delta(&stream, lost) == nil)
      _ = try delta(&stream, fullReading())
      let values = values(try delta(&stream, lost))
      #expect(values.count == 5 && values.values.allSatisfy { $0 == .null })
      #expect(try delta(&stream, lost) == nil)
    }
  }

  @Test(arguments: awkwardNames)
  func anyLabelComesBack(label: String) throws {
    var stream = SignalKStream(label: label)
    let delta = try delta(&stream, fullReading())
    #expect(delta?["updates"]?.array?.first?["source"]?["label"]?.string == label)
  }

  @Test func anOutlierIsLeftOut() throws {
    var reading = try fullReading()
    reading.turnRateDegreesPerSecond = 1e300
    reading.pitchDegrees = .infinity
    reading.rollDegrees = nil
    var stream = SignalKStream(label: "qiblad")
    #expect(values(try delta(&stream, reading))["navigation.rateOfTurn"] == nil)
  }
}
