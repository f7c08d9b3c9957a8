package import Quantities

/// A board that is sold, by name: which chips are on it and how each lies in the axes printed on the board.
///
/// The axes of a board are those of its printed arrows, z out of the side with the components; where no arrow
/// is printed, `xAxis` says what x is. The axes of a chip are its sensor frame (`Chip` in `Sensors`): x along the
/// maker's arrow on the part, z out of its top.
package struct NamedBoard: Equatable, Sendable {
  /// How one chip lies on the board.
  package struct Part: Equatable, Sendable {
    /// What its driver is called, as in `lis3mdl`.
    package let driver: String
    /// The rotation from the chip's sensor frame to the board's axes.
    package let boardFromChip: Matrix3
    /// Who says so; `nil` where nobody does, and the chip is taken to lie along the board's axes.
    package let source: String?
  }

  /// What the configuration calls it, as in `sparkfun-19895`.
  package let name: String
  /// Maker, number and what is on it, for people.
  package let title: String
  /// What its x axis is.
  package let xAxis: String
  package let parts: [Part]

  /// The rotation from a chip's sensor frame to the board's axes; the identity for a chip that is not on it.
  ///
  /// - Parameter driver: of the chip, or what the kernel calls its driver, which may be longer
  ///   (`lis3mdl`, `lsm9ds1_magn`).
  package func boardFromChip(_ driver: String) -> Matrix3 {
    part(driver)?.boardFromChip ?? .identity
  }

  /// How a chip lies on it; `nil` where it is not on the board.
  package func part(_ driver: String) -> Part? {
    parts.first { $0.driver == driver } ?? parts.first { driver.hasPrefix($0.driver) }
  }

  /// The board of that name; `nil` where none is known.
  package static func named(_ name: some StringProtocol) -> NamedBoard? {
    all.first { $0.name == name }
  }

  /// The known names that are most like `name`, for an error message; at most three.
  package static func names(like name: some StringProtocol) -> [String] {
    let words = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    let scored = all.map { board in (board.name, words.count { board.name.contains($0) }) }
    return scored.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.prefix(3).map(\.0)
  }
}

extension NamedBoard {
  /// A board whose chips all lie along its axes.
  ///
  /// - Parameter parts: driver and source of each.
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
