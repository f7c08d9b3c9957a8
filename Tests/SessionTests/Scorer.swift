import Foundation
import Session
import Simulation
import TestFiles
import Wire

/// The program that scores recordings, where it is there: it is not distributed with the package.
enum Scorer {
  private static let path = "\(Recordings.folder)/../score.py"

  /// Whether it and what it needs are there.
  static let isThere: Bool = {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    return (try? run([path, "--help"]))?.status == 0
  }()

  /// What it says of a scene's beginning and of the readings that they give; `nil` where so few have
  /// a heading that it does not judge.
  static func score(_ name: String, device: Device, seconds: Int64) throws -> [String: Any]? {
    let trace = try sceneTrace(name, device: device, seconds: seconds)
    let readings = try Replayed(trace).lines.filter { $0.topic == .reading }.flatMap(\.bytes)
    let directory = try TemporaryDirectory()
    let run = try run([
      path, try directory.file("trace.jsonl", trace), try directory.file("readings", readings),
      "--json",
    ])
    if run.status != 0, run.errors.contains("fewer than 50 readings") { return nil }
    guard run.status == 0,
      let scores = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
    else { throw Failure(errors: run.errors) }
    return scores
  }

  private struct Failure: Error {
    var errors: String
  }

  private static func run(
    _ arguments: [String]
  ) throws -> (status: Int32, output: Data, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    // Both are short: neither fills its pipe while the other one is read.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, text, String(decoding: complaint, as: UTF8.self))
  }
}
