private import FoundationEssentials
private import Glibc
package import Logging

/// The folder in which the server keeps what outlives it: settings, counts, what has rung.
package struct StateFolder: Sendable {
  package let path: String
  private let logger: Logger?

  /// - Parameters:
  ///   - path: of a folder; it is made where it is missing.
  ///   - logger: gets the names of files that cannot be read; `nil` for none.
  package init(path: String, logger: Logger? = nil) {
    self.path = path
    self.logger = logger
  }

  /// Why a file could not be written, as a sentence.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The path of the usual folder: systemd's `$STATE_DIRECTORY`, else below the user's home.
  package static var usualPath: String {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    if let given = variable("STATE_DIRECTORY")?.split(separator: ":").first { return String(given) }
    let home = variable("XDG_STATE_HOME") ?? (variable("HOME") ?? "/tmp") + "/.local/state"
    return home + "/qibla-web"
  }

  /// The value that a file holds; `nil` where there is none, or one that cannot be read.
  ///
  /// One that cannot be read is renamed to `NAME.bad`, because the next `save` would replace it; the log has its name.
  func load<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? {
    let file = path + "/" + name
    var information = stat()
    guard lstat(file, &information) == 0 else { return nil }
    do {
      return try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: file)))
    } catch {
      let isAside = rename(file, file + ".bad") == 0
      let outcome =
        isAside
        ? "it is \(name).bad now" : "it cannot be renamed: \(String(cString: strerror(errno)))"
      logger?.error("\(file) cannot be read, and \(outcome): \(error)")
      return nil
    }
  }

  /// The bytes of a file; `nil` where there is none.
  func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
  }

  /// Replaces a file whole, as `save` does.
  func write(_ bytes: [UInt8], _ name: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try write(Data(bytes), name)
    } catch let failure as Failure { throw failure } catch {
      throw Failure(description: "\(path)/\(name) cannot be written: \(error)")
    }
  }

  /// Replaces a file whole: after a power cut it has the old content or the new.
  func save(_ value: some Encodable, _ name: String) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try write(try encoder.encode(value), name)
    } catch let failure as Failure { throw failure } catch {
      throw Failure(description: "\(path)/\(name) cannot be written: \(error)")
    }
  }

  private func write(_ data: Data, _ name: String) throws(Failure) {
    let (temporary, file) = ("\(path)/.\(name).new", "\(path)/\(name)")
    func failure(_ call: String) -> Failure {
      Failure(
        description: "\(file) cannot be written: \(call): \(String(cString: strerror(errno)))")
    }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("open") }
    let count = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let isWhole = count == data.count && fsync(descriptor) == 0
    let problem = failure("write")
    close(descriptor)
    guard isWhole else {
      unlink(temporary)
      throw problem
    }
    guard rename(temporary, file) == 0 else { throw failure("rename") }
  }
}
