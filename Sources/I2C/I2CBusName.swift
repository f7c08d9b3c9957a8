/// A user's name for a bus: its number, its device node or the name of its adapter.
package struct I2CBusName: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// `1`, `i2c-1`, `/dev/i2c-1` or a link to it, an adapter's name or label, or its node in the
  /// device tree.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The name of a present adapter: its label, which is unique.
  package init(_ adapter: I2CAdapter) { text = adapter.label }

  package var description: String { text }

  /// The adapter with this name. A name takes precedence over a number, because numbers can change.
  ///
  /// - Throws: `.noSuchBus`; `.ambiguousBus` if several adapters have the name.
  package func adapter(among adapters: [I2CAdapter]) throws(I2CError) -> I2CAdapter {
    let exact = adapters.filter { $0.name == text }
    if let one = try only(exact) { return one }
    let one = adapters.first {
      $0.label == text || ($0.node != nil && $0.node == text) || $0.number == number
    }
    if let one { return one }
    // The adapter may have been plugged into another USB port since.
    let model = I2CAdapter(number: 0, name: text).model
    if let one = try only(adapters.filter { $0.model == model }) { return one }
    throw .noSuchBus(name: text)
  }

  private func only(_ namesakes: [I2CAdapter]) throws(I2CError) -> I2CAdapter? {
    guard namesakes.count < 2 else {
      throw .ambiguousBus(name: text, numbers: namesakes.map(\.number))
    }
    return namesakes.first
  }

  private var number: Int? {
    // The device node, or a link to it that a udev rule made.
    let isPath = text.hasPrefix("/")
    let node = isPath ? (realPath(text) ?? text).split(separator: "/").last ?? "" : text[...]
    if node.hasPrefix("i2c-") { return Int(node.dropFirst(4)) }
    return isPath ? nil : Int(node)
  }
}
