import Quantities

/// Characters of a line. Source: derived; 600 units at some 6.5 for a character of 12 units.
private let lineLength = 92
/// The height of the curve, and that of a line, units.
private let (curveHeight, lineHeight) = (292, 18)

/// A certificate to print: the curve, the marks, and lines of text.
///
/// - Parameter lines: any text; one that is wider than the picture goes on in the next line, and XML's own characters are escaped.
/// - Returns: an SVG 640 units wide, and as high as the lines need.
public func deviationPicture(_ curve: DeviationCurve, lines: [String]) -> String {
  let axes = Axes(curve)
  let lines = lines.flatMap { wrapped($0, to: lineLength) }
  let height = curveHeight + lineHeight * (lines.count + 1)
  var parts = [
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 \#(height)" width="640" height="\#(height)" role="img">"#,
    "<title>Deviation curve of the heading</title>",
    #"<rect width="640" height="\#(height)" fill="white"/>"#,
    #"<g font-family="sans-serif" font-size="12" fill="black">"#,
  ]
  parts += axes.grid
  let points = stride(from: 0.0, through: 360, by: 3).map { direction in
    "\(axes.x(direction)) \(axes.y(curve.error(at: direction)))"
  }
  let path = points.joined(separator: "L")
  parts.append(#"<path d="M\#(path)" fill="none" stroke="royalblue" stroke-width="2"/>"#)
  for (direction, error) in zip(curve.directions, curve.errors) {
    let (x, y) = (axes.x(direction), axes.y(error))
    parts.append(#"<circle cx="\#(x)" cy="\#(y)" r="4" fill="firebrick"/>"#)
  }
  for (number, line) in lines.enumerated() {
    let y = curveHeight + lineHeight * (number + 1)
    parts.append(#"<text x="20" y="\#(y)">\#(line.escapedForXML)</text>"#)
  }
  return (parts + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
}

/// The words of a text in lines of at most `length` characters; a longer word is cut.
private func wrapped(_ text: String, to length: Int) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    var rest = word
    while !rest.isEmpty {
      let line = lines[lines.count - 1]
      let joined = line.isEmpty ? String(rest) : "\(line) \(rest)"
      if joined.count <= length {
        lines[lines.count - 1] = joined
        break
      }
      if line.isEmpty {
        lines[lines.count - 1] = String(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      if !rest.isEmpty { lines.append("") }
    }
  }
  return lines
}

/// Where directions and errors are in the picture.
private struct Axes {
  /// Degrees: the error at the upper edge; a whole number.
  private let largest: Double

  private static let left = 60.0
  private static let width = 550.0
  private static let top = 40.0
  private static let height = 220.0

  init(_ curve: DeviationCurve) {
    let all = curve.errors.map(abs) + [abs(curve.worst.error)]
    largest = max(1, (all.max() ?? 1).rounded(.up))
  }

  func x(_ direction: Double) -> Double { Self.round(Self.left + direction / 360 * Self.width) }

  func y(_ error: Double) -> Double {
    Self.round(Self.top + Self.height / 2 * (1 - error / largest))
  }

  private static func round(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// Lines and labels.
  var grid: [String] {
    let errors = [-largest, 0, largest].map { error in
      let label = error > 0 ? "+\(Int(error))" : "\(Int(error))"
      return #"<path d="M\#(x(0)) \#(y(error))H\#(x(360))" stroke="silver"/>"#
        + #"<text x="52" y="\#(y(error))" dy="4" text-anchor="end">\#(label)°</text>"#
    }
    let directions = stride(from: 0, through: 360, by: 90).map { direction in
      let x = x(Double(direction))
      return #"<path d="M\#(x) \#(y(largest))V\#(y(-largest))" stroke="gainsboro"/>"#
        + #"<text x="\#(x)" y="278" text-anchor="middle">\#(direction)°</text>"#
    }
    return errors + directions
  }
}

extension String {
  /// With XML's own characters as entities: a profile's name is the user's text.
  fileprivate var escapedForXML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}
