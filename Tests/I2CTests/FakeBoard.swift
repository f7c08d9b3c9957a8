import Glibc
import I2C
import TestFiles

/// A board as the kernel shows it: a device tree, and the adapters that programs can open.
final class FakeBoard {
  /// An adapter; `node` is its node in the tree.
  typealias Adapter = (number: Int, name: String, node: String?)

  private let files: TemporaryDirectory

  /// - Parameters:
  ///   - nodes: properties with their bytes, by the path of the node.
  ///   - labels: paths by label.
  init(
    model: String, adapters: [Adapter], nodes: [String: [String: [UInt8]]] = [:],
    labels: [String: String] = [:], aliases: [String: String] = [:]
  ) throws {
    files = try TemporaryDirectory()
    try write("tree/model", Array(model.utf8) + [0])
    for (label, node) in labels { try write("tree/__symbols__/\(label)", Array(node.utf8) + [0]) }
    for (alias, node) in aliases { try write("tree/aliases/\(alias)", Array(node.utf8) + [0]) }
    for (node, properties) in nodes {
      for (property, bytes) in properties { try write("tree\(node)/\(property)", bytes) }
    }
    for adapter in adapters {
      let device = "class/i2c-\(adapter.number)"
      let name = Array((adapter.name + "\n").utf8)
      try write("\(device)/name", name)
      try write("bus/i2c-\(adapter.number)/name", name)
      guard let node = adapter.node else { continue }
      try write("tree\(node)/name", Array("i2c".utf8) + [0])
      try write("\(device)/device/uevent", [])
      symlink("\(files.path)/tree\(node)", "\(files.path)/\(device)/device/of_node")
      symlink("\(files.path)/tree\(node)", "\(files.path)/bus/i2c-\(adapter.number)/of_node")
    }
  }

  var tree: DeviceTree { DeviceTree(at: "\(files.path)/tree") }

  var adapters: [I2CAdapter] { I2CAdapter.all(in: "\(files.path)/class", tree: tree) }

  /// The adapters as /sys/bus/i2c/devices lists them.
  var kernelsAdapters: [I2CAdapter] { I2CAdapter.all(in: "\(files.path)/bus", tree: tree) }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    var path = files.path
    for part in name.split(separator: "/").dropLast() {
      path += "/\(part)"
      mkdir(path, 0o755)
    }
    _ = try files.file(name, bytes)
  }
}

/// A number of a device tree: 32 bits, the highest byte first.
func cell(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Strings of a device tree, each with its end.
func strings(_ texts: String...) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }
