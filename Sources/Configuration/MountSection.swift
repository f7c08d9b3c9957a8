import Quantities

extension Configuration.Mount {
  private static let sense = "which of the board's axes point forward, right and down"
  private static let example = "as in \"x -y -z\" (\(BoardMount.componentsUp.words))"

  /// Reads `[mount]`: `board` for both boards, or for the only one; the other keys for one of two.
  mutating func read(_ section: Section) throws(ConfigurationError) {
    if let board = try Self.board(section, "board") { (magnetometer, inertial) = (board, board) }
    magnetometer = try Self.board(section, "magnetometer") ?? magnetometer
    inertial = try Self.board(section, "inertial") ?? inertial
  }

  private static func board(
    _ section: Section, _ key: String
  ) throws(ConfigurationError) -> BoardMount? {
    let allowed = "\(sense), three of x, -x, y, -y, z and -z with blanks between, \(example)"
    guard let text = try section.string(key, allowed, where: { _ in true }) else { return nil }
    do throws(BoardMountError) {
      return try BoardMount(parsing: text)
    } catch {
      switch error {
      case .notThreeAxes: throw section.badValue(key, allowed)
      case .repeated: throw section.badValue(key, "\(sense), each of x, y and z once, \(example)")
      case .mirrored(let other):
        throw section.badValue(
          key,
          "\(sense); no board can lie like this, for it is mirrored, but it can like \"\(other)\"")
      }
    }
  }
}
