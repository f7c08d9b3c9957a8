import JSON
import Pipeline
import Quantities
import TestSamples
import Testing

@testable import Trace

@Suite struct TraceReaderTests {
  @Test func aNineAxisLineBecomesASampleInItsUnits() throws {
    let reading = try readAll(
      trace(#"{"t":0.0105,"mag":[1,-2.5,3e1],"accel":[0,0.5,9.81],"gyro":[-0.1,0,0.2]}"#))
    let expected = Sample(
      time: Timestamp(microseconds: 10_500),
      magneticField: MagneticField(microtesla: Vector3(1, -2.5, 30)),
      acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0.5, 9.81)),
      angularRate: AngularRate(radiansPerSecond: Vector3(-0.1, 0, 0.2)))
    #expect(reading.items == [TraceItem(input: .sample(expected), line: 2)])
  }

  @Test func aByteOrderMarkBeforeTheHeaderIsSkipped() throws {
    let plain = trace(#"{"t":0.5,"mag":[1,2,3]}"#)
    #expect(try readAll([0xEF, 0xBB, 0xBF] + plain).items == readAll(plain).items)
    #expect(throws: TraceError.self) { try readAll([0xEF, 0xBB] + plain) }
  }

  @Test func aSensorThatDidNotMeasureIsAbsent() throws {
    let sample = try #require(try readAll(trace(#"{"t":1,"accel":[0,0,9.8]}"#)).samples.first)
    #expect(sample.magneticField == nil && sample.angularRate == nil && sample.fix == nil)
  }

  @Test(arguments: [
    ("0", 0), ("1e7", 10_000_000_000_000), ("0.0000005", 1), ("0.0000004", 0),
    ("1.9999996", 2_000_000),
    ("59.9999999", 60_000_000), ("-0.0", 0), ("0.1", 100_000), ("3600.123456", 3_600_123_456),
  ])
  func timeIsRoundedToTheMicrosecond(t: String, microseconds: Int64) throws {
    let reading = try readAll(trace(#"{"t":\#(t),"mag":[1,2,3]}"#))
    #expect(reading.samples.map(\.time.microseconds) == [microseconds])
  }

  @Test func labelsForScoringChangeNothing() throws {
    let plain = trace(#"{"t":0.5,"mag":[1,2,3],"gyro":[0,0,1]}"#)
    let labelled = trace(
      #"{"truth_t":7,"t":0.5,"truth_mag":[9,9,9],"mag":[1,2,3],"truth_fix":{"mode":"x"},"#
        + #""truth_heading":"north","gyro":[0,0,1],"truth_q":[[[]]],"moving":3,"device_q":null}"#)
    let reading = try readAll(labelled)
    #expect(reading.items == (try readAll(plain)).items)
    #expect(reading.skipped.total == 0)
  }

  @Test func linesThatMeasureNothingArePassedOver() throws {
    let reading = try readAll(
      trace(
        #"{"t":1,"event":"sensor_lost","id":2}"#, #"{"t":2,"command":{"do":"calibrate"}}"#,
        #"{"t":3,"clock":"good"}"#, #"{"t":4,"tick":{"late_us":300}}"#,
        #"{"t":5,"truth_heading":3}"#,
        #"{"t":6,"raw":[1,2,3],"chip":"QMC5883L","temperature_c":21.5}"#))
    #expect(reading.items.isEmpty)
    #expect(reading.skipped.total == 0)
    #expect(reading.linesWithoutInput == 6)
  }

  @Test func timeThatRunsBackwardsOrJumpsAYearIsForThePipeline() throws {
    let times = ["5", "4.9", "9999999", "0"]
    let text = Array(
      (["{\"trace\":1}"] + times.map { #"{"t":\#($0),"mag":[1,2,3]}"# }).joined(separator: "\n")
        .utf8)
    let reading = try readAll(text)
    #expect(
      reading.samples.map(\.time.microseconds) == [5_000_000, 4_900_000, 9_999_999_000_000, 0])
    #expect(reading.skipped.total == 0)
  }

  @Test func oneInstantMayHaveOneMeasurementOfEachSensor() throws {
    let reading = try readAll(
      trace(
        #"{"t":1,"mag":[1,2,3]}"#, #"{"t":1,"accel":[0,0,9]}"#, #"{"t":1,"gyro":[0,0,0]}"#,
        #"{"t":1,"fix":{"mode":1}}"#, #"{"t":1,"mag":[1,2,3]}"#, #"{"t":1,"accel":[1,1,1]}"#,
        #"{"t":1,"gyro":[1,1,1],"mag":[0,0,0]}"#, #"{"t":1.0000001,"fix":{"mode":0}}"#,
        #"{"t":1.000001,"mag":[1,2,3]}"#, #"{"t":1,"mag":[4,5,6]}"#))
    #expect(reading.items.map(\.line) == [2, 3, 4, 5, 10, 11])
    #expect(
      reading.skipped.first.map(\.reason) == [
        .duplicateTime(.magneticField), .duplicateTime(.acceleration),
        .duplicateTime(.magneticField), .duplicateTime(.fix),
      ])
    #expect(reading.skipped[.duplicateTime] == 4)
  }

  @Test func aRefusedDuplicateDropsItsWholeLineAndLeavesNoTrace() throws {
    // line 3 is refused for its mag; its gyro must not make line 4 a duplicate
    let reading = try readAll(
      trace(
        #"{"t":1,"mag":[1,2,3]}"#, #"{"t":1,"mag":[1,2,3],"gyro":[0,0,1]}"#,
        #"{"t":1,"gyro":[0,0,2]}"#))
    #expect(reading.items.map(\.line) == [2, 4])
  }

  @Test func aBadLineDropsThatLineOnly() throws {
    let reading = try readAll(
      trace(
        #"{"t":1,"mag":[1,2,3]}"#, "garbage", #"{"t":2,"mag":[1,2,"x"],"accel":[0,0,9]}"#, "",
        #"{"t":3,"mag":[1,2,3]}"#))
    #expect(reading.items.map(\.line) == [2, 6])
    #expect(reading.skipped.total == 3)
    #expect(reading.skipped.first.map(\.number) == [3, 4, 5])
    #expect(reading.lines == 6)
  }

  @Test func linesMayEndLikeWindowsEndsThem() throws {
    let text = "{\"trace\":1}\r\n{\"t\":1,\"mag\":[1,2,3]}\r\n{\"t\":2,\"mag\":[1,2,3]}\r\n"
    let reading = try readAll(Array(text.utf8))
    #expect(reading.items.count == 2)
    #expect(reading.skipped.total == 0)
  }

  @Test func theSizeOfAReadChangesNothing() throws {
    let bytes = trace(
      #"{"t":1,"mag":[1,2,3]}"#, "", "{", #"{"t":2,"accel":[1,2,3]}"#,
      String(repeating: "x", count: 70_000), #"{"t":3,"gyro":[1,2,3]}"#)
    let whole = try readAll(bytes)
    for chunk in [1, 2, 7, 64, 4096, 65_535, 65_536, 65_537] {
      let reading = try readAll(bytes, chunk: chunk)
      #expect(reading.items == whole.items)
      #expect(reading.skipped == whole.skipped)
    }
    #expect(whole.items.map(\.line) == [2, 5, 7])
  }

  @Test func rewindingReadsTheSameAgain() throws {
    let bytes = trace(
      #"{"t":1,"mag":[1,2,3]}"#, "bad", #"{"t":2,"event":"x"}"#, #"{"t":9,"mag":[1,2,3]}"#)
    var reader = try TraceReader(source: MemorySource(bytes), name: "t")
    let first = try readAll(&reader)
    for _ in 0..<3 {
      try reader.rewind()
      let again = try readAll(&reader)
      #expect(again.items == first.items)
      #expect(again.skipped == first.skipped)
      #expect(again.lines == first.lines && again.linesWithoutInput == 1)
    }
    // and from the middle
    try reader.rewind()
    _ = try reader.next()
    try reader.rewind()
    #expect(try readAll(&reader).items == first.items)
  }

  @Test func theEndStaysTheEnd() throws {
    var reader = try TraceReader(source: MemorySource(trace(#"{"t":1,"mag":[1,2,3]}"#)), name: "t")
    _ = try reader.next()
    for _ in 0..<3 { #expect(try reader.next() == nil) }
    #expect(reader.lines == 2)
  }

  // what the pipeline has seen up to a line may not depend on what follows it
  @Test func cuttingATraceChangesNothingBeforeTheCut() throws {
    let lines = (0..<200).map { #"{"t":\#(Double($0) / 100),"mag":[1,2,\#($0)]}"# }
    let whole = try readAll(Array(("{\"trace\":1}\n" + lines.joined(separator: "\n")).utf8)).items
    for count in [0, 1, 17, 199] {
      let head = lines.prefix(count).map { $0 + "\n" }.joined()
      #expect(
        try readAll(Array(("{\"trace\":1}\n" + head).utf8)).items == Array(whole.prefix(count)))
    }
  }
}
