private import Glibc
private import Quantities
private import Storage

/// Sets one key of `[mount]` in the text of a configuration and keeps all other bytes.
///
/// - Parameters:
///   - key: `board`, `magnetometer` or `inertial`.
///   - value: without quotes.
///   - text: TOML that is a valid configuration.
package func settingMount(_ key: String, to value: String, in text: String) -> String {
  let line = "\(key) = \"\(value)\""
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  guard let header = lines.firstIndex(where: { $0.isHeader("mount") }) else {
    let gap = text.isEmpty || text.hasSuffix("\n\n") ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return "\(text)\(gap)[mount]\n\(line)\n"
  }
  let body = lines[(header + 1)...]
  let end = body.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("[") } ?? lines.endIndex
  if let index = lines[(header + 1)..<end].firstIndex(where: { $0.isAssignment(of: key) }) {
    lines[index] = lines[index].withValue(value)
  } else {
    lines.insert(line + (lines[header].hasSuffix("\r") ? "\r" : ""), at: header + 1)
  }
  return lines.joined(separator: "\n")
}

extension String {
  /// Whether this line is the header of the section `name`.
  fileprivate func isHeader(_ name: String) -> Bool {
    let bare = prefix { $0 != "#" }.filter { !$0.isWhitespace }
    return bare == "[\(name)]"
  }

  fileprivate func isAssignment(of key: String) -> Bool {
    let sides = split(separator: "=", maxSplits: 1)
    guard sides.count == 2 else { return false }
    return sides[0].filter { !$0.isWhitespace } == key
  }

  /// This assignment with another string; quotes and the rest of the line are kept.
  fileprivate func withValue(_ value: String) -> String {
    guard let start = firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let end = self[index(after: start)...].firstIndex(of: self[start])
    else { return self }
    return self[...start] + value + self[end...]
  }
}

extension Configuration {
  /// Writes one key of `[mount]` into a configuration file, atomically. Keeps everything else in
  /// the file, its permissions, and a link to it.
  ///
  /// - Throws: `ConfigurationError` if the file is not a valid configuration; `MountEditError` if
  ///   it
  ///   cannot be written, or has a layout that this function cannot change safely.
  package static func writeMount(_ key: String, to value: String, path: String) throws {
    let place = FileNode(path)
    var text = ""
    do throws(StorageError) {
      text = String(decoding: try readSmallFile(path: path, limitBytes: limitBytes), as: UTF8.self)
    } catch {
      guard case .missing = error else {
        throw MountEditError(description: "\(path): cannot be read: \(error.reason)")
      }
    }
    let before = try Configuration(toml: text, file: path)
    let changed = settingMount(key, to: value, in: text)
    var after = try Configuration(toml: changed, file: path)
    let mount = after.mount
    after.mount = before.mount
    guard after == before, mount.values(of: key).allSatisfy({ $0 == value }) else {
      throw MountEditError(
        description:
          "\(path): write \(key) = \"\(value)\" under [mount] by hand: the file's layout does not"
          + " allow a safe automatic change")
    }
    do throws(StorageError) {
      try replaceFile(path: place.path, contents: Array(changed.utf8), mode: place.mode)
    } catch {
      throw MountEditError(description: "\(path): cannot be written: \(error.reason)")
    }
  }
}

extension Configuration.Mount {
  /// The values that the key sets.
  fileprivate func values(of key: String) -> [String] {
    switch key {
    case "magnetometer": [magnetometerText]
    case "inertial": [inertialText]
    default: [magnetometerText, inertialText]
    }
  }
}

/// The file behind a path, after links, and its permissions.
private struct FileNode {
  var path: String
  /// The permissions of a new file: every user can read it.
  var mode: UInt32 = 0o644

  init(_ path: String) {
    self.path = path
    if let real = realpath(path, nil) {
      self.path = String(cString: real)
      free(real)
    }
    var status = stat()
    if stat(self.path, &status) == 0 { mode = UInt32(status.st_mode) & 0o7777 }
  }
}

/// Why a configuration file was not changed.
package struct MountEditError: Error, CustomStringConvertible {
  package let description: String
}
