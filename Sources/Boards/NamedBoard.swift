package import Quantities

/// A commercial board by name: the chips on it, and the orientation of each chip in the board's
/// axes.
///
/// A board's axes are its printed arrows, with z out of the side with the components; without
/// arrows, `xAxis` defines x. A chip's axes are its sensor frame (`Chip` in `Sensors`): x along the
/// maker's arrow on the part, z out of its top.
package struct NamedBoard: Equatable, Sendable {
  /// The orientation of one chip on the board.
  package struct Part: Equatable, Sendable {
    /// The name of its driver, as in `lis3mdl`.
    package let driver: String
    /// The rotation from the chip's sensor frame to the board's axes.
    package let boardFromChip: Matrix3
    /// The source for the orientation; `nil` without a source: the chip's axes are then taken to be
    /// the board's.
    package let source: String?
  }

  /// The board's name in the configuration, as in `sparkfun-19895`.
  package let name: String
  /// Maker, number and chips, for people.
  package let title: String
  /// The direction of the x axis, in words.
  package let xAxis: String
  package let parts: [Part]

  /// The rotation from a chip's sensor frame to the board's axes; the identity for a chip that is
  /// not on the board.
  ///
  /// - Parameter driver: the name of the chip's driver; the kernel's name may be longer (`lis3mdl`,
  ///   `lsm9ds1_magn`).
  package func boardFromChip(_ driver: String) -> Matrix3 {
    part(driver)?.boardFromChip ?? .identity
  }

  /// The orientation of a chip; `nil` if it is not on the board.
  package func part(_ driver: String) -> Part? {
    parts.first { $0.driver == driver } ?? parts.first { driver.hasPrefix($0.driver) }
  }

  /// The board with this name; `nil` if there is none.
  package static func named(_ name: some StringProtocol) -> NamedBoard? {
    all.first { $0.name == name }
  }

  /// The known names that are most similar to `name`, at most three, for an error message.
  package static func names(like name: some StringProtocol) -> [String] {
    let words = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    let scored = all.map { board in (board.name, words.count { board.name.contains($0) }) }
    return scored.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.prefix(3).map(\.0)
  }
}

extension NamedBoard {
  /// A board whose chips' axes are all parallel to its own.
  ///
  /// - Parameter parts: driver and source of each chip.
  init(
    _ name: String, _ title: String, xAxis: String = "its printed x arrow",
    parallel parts: [(driver: String, source: String?)]
  ) {
    self.name = name
    self.title = title
    self.xAxis = xAxis
    self.parts = parts.map { Part(driver: $0.driver, boardFromChip: .identity, source: $0.source) }
  }
}
