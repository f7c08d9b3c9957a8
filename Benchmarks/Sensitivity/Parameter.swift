import SensorCalibration

/// One tuned number: how it is named in docs/accuracy.md and how it is changed.
struct Parameter<Root> {
  /// The path of the properties that lead to it, with dots.
  let name: String
  /// Multiplies it by a factor.
  let scale: (inout Root, Double) -> Void

  static func number(_ name: String, _ path: WritableKeyPath<Root, Double>) -> Parameter {
    Parameter(name: name) { root, factor in root[keyPath: path] *= factor }
  }

  /// A count, which changes by one at the least.
  static func count(_ name: String, _ path: WritableKeyPath<Root, Int>) -> Parameter {
    Parameter(name: name) { root, factor in
      let old = root[keyPath: path]
      let new = Int((Double(old) * factor).rounded())
      root[keyPath: path] = new != old ? new : factor < 1 ? old - 1 : old + 1
    }
  }

  /// A range, both ends of which change.
  static func range(
    _ name: String, _ path: WritableKeyPath<Root, ClosedRange<Double>>
  ) -> Parameter {
    Parameter(name: name) { root, factor in
      let old = root[keyPath: path]
      root[keyPath: path] = (old.lowerBound * factor)...(old.upperBound * factor)
    }
  }

  /// The limits of the grades, all of which change.
  static func grades(_ name: String, _ path: WritableKeyPath<Root, GradeLimits>) -> Parameter {
    Parameter(name: name) { root, factor in
      let old = root[keyPath: path]
      root[keyPath: path] = GradeLimits(
        old.a * factor, old.b * factor, old.c * factor, old.d * factor)
    }
  }
}

/// The numbers in a tree of parameters, found by reflection.
struct Leaves {
  /// By name: the number as text.
  private(set) var values: [String: String] = [:]

  init(of root: Any) { add(root, "") }

  private mutating func add(_ value: Any, _ name: String) {
    switch value {
    // 0 is a part that is switched off
    case let number as Double: values[name] = number == 0 ? nil : Self.text(number)
    case let number as Int: values[name] = "\(number)"
    case let range as ClosedRange<Double>:
      values[name] = "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case let limits as GradeLimits:
      values[name] = [limits.a, limits.b, limits.c, limits.d].map(Self.text).joined(
        separator: ", ")
    default:
      for child in Mirror(reflecting: value).children {
        guard let label = child.label else { continue }
        add(child.value, name.isEmpty ? label : "\(name).\(label)")
      }
    }
  }

  /// A number with four digits.
  private static func text(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return "\(number)" }
    var scale = 1.0
    while abs(number) * scale < 1000 { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// What is wrong with a table of parameters.
struct TableFaults<Root> {
  private(set) var texts: [String] = []

  /// Checks that each number of `root` has exactly one line, and that a line changes the number that it names.
  init(_ table: [Parameter<Root>], of root: Root) {
    let before = Leaves(of: root).values
    let names = table.map(\.name)
    for name in before.keys.sorted() where !names.contains(name) {
      texts.append("\(name) is not in the table")
    }
    for (index, parameter) in table.enumerated() {
      if names[..<index].contains(parameter.name) { texts.append("\(parameter.name) stands twice") }
      var changed = root
      parameter.scale(&changed, 1.3)
      let after = Leaves(of: changed).values
      let moved = before.keys.filter { before[$0] != after[$0] }
      if moved != [parameter.name] {
        texts.append("\(parameter.name) changes \(moved.sorted().joined(separator: ", "))")
      }
    }
  }
}
