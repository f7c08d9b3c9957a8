/// The content of a file that outlives a run of the daemon, or why there is none.
package enum Saved<Content: Equatable & Sendable>: Equatable, Sendable {
  case content(Content)
  /// There is no file: nothing has been saved yet.
  case absent
  /// The file was damaged or is another program's; it has been moved to `path`.
  case quarantined(path: String, reason: String)
  /// The file cannot be used and was not moved.
  case unusable(reason: String)

  /// Reads a file. A damaged or foreign one is moved away, never deleted, so that the next save
  /// does not destroy it.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - limitBytes: a larger file is a foreign one.
  ///   - parse: reads the content from the file's bytes, or throws why it cannot.
  package init(path: String, limitBytes: Int, parse: ([UInt8]) throws -> Content) {
    let damage: String
    do throws(StorageError) {
      let bytes = try readSmallFile(path: path, limitBytes: limitBytes)
      do {
        self = .content(try parse(bytes))
        return
      } catch { damage = "\(error)" }
    } catch {
      switch error {
      case .missing:
        self = .absent
        return
      case .tooLarge: damage = error.reason
      default:
        self = .unusable(reason: "\(error)")
        return
      }
    }
    do throws(StorageError) {
      self = .quarantined(path: try Storage.quarantine(path: path), reason: damage)
    } catch {
      self = .unusable(
        reason: "\(path): \(damage), and it cannot be set aside: \(error.reason)")
    }
  }

  /// The content, or `nil`.
  package var content: Content? { if case .content(let content) = self { content } else { nil } }

  /// One line for the log; `nil` where the content is used or there is no file.
  ///
  /// - Parameter name: names the content, as the subject of a sentence.
  package func notice(of name: String) -> String? {
    switch self {
    case .content, .absent: nil
    case .quarantined(let path, let reason):
      "\(name) is not used: \(reason); the file is kept as \(path)"
    case .unusable(let reason): "\(name) is not used: \(reason)"
    }
  }
}
