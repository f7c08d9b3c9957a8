import Boards
import Quantities

extension Configuration.Mount {
  private static let sense = "which of the board's axes point forward, right and down"
  private static let example = "as in \"x -y -z\" (\(BoardMount.componentsUp.words))"
  private static let names = "`qiblactl mount list` lists the boards that can be named"

  /// Reads `[mount]`: `board` for the only board or for both; the other keys for one of two boards.
  mutating func read(_ section: Section) throws(ConfigurationError) {
    if let (board, mount) = try Self.placement(section, "board") {
      (magnetometer, inertial) = (mount, mount)
      (magnetometerBoard, inertialBoard) = (board, board)
    }
    isMagnetometerGiven = section.has("magnetometer")
    if let placement = try Self.placement(section, "magnetometer") {
      (magnetometerBoard, magnetometer) = placement
    }
    if let placement = try Self.placement(section, "inertial") {
      (inertialBoard, inertial) = placement
    }
  }

  /// A board's name, three axes, or both: `"sparkfun-19895"`, `"y x -z"`, `"sparkfun-19895 y x
  /// -z"`.
  private static func placement(
    _ section: Section, _ key: String
  ) throws(ConfigurationError) -> (NamedBoard?, BoardMount)? {
    let allowed = "\(sense), three of x, -x, y, -y, z and -z separated by blanks, \(example)"
    guard let text = try section.string(key, allowed, where: { _ in true }) else { return nil }
    let words = text.split(separator: " ")
    guard let name = words.first, name.contains(where: { $0.isNumber || $0.isLetter }),
      !["x", "y", "z"].contains(name.drop { $0 == "-" }), words.count == 1 || words.count == 4
    else { return (nil, try mount(text, section, key, allowed)) }
    guard let board = NamedBoard.named(name) else {
      let like = NamedBoard.names(like: name).map { "\"\($0)\"" }.joined(separator: ", ")
      throw section.badValue(
        key, (like.isEmpty ? "" : "\(like), or ") + "\(allowed); \(names)")
    }
    guard words.count == 4 else { return (board, .componentsUp) }
    let axes = words.dropFirst().joined(separator: " ")
    return (board, try mount(axes, section, key, "after the name \(allowed)"))
  }

  private static func mount(
    _ text: String, _ section: Section, _ key: String, _ allowed: String
  ) throws(ConfigurationError) -> BoardMount {
    do throws(BoardMountError) {
      return try BoardMount(parsing: text)
    } catch {
      switch error {
      case .notThreeAxes: throw section.badValue(key, allowed)
      case .repeated: throw section.badValue(key, "\(sense), each of x, y and z once, \(example)")
      case .mirrored(let other):
        throw section.badValue(
          key,
          "\(sense); these axes are a mirror image, which no mount can be; \"\(other)\" is possible"
        )
      }
    }
  }
}
