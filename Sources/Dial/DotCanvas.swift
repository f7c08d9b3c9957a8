/// A raster of 2 × 4 dots in each character cell. Cells are twice as high as wide, so dots are
/// square.
struct DotCanvas {
  let columns: Int
  let rows: Int
  /// The dots of each cell, one byte, in the bit order of Unicode braille.
  private var dots: [UInt8]
  private var inks: [Ink]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    dots = Array(repeating: 0, count: columns * rows)
    inks = Array(repeating: .plain, count: columns * rows)
  }

  /// The width in dots.
  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  /// Sets a dot and gives its cell the ink. A dot outside the canvas is ignored.
  mutating func set(_ x: Int, _ y: Int, _ ink: Ink) {
    guard 0..<width ~= x, 0..<height ~= y else { return }
    let cell = y / 4 * columns + x / 2
    dots[cell] |= Self.bit(x % 2, y % 4)
    inks[cell] = ink
  }

  /// Clears a dot.
  mutating func clear(_ x: Int, _ y: Int) {
    guard 0..<width ~= x, 0..<height ~= y else { return }
    dots[y / 4 * columns + x / 2] &= ~Self.bit(x % 2, y % 4)
  }

  /// The bit of a dot. Source: Unicode 8.6, the order of braille dots 1 to 8.
  static func bit(_ x: Int, _ y: Int) -> UInt8 {
    let bits: [UInt8] = x == 0 ? [0x01, 0x02, 0x04, 0x40] : [0x08, 0x10, 0x20, 0x80]
    return bits[y]
  }

  /// Sets every dot whose centre lies inside the convex polygon or on its edge; without an ink,
  /// clears these dots.
  mutating func fill(_ corners: [Point], _ ink: Ink?) {
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      left.isFinite, right.isFinite, top.isFinite, bottom.isFinite
    else { return }
    for y in max(Int(top), 0)...max(min(Int(bottom) + 1, height), 0) where y < height {
      for x in max(Int(left), 0)...max(min(Int(right) + 1, width), 0) where x < width {
        guard Point(x: Double(x) + 0.5, y: Double(y) + 0.5).isInside(corners) else { continue }
        if let ink { set(x, y, ink) } else { clear(x, y) }
      }
    }
  }

  /// Draws a line one dot thick.
  mutating func line(from a: Point, to b: Point, _ ink: Ink) {
    let steps = max(abs(a.x - b.x), abs(a.y - b.y)).rounded(.up)
    guard steps.isFinite, steps < 10_000 else { return }
    for step in 0...max(Int(steps), 1) {
      let t = Double(step) / max(steps, 1)
      set(
        Int((a.x + (b.x - a.x) * t).rounded(.down)), Int((a.y + (b.y - a.y) * t).rounded(.down)),
        ink)
    }
  }

  /// Draws a circle one dot thick.
  mutating func circle(_ centre: Point, _ radius: Double, _ ink: Ink) {
    guard radius > 0, radius < 10_000 else { return }
    // One dot for each step along the longer axis in each eighth gives no corners and no gaps.
    for step in 0...Int(radius * 0.7072) {
      let a = Double(step) + 0.5
      let b = max(radius * radius - a * a, 0).squareRoot()
      for (dx, dy) in [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)] {
        set(Int((centre.x + dx).rounded(.down)), Int((centre.y + dy).rounded(.down)), ink)
      }
    }
  }

  /// The cells that have dots, as characters of `style`.
  func grid(_ style: Style) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = row * columns + column
        guard dots[cell] != 0 else { continue }
        let scalar = style.isUnicode ? Self.braille(dots[cell]) : DotShape.ascii(dots[cell])
        grid.put(scalar, column: column, row: row, inks[cell])
      }
    }
    return grid
  }

  private static func braille(_ dots: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x2800 + UInt32(dots)) ?? " "
  }
}

/// A point of the canvas in dots, x right, y down.
struct Point {
  var x: Double
  var y: Double

  /// The point at `distance` from here, in the direction `degrees` clockwise from up.
  func offset(_ direction: DialDirection, _ distance: Double) -> Point {
    Point(x: x + direction.sine * distance, y: y - direction.cosine * distance)
  }

  /// Whether the point lies inside the convex polygon: on the same side of every edge.
  func isInside(_ corners: [Point]) -> Bool {
    var hasLeft = false
    var hasRight = false
    for (index, a) in corners.enumerated() {
      let b = corners[(index + 1) % corners.count]
      let side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
      if side < -1e-9 { hasLeft = true }
      if side > 1e-9 { hasRight = true }
    }
    return !(hasLeft && hasRight)
  }
}
