/// The mount of a board whose axes are parallel to the device's: the board's axes that point
/// forward, right and down, as in `x -y -z`.
package struct BoardMount: Equatable, Sendable {
  /// The rotation from the board's axes to the body frame (forward, right, down).
  package let bodyFromBoard: Matrix3

  /// Flat, components up, x arrow forward: the usual mount.
  package static let componentsUp = BoardMount(
    unchecked: Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1)))

  private init(unchecked rotation: Matrix3) { bodyFromBoard = rotation }

  /// - Parameter text: three of `x`, `-x`, `y`, `-y`, `z` and `-z`, separated by blanks.
  /// - Throws: `BoardMountError` if they are not a proper rotation.
  package init(parsing text: String) throws(BoardMountError) {
    let words = text.split(separator: " ")
    guard words.count == 3, let forward = Self.axis(words[0]), let right = Self.axis(words[1]),
      let down = Self.axis(words[2])
    else { throw .notThreeAxes }
    guard forward.dot(right) == 0, right.dot(down) == 0, down.dot(forward) == 0 else {
      throw .repeated
    }
    let rest = forward.cross(right)
    guard rest == down else {
      throw .mirrored("\(words[0]) \(words[1]) \(Self.word(rest))")
    }
    bodyFromBoard = Matrix3(forward, right, down)
  }

  /// - Returns: `nil` if the rotation does not map axes to axes.
  package init?(_ rotation: Matrix3) {
    func rounded(_ row: Vector3) -> Vector3 {
      Vector3(row.x.rounded(), row.y.rounded(), row.z.rounded())
    }
    let whole = Matrix3(rounded(rotation.row0), rounded(rotation.row1), rounded(rotation.row2))
    guard rotation.isRotation(), whole.isRotation(),
      (whole.row0 - rotation.row0).length < 1e-3, (whole.row1 - rotation.row1).length < 1e-3
    else { return nil }
    bodyFromBoard = whole
  }

  private static let axes: [(word: String, axis: Vector3)] = [
    ("x", Vector3(1, 0, 0)), ("y", Vector3(0, 1, 0)), ("z", Vector3(0, 0, 1)),
    ("-x", Vector3(-1, 0, 0)), ("-y", Vector3(0, -1, 0)), ("-z", Vector3(0, 0, -1)),
  ]

  private static func axis(_ word: Substring) -> Vector3? {
    axes.first { $0.word == word }?.axis
  }

  private static func word(_ axis: Vector3) -> String {
    axes.first { $0.axis == axis }?.word ?? "?"
  }
}

extension BoardMount: CustomStringConvertible {
  /// The text that `init(parsing:)` accepts: `x -y -z`.
  package var description: String {
    [bodyFromBoard.row0, bodyFromBoard.row1, bodyFromBoard.row2].map(Self.word)
      .joined(separator: " ")
  }
}

extension BoardMount {
  /// The mount in words: `flat, components up, x arrow forward`. `upright` means like a picture in
  /// front of a user who looks forward. For a board with z out of the side with the components.
  package var words: String {
    let boardFromBody = bodyFromBoard.transposed
    let (x, y, z) = (boardFromBody.row0, boardFromBody.row1, boardFromBody.row2)
    if z.z != 0 {
      let arrow = x.x != 0 ? ("x", x.x) : ("y", y.x)
      return "flat, components \(z.z < 0 ? "up" : "down"), "
        + "\(arrow.0) arrow \(arrow.1 > 0 ? "forward" : "back")"
    }
    let arrow = x.z != 0 ? ("x", x.z) : ("y", y.z)
    let pose =
      z.x != 0
      ? "upright, components \(z.x < 0 ? "towards you" : "away from you")"
      : "on its edge, components to the \(z.y > 0 ? "right" : "left")"
    return "\(pose), \(arrow.0) arrow \(arrow.1 < 0 ? "up" : "down")"
  }
}

extension Mount {
  /// The mount of two boards, or of one board twice.
  package init(magnetometer: BoardMount, inertial: BoardMount) {
    self.init(unchecked: magnetometer.bodyFromBoard, inertial.bodyFromBoard)
  }
}

/// Why a text is not the mount of a board.
package enum BoardMountError: Error, Equatable, Sendable {
  /// Not three of the six words.
  case notThreeAxes
  /// An axis occurs twice.
  case repeated
  /// The axes are a mirror image, which no mount can be. The text has axes that are possible.
  case mirrored(String)
}
