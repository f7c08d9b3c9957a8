internal import Glibc

/// The table of what parameters of calibration and mounts do to what commands find.
struct CommandTable {
  private let logs: [Recording]
  private let recordings: [Recording]
  private let base: Findings

  init(_ logs: [Recording], _ recordings: [Recording]) {
    (self.logs, self.recordings) = (logs, recordings)
    base = Findings(logs, recordings, CommandParameters())
  }

  /// Prints a row for each parameter, in markdown.
  func printRows(_ table: [Parameter<CommandParameters>]) {
    let columns = [
      "parameter", "value", "results that differ, of \(base.results.count)",
      "grades or refusals that differ", "largest difference, °",
    ]
    print("| \(columns.joined(separator: " | ")) |")
    print("|---|---:|---:|---:|---:|")
    let values = Leaves(of: CommandParameters()).values
    for parameter in table {
      let (less, more) = (change(parameter, by: 0.7), change(parameter, by: 1.3))
      let cells = zip(less, more).map { $0 == $1 ? $0 : "\($0) / \($1)" }
      let row = ["`\(parameter.name)`", values[parameter.name] ?? ""] + cells
      print("| \(row.joined(separator: " | ")) |")
      fflush(nil)
    }
  }

  private func change(_ parameter: Parameter<CommandParameters>, by factor: Double) -> [String] {
    var parameters = CommandParameters()
    parameter.scale(&parameters, factor)
    let found = Findings(logs, recordings, parameters).differing(from: base)
    return ["\(found.all)", "\(found.kinds)", fixed(found.degrees, decimals: 2)]
  }
}
