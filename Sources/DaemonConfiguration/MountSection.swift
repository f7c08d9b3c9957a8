import Boards
import Quantities

extension Configuration.Mount {
  /// Reads `[mount]`: `board` for the only board or for both; the other keys for one of two boards.
  mutating func read(_ section: Section) throws(ConfigurationError) {
    func text(_ key: String) throws(ConfigurationError) -> String? {
      try section.string(key, MountWordsError.allowedAxes, where: { _ in true })
    }
    let (board, field, motion) = (try text("board"), try text("magnetometer"), try text("inertial"))
    do throws(MountWordsError) {
      try set(board: board, magnetometer: field, inertial: motion)
    } catch {
      throw section.badValue(error.key, error.allowed)
    }
  }

  /// Sets what is given, each in the words of `[mount]`: a board's name, three axes, or both
  /// (`sparkfun-19895`, `y x -z`, `sparkfun-19895 y x -z`).
  ///
  /// - Parameters:
  ///   - board: the only board, or both.
  ///   - magnetometer: the board with the magnetometer.
  ///   - inertial: the board with accelerometer and gyro.
  /// - Throws: `MountWordsError`; nothing is set then.
  package mutating func set(
    board: String?, magnetometer: String?, inertial: String?
  ) throws(MountWordsError) {
    var new = self
    if let board {
      let placement = try Self.placement(board, "board")
      (new.magnetometerBoard, new.magnetometer) = placement
      (new.inertialBoard, new.inertial) = placement
    }
    if let magnetometer {
      (new.magnetometerBoard, new.magnetometer) = try Self.placement(magnetometer, "magnetometer")
      new.isMagnetometerGiven = true
    }
    if let inertial {
      (new.inertialBoard, new.inertial) = try Self.placement(inertial, "inertial")
    }
    self = new
  }

  /// Whether the boards have the same names: their chips' axes are then the same, too.
  package func hasBoards(of other: Self) -> Bool {
    magnetometerBoard == other.magnetometerBoard && inertialBoard == other.inertialBoard
  }

  private static func placement(
    _ text: String, _ key: String
  ) throws(MountWordsError) -> (NamedBoard?, BoardMount) {
    let words = text.split(separator: " ")
    guard let name = words.first, name.contains(where: { $0.isNumber || $0.isLetter }),
      !["x", "y", "z"].contains(name.drop { $0 == "-" }), words.count == 1 || words.count == 4
    else { return (nil, try mount(text, key, MountWordsError.allowedAxes)) }
    guard let board = NamedBoard.named(name) else {
      let like = NamedBoard.names(like: name).map { "\"\($0)\"" }.joined(separator: ", ")
      throw MountWordsError(
        key: key,
        allowed: (like.isEmpty ? "" : "\(like), or ")
          + "\(MountWordsError.allowedAxes); `qiblactl mount list` lists the boards that can be named"
      )
    }
    guard words.count == 4 else { return (board, .componentsUp) }
    let axes = words.dropFirst().joined(separator: " ")
    return (board, try mount(axes, key, "after the name \(MountWordsError.allowedAxes)"))
  }

  private static func mount(
    _ text: String, _ key: String, _ allowed: String
  ) throws(MountWordsError) -> BoardMount {
    do throws(BoardMountError) {
      return try BoardMount(parsing: text)
    } catch {
      let (sense, example) = (MountWordsError.sense, MountWordsError.example)
      switch error {
      case .notThreeAxes: throw MountWordsError(key: key, allowed: allowed)
      case .repeated:
        throw MountWordsError(key: key, allowed: "\(sense), each of x, y and z once, \(example)")
      case .mirrored(let other):
        throw MountWordsError(
          key: key,
          allowed:
            "\(sense); these axes are a mirror image, which no mount can be; \"\(other)\" is possible"
        )
      }
    }
  }
}

/// Why a text is not a mount.
package struct MountWordsError: Error, Equatable, Sendable {
  /// Which one: `board`, `magnetometer` or `inertial`.
  package let key: String
  /// What is allowed in its place.
  package let allowed: String

  fileprivate static let sense = "which of the board's axes point forward, right and down"
  fileprivate static let example = "as in \"x -y -z\" (\(BoardMount.componentsUp.words))"
  fileprivate static let allowedAxes =
    "\(sense), three of x, -x, y, -y, z and -z separated by blanks, \(example)"
}
