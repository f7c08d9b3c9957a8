internal import Glibc
import Pipeline
import Quantities
import SensorCalibration
import Simulation

/// `sensitivity [--check | NAME-PART…] FOLDER`: what each tuned number does to the headings.
///
/// `FOLDER` holds plain recordings; `scripts/sensitivity` unpacks them there. Each number of `PipelineParameters` and
/// `CommandParameters` is changed by −30 % and +30 %, and everything is run again. `--check` only says whether each
/// number has its line in the table, and needs no folder.
@main
struct Program {
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    let faults =
      TableFaults(pipelineTable, of: PipelineParameters()).texts
      + TableFaults(commandTable, of: CommandParameters()).texts
    for fault in faults { complain(fault) }
    guard faults.isEmpty else { exit(1) }
    if words.first == "--check" {
      print(
        "sensitivity: each of \(pipelineTable.count + commandTable.count) parameters has its line")
      return
    }
    guard let folder = words.popLast() else {
      complain("usage: sensitivity [--check | NAME-PART…] FOLDER")
      exit(64)
    }
    do {
      try run(folder, parts: words)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func run(_ folder: String, parts: [String]) throws {
    let recordings = try names(in: folder).map { try Recording(path: "\(folder)/\($0)") }
    let scored = recordings.filter(\.hasTruth)
    let logs = recordings.filter { $0.name.hasPrefix("cal_") }
    var calibrations: [String: Calibration] = [:]
    for log in logs { calibrations[log.name] = fitCalibration(log.log).calibration }
    var cases: [Case] = []
    for (index, recording) in scored.enumerated() {
      let calibration = recording.calibrationTrace.flatMap { calibrations[$0] }
      cases += Case.all(of: recording, calibration: calibration, index: UInt64(index))
    }
    for scene in NamedScene.all { cases.append(try Case.scene(scene)) }
    cases += Case.designed
    func isChosen(_ name: String) -> Bool {
      parts.isEmpty || parts.contains { name.contains($0) }
    }
    HeadingTable(cases).printRows(pipelineTable.filter { isChosen($0.name) })
    let commands = commandTable.filter { isChosen($0.name) }
    guard !commands.isEmpty else { return }
    let aligned = scored.filter { $0.calibrationTrace == nil }
    CommandTable(logs, Array(aligned.prefix(4))).printRows(commands)
  }

  private static func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else { throw Recording.Missing(path: folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".jsonl") { names.append(name) }
    }
    return names.sorted()
  }

  private static func complain(_ message: String) {
    var line = "sensitivity: \(message)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
