private import Glibc

/// The cells of directions of a calibration, filled or empty: two hemispheres seen along z, in equal areas, or one circle
/// of a level turn.
///
/// The order of the cells is that of the member `coverage` (docs/protocol.md, calibration): rings of 4, 8, 12, 12, 8 and
/// 4 from z up to z down, each from x (drawn to the top) towards y (to the right).
struct CoverageMap {
  /// One character for each cell.
  let cells: [Character]
  let style: Style
  /// Rows of one hemisphere, odd; it is twice as wide.
  let rows: Int

  init(_ coverage: String, style: Style, rows: Int) {
    (cells, self.style, self.rows) = (Array(coverage), style, rows)
  }

  /// Rows of a hemisphere, odd; 0 where there is no room for one of five.
  static func rows(free: Int, columns: Int) -> Int {
    // Two hemispheres, each twice as wide as high, and a gap.
    let most = min(free, columns / 4, 15)
    return most < 5 ? 0 : most - (most + 1) % 2
  }

  /// Columns of one hemisphere.
  private var columns: Int { 2 * rows - 1 }

  /// Columns of all that is drawn.
  var width: Int { isLevelTurn ? columns : 2 * columns + 2 }

  private var isLevelTurn: Bool { cells.count == 24 }

  /// The map; blank where the coverage has another number of cells.
  func draw() -> Grid {
    var grid = Grid(columns: width, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let forward = 1 - 2 * (Double(row) + 0.5) / Double(rows)
        let right = 2 * (Double(column) + 0.5) / Double(columns) - 1
        let square = forward * forward + right * right
        guard square <= 1 else { continue }
        let turn = (atan2(right, forward) / (2 * .pi) + 1).truncatingRemainder(dividingBy: 1)
        if isLevelTurn {
          guard square > 0.35 else { continue }
          put(Int(turn * 24), column, row, on: &grid)
        } else if cells.count == 48 {
          let upper = Self.cell(square: square, turn: turn)
          put(upper, column, row, on: &grid)
          put(Self.mirrored(upper), columns + 2 + column, row, on: &grid)
        }
      }
    }
    return grid
  }

  private func put(_ cell: Int, _ column: Int, _ row: Int, on grid: inout Grid) {
    guard cells.indices ~= cell else { return }
    if cells[cell] == "1" {
      grid.put(style.isUnicode ? "█" : "#", column: column, row: row, .good)
    } else {
      grid.put(style.isUnicode ? "·" : ".", column: column, row: row, .faint)
    }
  }

  /// Where each ring of a hemisphere begins, and how many cells it has, from the middle outwards.
  private static let rings: [(first: Int, size: Int)] = [(0, 4), (4, 8), (12, 12)]

  /// The cell of the upper hemisphere.
  ///
  /// - Parameters:
  ///   - square: of the distance from the middle, 1 at the rim: the area within it, part of 1.
  ///   - turn: from x towards y, part of 1.
  static func cell(square: Double, turn: Double) -> Int {
    let ring = square * 24 < 4 ? rings[0] : square * 24 < 12 ? rings[1] : rings[2]
    return ring.first + min(Int(turn * Double(ring.size)), ring.size - 1)
  }

  /// The cell of the lower hemisphere at the same place of the picture.
  static func mirrored(_ upper: Int) -> Int {
    switch upper {
    case ..<4: 44 + upper
    case ..<12: 36 + upper - 4
    default: 24 + upper - 12
    }
  }
}
