import Quantities
import Wire

/// Draws the compass rose: forward is up, the card turns below it, the arrow points to the Qibla.
struct Rose {
  let view: DialView
  let style: Style
  /// Rows of the rose. Its width is twice as many columns less one, so that it has a middle.
  let rows: Int

  /// The radius of the ring in dots. One row outside is for the marks.
  var radius: Double { Double(2 * rows - 6) }
  var isLarge: Bool { rows >= 15 }
  private var columns: Int { 2 * rows - 1 }
  var centre: Point { Point(x: Double(columns), y: Double(2 * rows)) }

  /// The radius of the card's letters in dots: inside the ring, or on it in a small rose.
  var letterRadius: Double { isLarge ? radius - 8.5 : radius }
  private var needleLength: Double { letterRadius - 4.5 }

  /// The rose as a grid of `rows` rows.
  func draw() -> Grid {
    var canvas = DotCanvas(columns: columns, rows: rows)
    drawRing(on: &canvas)
    let heading = view.heading.map { $0.degrees + view.turnedDegrees }
    if let heading {
      drawTicks(on: &canvas, heading)
      drawNeedle(on: &canvas, heading)
    }
    let pointer = view.pointer.map { $0.degrees - view.turnedDegrees }
    if let pointer { drawArrow(on: &canvas, pointer) }
    // Last: near the target the Kaaba must not hide it.
    drawForwardMark(on: &canvas)
    var grid = canvas.grid(style)
    if let heading { drawLetters(on: &grid, heading, hidden: pointer) }
    if let pointer, !style.isUnicode { put("[K]", at: pointer, radius, .qibla, on: &grid) }
    if view.isStale {
      grid.fade()
      drawCaption(Words(view: view, style: style).silence, .bad, on: &grid)
    } else if heading == nil {
      drawCaption("no heading", .strong, on: &grid)
    }
    return grid
  }

  private func drawRing(on canvas: inout DotCanvas) {
    // Slightly smaller, so that both sides of the middle round alike.
    canvas.circle(centre, radius - 0.3, view.statusInk)
  }

  /// Draws a wedge above the ring that shows forward.
  private func drawForwardMark(on canvas: inout DotCanvas) {
    let tip = Point(x: centre.x, y: centre.y - radius - 0.5)
    canvas.fill(
      [tip, Point(x: tip.x - 4, y: tip.y - 5), Point(x: tip.x + 4, y: tip.y - 5)], .strong)
  }

  private func drawTicks(on canvas: inout DotCanvas, _ heading: Double) {
    for degrees in stride(from: 0, to: 360, by: isLarge && style.isUnicode ? 10 : 30) {
      let direction = DialDirection(degrees: Double(degrees) - heading)
      let length = !isLarge ? 1.5 : degrees % 90 == 0 ? 5 : degrees % 30 == 0 ? 4 : 2
      canvas.line(
        from: centre.offset(direction, radius - length), to: centre.offset(direction, radius - 1),
        view.statusInk)
    }
  }

  /// Draws the needle of a hand compass: filled to the north, hollow to the south.
  private func drawNeedle(on canvas: inout DotCanvas, _ heading: Double) {
    let north = DialDirection(degrees: -heading)
    let halfWidth = max(radius / 11, 1.5)
    let (right, left) = (
      centre.offset(north.right, halfWidth), centre.offset(north.right.opposite, halfWidth)
    )
    let tail = centre.offset(north.opposite, needleLength)
    canvas.line(from: right, to: tail, .south)
    canvas.line(from: left, to: tail, .south)
    let ink = view.heading?.isTrue == true ? Ink.north : .magnetic
    canvas.fill([right, centre.offset(north, needleLength), left], ink)
  }

  private func drawLetters(on grid: inout Grid, _ heading: Double, hidden pointer: Double?) {
    let isTrue = view.heading?.isTrue == true
    for degrees in stride(from: 0, to: 360, by: 30) {
      let isCardinal = degrees % 90 == 0
      guard isCardinal || rows >= 19 else { continue }
      let direction = Double(degrees) - heading
      let letter = ["N", "E", "S", "W"][degrees / 90]
      let text = isCardinal ? (degrees == 0 && !isTrue ? "MN" : letter) : String(degrees)
      let ink = degrees == 0 ? (isTrue ? Ink.north : .magnetic) : isCardinal ? .strong : .faint
      // A letter gives way to the Kaaba.
      guard isCardinal && isLarge || !isCrowded(direction, pointer) else { continue }
      put(text, at: direction, letterRadius, ink, on: &grid)
    }
  }

  /// Whether a letter in this direction would touch the Kaaba on the rim.
  private func isCrowded(_ direction: Double, _ pointer: Double?) -> Bool {
    guard let pointer else { return false }
    let letter = centre.offset(DialDirection(degrees: direction), letterRadius)
    let kaaba = centre.offset(DialDirection(degrees: pointer), radius)
    return abs(letter.x - kaaba.x) < (isLarge ? 10 : 5) && abs(letter.y - kaaba.y) < 9
  }

  private func drawCaption(_ text: String, _ ink: Ink, on grid: inout Grid) {
    let line = Line(text, ink).fitted(to: columns - 2)
    let left = (columns - line.width) / 2
    grid.put(Line(" ").then(line).then(" "), column: left - 1, row: rows / 2, limit: columns)
  }

  /// Writes `text` with its middle in a direction from the centre.
  private func put(
    _ text: String, at degrees: Double, _ distance: Double, _ ink: Ink, on grid: inout Grid
  ) {
    let place = centre.offset(DialDirection(degrees: degrees), distance)
    let left = place.x / 2 - Double(text.count) / 2
    grid.put(text, column: Int(left.rounded()), row: Int(place.y / 4), ink)
  }
}
