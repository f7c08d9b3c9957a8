private import Glibc
import Quantities

/// 48 cells of equal area on the sphere of directions, in rings of 4, 8, 12, 12, 8 and 4.
///
/// A ring between two heights has an area in proportion to their difference (Archimedes).
enum DirectionCells {
  /// Source: a size; a cell is about 30° wide.
  static let count = 48
  /// The width of a cell, rad. Source: derived; the square root of its area.
  static let width = (4 * .pi / Double(count)).squareRoot()
  /// Cells of each ring. Source: derived; equal areas, as square as may be.
  private static let rings = [4, 8, 12, 12, 8, 4]

  /// The cell, 0 to 47, of a direction of any length above 0.
  static func index(of direction: Vector3) -> Int {
    let part = (1 - direction.z / direction.length) / 2 * Double(count)
    var first = 0
    for (number, size) in rings.enumerated() {
      if part < Double(first + size) || number == rings.count - 1 {
        let turn = (atan2(direction.y, direction.x) / (2 * .pi) + 1) * Double(size)
        return first + min(size - 1, Int(turn.truncatingRemainder(dividingBy: Double(size))))
      }
      first += size
    }
    return count - 1
  }

  /// The middle of each cell, length 1.
  static let centres: [Vector3] = {
    var centres: [Vector3] = []
    for size in rings {
      let z = 1 - 2 * (Double(centres.count) + Double(size) / 2) / Double(count)
      let level = (1 - z * z).squareRoot()
      for number in 0..<size {
        let angle = (Double(number) + 0.5) / Double(size) * 2 * .pi
        centres.append(Vector3(level * cos(angle), level * sin(angle), z))
      }
    }
    return centres
  }()
}
