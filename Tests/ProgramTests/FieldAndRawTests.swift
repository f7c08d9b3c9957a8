import JSON
import TestFiles
import Testing

/// When the topics `field` and `raw` are sent, and when not; through the socket.
@Suite(.timeLimit(.minutes(5))) struct FieldAndRawTests {
  @Test func fieldFollowsTheReadingOfItsTick() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--position", "51.5074,-0.1278"])
    let client = try daemon.client()
    try client.watch(["reading", "field"])
    let lines = try await client.lines("fields") { $0.count { $0.type == "field" } > 20 }
    let readings = Set(lines.filter { $0.type == "reading" }.compactMap { $0.number("t_us") })
    var fields = 0
    for (before, line) in zip(lines, lines.dropFirst()) where line.type == "field" {
      // A client that is late may miss the reading, and then no line has the field's tick.
      guard let tick = line.number("t_us"), readings.contains(tick) else { continue }
      #expect(before.type == "reading" && before.number("t_us") == tick, "\(line)")
      fields += 1
    }
    #expect(fields > 10)
  }

  @Test func fieldAndRawAreOfADaemonAndNotOfTheCommandReplay() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop"] + IdentityTests.london)
    let client = try daemon.client()
    try client.watch(["field", "raw"])
    _ = try await client.lines("a field and a raw message") { lines in
      lines.contains { $0.type == "field" } && lines.contains { $0.type == "raw" }
    }
    for topic in ["field", "raw"] {
      let command = try Program("qiblactl", ["replay", Recordings.bundle, "--topics", topic])
      #expect(try await command.ended() == 64)
      #expect(command.output.isEmpty && command.errors.contains(topic), "\(command.errors)")
    }
  }

  // One sample in ten has it, as of a chip whose thermometer is read more seldom: it is not left out with the samples between.
  @Test func rawHasTheTemperatureOfTheChip() async throws {
    let directory = try TemporaryDirectory()
    var lines = Recordings.still(seconds: 20)
    for index in stride(from: 10, to: lines.count, by: 10) {
      lines[index] = lines[index].dropLast() + #","temperature_c":31.274}"#
    }
    let daemon = try await RunningDaemon.start(
      ["--replay", directory.file("trace.jsonl", lines.text), "--loop"] + IdentityTests.london)
    let client = try daemon.client()
    try client.watch(["raw"])
    let raw = try await client.lines("measurements with a temperature") { lines in
      lines.count { $0.number("temperature_c") != nil } > 10
    }.filter { $0.type == "raw" }
    #expect(raw.allSatisfy { [nil, 31.27].contains($0.number("temperature_c")) })
    let share = Double(raw.count { $0.number("temperature_c") != nil }) / Double(raw.count)
    #expect(share > 0.05 && share < 0.3, "\(share)")
  }

  @Test func withoutAWatcherOneRawMessageASecondIsKeptToGet() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let client = try daemon.client()
    // The quantities of a message, and when it was measured.
    func messages(_ lines: [Line]) -> [(quantities: Set<String>, time: Double, sequence: Double)] {
      lines.compactMap { line in
        guard let message = line["message"], let time = message["t_us"]?.number,
          let sequence = message["seq"]?.number
        else { return nil }
        let quantities = ["mag_ut", "accel_mps2", "gyro_dps"].filter { message[$0] != nil }
        return (Set(quantities), time, sequence)
      }
    }
    let lines = try await client.lines("messages of four seconds") { lines in
      guard (try? client.send(#"{"do":"get","topic":"raw"}"# + "\n")) != nil else { return false }
      let times = messages(lines).map(\.time)
      return (times.last ?? 0) - (times.first ?? 0) > 4e6
    }
    let got = messages(lines)
    let kinds = Dictionary(grouping: got, by: \.quantities)
    for (quantities, messages) in kinds {
      let times = Set(messages.map(\.time)).sorted()
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1e6 }, "\(quantities)")
    }
    // As many as there are combinations of quantities, each second; at 60 Hz there would be hundreds.
    let first = try #require(got.first)
    let last = try #require(got.last)
    let seconds = (last.time - first.time) / 1e6
    #expect(last.sequence - first.sequence <= 3 * (seconds + 1), "\(first) to \(last)")
  }
}
