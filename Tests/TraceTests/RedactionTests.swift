import JSON
import Pipeline
import Quantities
import Testing
import Wire

@testable import Trace

/// A trace from which positions are taken.
@Suite struct RedactionTests {
  private func position() throws -> Position {
    try Position(coordinates: Coordinates(latitude: 48.8566, longitude: 2.3522))
  }

  @Test func aFixKeepsItsDateAndNothingElse() throws {
    let time = Timestamp(microseconds: 5)
    let motion = Fix.Motion(speedMetresPerSecond: 1, course: Azimuth(degrees: 7))
    let fix = Fix(
      mode: .threeDimensional(try position()), utcMicroseconds: 1_795_237_200_000_000,
      motion: motion)
    let field = MagneticField(microtesla: Vector3(1, 2, 3))
    let sample = Input.sample(Sample(time: time, magneticField: field, fix: fix))
    let left = Fix(mode: .none, utcMicroseconds: 1_795_237_200_000_000)
    #expect(
      sample.withoutPosition == .sample(Sample(time: time, magneticField: field, fix: left)))
    let undated = Fix(mode: .twoDimensional(try position()), utcMicroseconds: nil)
    #expect(Input.sample(Sample(time: time, fix: undated)).withoutPosition == nil)
  }

  @Test func whatTheUserSetIsLeftOutAndAllElseStays() throws {
    let time = Timestamp(microseconds: 5)
    #expect(Input.setting(.position(try position()), at: time).withoutPosition == nil)
    #expect(Input.setting(.target(.kaaba), at: time).withoutPosition == nil)
    let others: [Input] = [
      .setting(.configuration(.rejected), at: time), .setting(.mount(.identity), at: time),
      .idle(at: time), .sensorLost(3, at: time),
      .blanking(true, at: time),
      .gap(.suspend, at: time, microseconds: 7), .sensorFound(3, driver: "mpu6050", at: time),
      .sample(Sample(time: time, magneticField: MagneticField(microtesla: .zero))),
    ]
    for input in others { #expect(input.withoutPosition == input) }
  }

  @Test func aHeaderSaysThatItIsRedacted() throws {
    var header = TraceHeader(declination: try Declination(degrees: 3))
    header.initialState = InitialState(
      position: try position(), declination: try Declination(degrees: 3), utcMicroseconds: 9)
    header.initialState?.isPositionByHand = true
    header.initialState?.lastKnown = .init(position: try position(), utcMicroseconds: nil)
    header.initialState?.target = .kaaba
    var output: [UInt8] = []
    var writer = TraceWriter()
    writer.write(header.withoutPosition.withoutPosition, to: &output)
    let text = String(decoding: output, as: UTF8.self)
    #expect(!text.contains("deg") && !text.contains("Kaaba"), "\(text)")
    #expect(text.hasSuffix(#""redacted":["position"]}"# + "\n"))
    #expect(text.contains(#""initial_state":{"time":"1970-01-01T00:00:00.000009Z"}"#), "\(text)")
  }

  // The times of a recording are those of the daemon's clock again.
  @Test func theStartIsAddedToEveryTime() throws {
    let bytes = Array(
      """
      {"trace":1,"start_us":81239000123}
      {"t":0.5,"mag":[1,2,3]}
      {"t":1e7,"idle":true}

      """.utf8)
    let items = try readAll(bytes).items
    #expect(
      items.map(\.input.time)
        == [81_239_500_123, 10_081_239_000_123].map { Timestamp(microseconds: $0) })
    for bad in ["-1", "0.5", "9e15", "\"x\""] {
      #expect(throws: TraceError.self) {
        try readAll(Array("{\"trace\":1,\"start_us\":\(bad)}\n".utf8))
      }
    }
  }
}
