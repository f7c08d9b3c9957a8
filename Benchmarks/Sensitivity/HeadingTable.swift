internal import Glibc
import Pipeline

/// The table of what parameters of the pipeline do to the headings.
struct HeadingTable {
  private let cases: [Case]
  private let base: [Score]

  init(_ cases: [Case]) {
    self.cases = cases
    base = cases.map { Score($0, PipelineParameters()) }
  }

  private static let factors = [0.7, 1.3]
  /// Degrees of RMSE below which a change is none.
  private static let floor = 0.1

  /// Prints a row for each parameter, in markdown.
  func printRows(_ table: [Parameter<PipelineParameters>]) {
    let columns = [
      "parameter", "value", "readings that differ, %", "recordings, RMSE %", "at rest, RMSE %",
      "copies, RMSE %", "without gyro, RMSE %", "scenes, RMSE %", "coverage, points",
      "accurate, points", "overconfident, ‰",
    ]
    print("| \(columns.joined(separator: " | ")) |")
    print("|---|---:|" + String(repeating: "---:|", count: columns.count - 2))
    let values = Leaves(of: PipelineParameters()).values
    for parameter in table {
      let changes = Self.factors.map { change(parameter, by: $0) }
      let cells = changes[0].indices.map { index in
        let (less, more) = (changes[0][index], changes[1][index])
        return less == more ? less : "\(less) / \(more)"
      }
      let row = ["`\(parameter.name)`", values[parameter.name] ?? ""] + cells
      print("| \(row.joined(separator: " | ")) |")
      fflush(nil)
    }
    print("")
  }

  private func change(_ parameter: Parameter<PipelineParameters>, by factor: Double) -> [String] {
    var parameters = PipelineParameters()
    parameter.scale(&parameters, factor)
    let scores = cases.map { Score($0, parameters) }
    let differing = zip(scores, base).reduce(0) { $0 + $1.0.differing(from: $1.1) }
    let readings = base.reduce(0) { $0 + $1.traits.count }
    guard differing > 0 else { return ["0"] + Array(repeating: "·", count: 8) }
    func ratio(_ group: Case.Group, _ number: (Score) -> Double?) -> String {
      // The mean of the logarithms: one recording near magnets, 12° off, would decide a mean of degrees.
      let logarithms = cases.indices.filter { cases[$0].group == group }.compactMap { index in
        number(base[index]).flatMap { old in
          number(scores[index]).map { log(max($0, Self.floor) / max(old, Self.floor)) }
        }
      }
      guard !logarithms.isEmpty else { return "·" }
      let mean = logarithms.reduce(0, +) / Double(logarithms.count)
      return signed((exp(mean) - 1) * 100, decimals: 1)
    }
    func difference(_ scale: Double, _ number: (Score) -> Double) -> String {
      let groups: [Case.Group] = [.recordings, .copies, .withoutGyro, .scenes]
      let change = groups.compactMap { group in
        mean(scores, group, number).flatMap { new in
          mean(base, group, number).map { new - $0 }
        }
      }
      return signed(
        scale * change.reduce(0, +) / Double(max(change.count, 1)), decimals: 2)
    }
    return [
      unsigned(100 * Double(differing) / Double(max(readings, 1))),
      ratio(.recordings, \.motionRMSE), ratio(.recordings, \.restRMSE),
      ratio(.copies, \.motionRMSE), ratio(.withoutGyro, \.motionRMSE),
      ratio(.scenes, \.motionRMSE), difference(100, \.coverage),
      difference(100, \.accurateShare), difference(1000, \.overconfidentShare),
    ]
  }

  /// The mean over the cases of a group.
  private func mean(
    _ scores: [Score], _ group: Case.Group, _ number: (Score) -> Double?
  ) -> Double? {
    let values = zip(cases, scores).filter { $0.0.group == group }.compactMap { number($0.1) }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// A share in percent, never shown as 0 where it is not.
  private func unsigned(_ percent: Double) -> String {
    percent < 0.1 ? "<0.1" : fixed(percent, decimals: 1)
  }
}

/// A number with its sign, or a dot where it is 0.
func signed(_ number: Double, decimals: Int) -> String {
  let text = fixed(abs(number), decimals: decimals)
  guard text.contains(where: { $0 != "0" && $0 != "." }) else { return "·" }
  return (number < 0 ? "−" : "+") + text
}

/// A number with so many decimals.
func fixed(_ number: Double, decimals: Int) -> String {
  let scale = pow(10, Double(decimals))
  let whole = Int((abs(number) * scale).rounded())
  guard decimals > 0 else { return "\(whole)" }
  let digits = String(whole % Int(scale))
  let padded = String(repeating: "0", count: decimals - digits.count) + digits
  return (number < 0 && whole > 0 ? "−" : "") + "\(whole / Int(scale)).\(padded)"
}
