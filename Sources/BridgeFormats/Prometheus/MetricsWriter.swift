/// Writes metrics in the text format of Prometheus, version 0.0.4.
struct MetricsWriter {
  /// What Prometheus may compute with a metric.
  enum Kind: String { case gauge, counter }

  private(set) var bytes: [UInt8] = []
  private var name = ""

  /// Begins a metric; its samples follow.
  mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    bytes += "# HELP \(name) \(Self.escaped(help, quotes: false))\n".utf8
    bytes += "# TYPE \(name) \(kind.rawValue)\n".utf8
  }

  /// One sample of the metric that was begun last. Left out if the value is not known or not finite.
  mutating func sample(_ value: Double?, _ labels: [(name: String, value: String)] = []) {
    guard let value, value.isFinite else { return }
    bytes += name.utf8
    if !labels.isEmpty {
      let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      bytes += "{\(list.joined(separator: ","))}".utf8
    }
    bytes += " \(Self.text(value))\n".utf8
  }

  /// One sample for each case: 1 for `current`, 0 for the others; none while `current` is not known.
  mutating func oneHot<Case: CaseIterable & RawRepresentable<String>>(
    _ current: Case?, label: String
  ) {
    guard let current else { return }
    for each in Case.allCases {
      sample(each.rawValue == current.rawValue ? 1 : 0, [(label, each.rawValue)])
    }
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  /// Backslash and line feed are escaped everywhere, quotes in the value of a label.
  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
