import Foundation
import Glibc
import JSON
import TestFiles
import Testing

/// `qiblactl fit`, and `replay` with what it prints.
@Suite(.timeLimit(.minutes(5))) struct FitCommandTests {
  /// A device with 120 µT of its own that is turned through every direction in 40 s, in 47 µT.
  private static func tumble(unit: String = "uT", isHalf: Bool = false) -> [String] {
    let header = #"{"trace":1,"name":"tumble","units":{"mag":"\#(unit)"}}"#
    return [header]
      + (0..<800).map { index in
        let part = (Double(index) + 0.5) / 800
        let z = isHalf ? 1 - part * 0.6 : 1 - 2 * part
        let (level, turn) = ((1 - z * z).squareRoot(), 2.399963 * Double(index))
        let noise = Double((index * 7919) % 101 - 50) / 50 * 0.004
        let r = 47 * (1 + noise)
        let field = [
          1.1 * r * level * cos(turn) + 120, r * level * sin(turn) - 60, 0.9 * r * z + 9,
        ]
        let text = field.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: ",")
        return #"{"t":\#(Double(index) * 0.05),"mag":[\#(text)]}"#
      }
  }

  private func write(_ lines: [String], to path: String) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func aFitIsPrintedWrittenAndAcceptedByReplay() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/tumble.jsonl"
    let file = directory.path + "/calibration.json"
    try write(Self.tumble(), to: trace)
    let run = try await finished("qiblactl", ["fit", trace, "--json", "--output", file])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let value = try JSONValue(parsing: Array(run.output.utf8)[...])
    #expect(value["grade"] == .string("A") && value["reasons"] == .array([]))
    let elements = try #require(value["offset_ut"]?.array)
    let offset = elements.compactMap(\.number)
    #expect(zip(offset, [120, -60, 9]).allSatisfy { abs($0 - $1) < 0.3 }, "\(offset)")
    for key in ["radius_ut", "residual_percent", "coverage_percent", "condition"] {
      #expect(value[key]?.number != nil, "\(key)")
    }
    #expect(value["matrix"]?.array?.count == 3)
    #expect(try contents(of: file) == Array(run.output.utf8))
    let replay = try await finished(
      "qiblactl", ["replay", trace, "--calibration", file, "--topics", "state"])
    #expect(replay.status == 0 && replay.output.contains(#""grade":"A""#), "\(replay.errors)")
  }

  // `| head -1` ends the table, not the work.
  @Test func theFileIsWrittenEvenIfTheTableIsNotRead() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/tumble.jsonl"
    let file = directory.path + "/calibration.json"
    try write(Self.tumble(), to: trace)
    let pipe = try PipeEnds()
    pipe.closeReading()
    let fit = try Program(
      "qiblactl", ["fit", trace, "--output", file], output: .descriptor(pipe.writing))
    #expect(try await fit.ended() == 0)
    #expect(try !contents(of: file).isEmpty)
  }

  @Test func outputToTheRecordingAPipeOrADirectoryIsRefused() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/tumble.jsonl"
    let pipe = directory.path + "/pipe"
    try write(Self.tumble(), to: trace)
    try #require(mkfifo(pipe, 0o600) == 0)
    let before = try contents(of: trace)
    for output in [trace, pipe, directory.path] {
      let run = try await finished("qiblactl", ["fit", trace, "--output", output])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("qiblactl: \(output): "), "\(run.errors)")
      #expect(Line.split(run.errors).count == 1)
    }
    #expect(try contents(of: trace) == before && kind(of: pipe) == S_IFIFO)
    #expect(try await finished("qiblactl", ["fit", trace, "--output", "-"]).status == 64)
  }

  @Test func theDefaultOutputIsATable() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/tumble.jsonl"
    try write(Self.tumble(unit: "counts"), to: trace)
    let run = try await finished("qiblactl", ["fit", trace])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Grade C: ") && run.output.contains("counts"), "\(run.output)")
    let json = try await finished("qiblactl", ["fit", trace, "--json"])
    #expect(json.output.contains(#""radius":"#) && !json.output.contains("radius_ut"))
  }

  @Test func accelerometerAndGyroAreCalibratedFromTheSameTumble() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/tumble.jsonl"
    let simulated = try await finished(
      "qiblactl", ["simulate", "--scene", "tumble", "--chip", "mpu6050-qmc5883l"])
    try Data(simulated.output.utf8).write(to: URL(fileURLWithPath: trace))
    let run = try await finished("qiblactl", ["fit", trace, "--json"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let value = try JSONValue(parsing: Array(run.output.utf8)[...])
    let gyro = try #require(value["gyro"])
    let rows = try #require(gyro["matrix"]?.array).compactMap(\.array)
    // gains of the simulated chip: 1.008, 0.993 and 1.01 (docs/traces.md)
    for (axis, gain) in [1.008, 0.993, 1.01].enumerated() {
      let found = try #require(rows[axis][axis].number)
      #expect(abs(found * gain - 1) < 0.005, "\(axis): \(found)")
    }
    for key in ["bias_dps", "bias_sigma_dps", "matrix_sigma"] {
      #expect(gyro[key]?.array?.count == 3, "\(key)")
    }
    for key in ["offset_mps2", "offset_sigma_mps2", "matrix", "matrix_sigma"] {
      #expect(value["accelerometer"]?[key]?.array?.count == 3, "\(key)")
    }
    #expect(value["rests"]?.number != nil)
    let table = try await finished("qiblactl", ["fit", trace])
    #expect(table.output.contains("Accelerometer and gyro are calibrated, too."))
    #expect(table.output.contains(" mg\n") && table.output.contains(" °/s\n"))
  }

  // The simulated bias changes by 0.1°/s for 1 g along each axis, as an MPU-6050's (PS-MPU-6000A-00, 6.1): 1.78e-4 rad/s for
  // 1 m/s². The scene rests on six sides, each of which shows it.
  @Test func theChangeOfTheGyrosBiasWithForceIsFound() async throws {
    let directory = try TemporaryDirectory()
    let simulated = try await finished(
      "qiblactl", ["simulate", "--scene", "first-use", "--chip", "mpu6050-qmc5883l"])
    let trace = try directory.file("first-use.jsonl", simulated.output)
    let run = try await finished("qiblactl", ["fit", trace, "--json"])
    let gyro = try #require(try JSONValue(parsing: Array(run.output.utf8)[...])["gyro"])
    let rows = try #require(gyro["force_sensitivity"]?.array).compactMap(\.array)
    for axis in 0..<3 {
      let found = try #require(rows[axis][axis].number)
      #expect(abs(found - 1.78e-4) < 0.3e-4, "\(axis): \(found)")
    }
  }

  @Test func aRefusalIsGradeFStatus1AndSaysWhatToDo() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/part.jsonl"
    let file = directory.path + "/calibration.json"
    try write(Self.tumble(isHalf: true), to: trace)
    let run = try await finished("qiblactl", ["fit", trace, "--json", "--output", file])
    #expect(run.status == 1 && Line.split(run.errors).count == 1, "\(run.errors)")
    #expect(run.errors.contains("turn the device") || run.errors.contains("Turn the device"))
    #expect(run.output.contains(#""grade":"F""#) && !run.output.contains("offset_ut"))
    #expect(access(file, F_OK) != 0)
    let replay = try await finished("qiblactl", ["replay", trace, "--calibration", "fit"])
    #expect(replay.status == 1 && replay.output.isEmpty && replay.errors.contains("grade F"))
  }

  @Test func replayFitsARecordingToItselfAndSaysSo() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.path + "/tumble.jsonl"
    try write(Self.tumble(), to: trace)
    let run = try await finished("qiblactl", ["replay", trace, "--calibration", "fit"])
    #expect(run.status == 0 && !run.output.isEmpty)
    #expect(run.errors.contains("do not publish accuracies"), "\(run.errors)")
    let piped = try await finished("qiblactl", ["replay", "-", "--calibration", "fit"])
    #expect(piped.status == 1 && piped.errors.contains("save it to a file first"))
  }

  /// 10 s, nearly flat, 200° of turn: nothing to calibrate with.
  @Test func theBundledRecordingIsRefused() async throws {
    let run = try await finished("qiblactl", ["fit", Recordings.bundle])
    #expect(run.status == 1 && run.output.hasPrefix("Grade F: refused."), "\(run.output)")
    let missing = try await finished("qiblactl", ["fit", "/nowhere.jsonl"])
    #expect(missing.status == 1 && missing.errors.contains("/nowhere.jsonl"))
  }
}
