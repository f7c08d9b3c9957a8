import Wire

/// Draws the arrow to the Qibla and the Kaaba at its end.
extension Rose {
  /// Draws a shaft with a head, the Kaaba at its end on the rim, and an arc around it that is as
  /// wide as the heading error.
  func drawArrow(on canvas: inout DotCanvas, _ pointer: Double) {
    let direction = DialDirection(degrees: pointer)
    let error = min(view.reading?.error68Degrees ?? 0, 180)
    for offset in stride(from: -error, through: error, by: 0.5) {
      let place = centre.offset(DialDirection(degrees: pointer + offset), radius + 2.5)
      canvas.set(place, arrowInk)
    }
    let length = letterRadius - (isLarge ? 4 : 3)
    let head = min(max(radius / 4.5, 3), 16)
    let neck = centre.offset(direction, length - head)
    let shaft = max(radius / 36, 0.6)
    // A gap separates the shaft from the needle where they cross.
    canvas.fill(bar(to: neck, direction, shaft + 1.5), nil)
    canvas.fill(bar(to: neck, direction, shaft), arrowInk)
    canvas.fill(
      [
        centre.offset(direction, length), neck.offset(direction.right, head * 0.55),
        neck.offset(direction.right.opposite, head * 0.55),
      ], arrowInk)
    if style.isUnicode { drawKaaba(on: &canvas, centre.offset(direction, radius)) }
  }

  /// The corners of a bar from the centre, `halfWidth` dots to each side.
  private func bar(to end: Point, _ direction: DialDirection, _ halfWidth: Double) -> [Point] {
    [
      centre.offset(direction.right, halfWidth), end.offset(direction.right, halfWidth),
      end.offset(direction.right.opposite, halfWidth),
      centre.offset(direction.right.opposite, halfWidth),
    ]
  }

  /// Draws a cube from the front, with the band around its upper third.
  private func drawKaaba(on canvas: inout DotCanvas, _ place: Point) {
    let half = isLarge ? 4 : 2
    let (x, y) = (Int(place.x), Int(place.y))
    for dy in -half - 2...half + 1 {
      for dx in -half - 1...half + 1 {
        let isInside = max(abs(dx), abs(dy)) <= half
        let isEdge = max(abs(dx), abs(dy)) == half
        let isBand = isLarge && dy == -half + 2
        canvas.clear(x + dx, y + dy)
        if isInside, isEdge || isBand { canvas.set(x + dx, y + dy, arrowInk) }
      }
    }
  }

  /// Gold; green when the device faces the Qibla with an accurate heading.
  private var arrowInk: Ink {
    view.reading?.alignment == .aligned && !view.isStale ? .aligned : .qibla
  }
}

extension DotCanvas {
  fileprivate mutating func set(_ place: Point, _ ink: Ink) {
    set(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)), ink)
  }
}
