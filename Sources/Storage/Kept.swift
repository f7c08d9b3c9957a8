/// What was found where something is kept from one run to the next.
package enum Kept<Content: Equatable & Sendable>: Equatable, Sendable {
  case content(Content)
  /// No file: nothing was saved yet.
  case absent
  /// The file was damaged or is not ours, and lies at `path` now.
  case setAside(path: String, reason: String)
  /// The file cannot be used and is where it was.
  case unusable(reason: String)

  /// Reads a file; one that is damaged or foreign is set aside, never deleted, so that the next one
  /// can be saved without losing it.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - limitBytes: what is larger is another file.
  ///   - parse: makes the content of the file's bytes, or throws what is wrong with them.
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
      self = .setAside(path: try Storage.setAside(path: path), reason: damage)
    } catch {
      self = .unusable(
        reason: "\(path): \(damage), and it cannot be set aside: \(error.reason)")
    }
  }

  /// What can be used, or `nil`.
  package var content: Content? { if case .content(let content) = self { content } else { nil } }

  /// One line for the journal, or `nil` where all is as it should be.
  ///
  /// - Parameter name: what is kept there, as a sentence's subject.
  package func notice(of name: String) -> String? {
    switch self {
    case .content, .absent: nil
    case .setAside(let path, let reason):
      "\(name) is not used: \(reason); the file is kept as \(path)"
    case .unusable(let reason): "\(name) is not used: \(reason)"
    }
  }
}
