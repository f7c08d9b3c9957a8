/// Finds the ASCII character that looks most like the dots of a cell.
enum DotShape {
  static func ascii(_ dots: UInt8) -> Unicode.Scalar {
    guard dots.nonzeroBitCount < 6 else { return "#" }
    let left = rows(dots, column: 0)
    let right = rows(dots, column: 1)
    guard let l = left.mean, let r = right.mean else { return upright(left + right) }
    if l - r >= 0.9 { return "/" }
    if r - l >= 0.9 { return "\\" }
    switch (l + r) / 2 {
    case _ where dots.nonzeroBitCount >= 5: return "#"
    case ..<0.75: return "\""
    case 2.6...: return "_"
    default: return left.count + right.count > 3 ? "=" : "-"
    }
  }

  /// The character for dots in one column.
  private static func upright(_ rows: [Int]) -> Unicode.Scalar {
    guard rows.count < 2, let row = rows.first else { return "|" }
    return switch row {
    case 0: "'"
    case 3: "."
    default: "-"
    }
  }

  private static func rows(_ dots: UInt8, column: Int) -> [Int] {
    (0..<4).filter { dots & DotCanvas.bit(column, $0) != 0 }
  }
}

extension [Int] {
  fileprivate var mean: Double? { isEmpty ? nil : Double(reduce(0, +)) / Double(count) }
}
