private import Glibc

/// The board's device tree, which the firmware passes to the kernel.
///
/// A node is named by its path, as in `/soc/i2c@7e804000`; its properties are the files of a
/// directory. On a machine without a device tree, nothing is found.
package struct DeviceTree: Sendable {
  /// The directory of the root node, without symbolic links; empty without a device tree.
  private let root: String

  /// - Parameter path: where the kernel shows it. /proc/device-tree leads there, but a service with its own /proc has no
  ///   such link (`ProcSubset=` of systemd).
  package init(at path: String = "/sys/firmware/devicetree/base") { root = realPath(path) ?? "" }

  /// The board's name, as in `Raspberry Pi 5 Model B Rev 1.0`; empty if the tree has none.
  package var model: String { text("model", of: "") ?? "" }

  /// Whether the board is a Raspberry Pi.
  package var isRaspberryPi: Bool { model.hasPrefix("Raspberry Pi") }

  /// The node of a directory, such as a device's `of_node`; `nil` if it is not in this tree.
  package func node(at directory: String) -> String? {
    guard !root.isEmpty, let path = realPath(directory), path.hasPrefix(root + "/") else {
      return nil
    }
    return String(path.dropFirst(root.count))
  }

  /// The node with a label in the tree's source, such as `i2c_arm`; `nil` if there is none, or the
  /// tree was compiled without labels.
  package func node(labelled label: String) -> String? { text(label, of: "/__symbols__") }

  /// The node with an alias, such as `i2c1`.
  package func node(aliased alias: String) -> String? { text(alias, of: "/aliases") }

  /// The first string of a property.
  package func text(_ property: String, of node: String) -> String? {
    texts(property, of: node).first
  }

  /// The strings of a property such as `compatible`.
  package func texts(_ property: String, of node: String) -> [String] {
    guard !root.isEmpty else { return [] }
    return smallFile("\(root)\(node)/\(property)").split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The first number of a property: 32 bits, highest byte first.
  package func number(_ property: String, of node: String) -> UInt32? {
    guard !root.isEmpty else { return nil }
    let bytes = smallFile("\(root)\(node)/\(property)")
    guard bytes.count >= 4 else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The parent of a node; `nil` for the root.
  package static func parent(of node: String) -> String? {
    guard let slash = node.lastIndex(of: "/"), node.count > 1 else { return nil }
    return String(node[..<slash])
  }
}

/// The bytes of a small file, at most 4096; empty if it cannot be read.
func smallFile(_ path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  var count = 0
  // A signal may interrupt it.
  repeat { count = Glibc.read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
  return Array(bytes.prefix(max(count, 0)))
}

/// A path without symbolic links; `nil` if there is no such file.
func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
