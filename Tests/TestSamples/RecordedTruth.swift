internal import Glibc
import JSON
import Quantities
import Trace

/// The true heading and motion of one instant of a recording or scene.
struct Truth {
  /// s.
  var time = 0.0
  /// Degrees clockwise from magnetic north to body x; `nil` where it is not known.
  var heading: Double?
  /// Degrees, x above the horizontal.
  var pitch: Double?
  var isMoving = true
}

extension Truth {
  /// The truth of one line of a recording, its heading in the truth's own frame.
  init(line: ArraySlice<UInt8>) throws {
    var scanner = JSONScanner(line)
    try scanner.beginObject()
    var first = true
    while let key = try scanner.nextKey(first: first) {
      first = false
      switch key {
      case "t": time = try scanner.number()
      case "truth_heading": heading = try Self.number(&scanner)
      case "moving": isMoving = try scanner.bool()
      case "truth_q": pitch = try Self.pitch(&scanner)
      default: try scanner.skipValue()
      }
    }
  }

  private static func number(_ scanner: inout JSONScanner) throws -> Double? {
    guard scanner.peek() == UInt8(ascii: "n") else { return try scanner.number() }
    try scanner.null()
    return nil
  }

  /// [w, x, y, z], sensor → east, north, up: the height of x is the last row's first element.
  private static func pitch(_ scanner: inout JSONScanner) throws -> Double? {
    guard scanner.peek() != UInt8(ascii: "n") else {
      try scanner.null()
      return nil
    }
    try scanner.beginArray()
    var q: [Double] = []
    while try scanner.nextElement(first: q.isEmpty) { q.append(try scanner.number()) }
    guard q.count == 4 else { return nil }
    return asin(min(max(2 * (q[1] * q[3] - q[0] * q[2]), -1), 1)).inDegrees
  }
}

extension [Truth] {
  /// The truth at an instant, s, where it is known and x is at most 60° steep.
  ///
  /// - Parameter low: the index to start from; times are asked for in order.
  func at(_ time: Double, from low: inout Int) -> (heading: Double, isMoving: Bool)? {
    guard count > 1, time >= self[0].time, time <= self[count - 1].time else { return nil }
    while low + 2 < count, self[low + 1].time < time { low += 1 }
    let (a, b) = (self[low], self[low + 1])
    guard let from = a.heading, let to = b.heading, let pitch = a.pitch, abs(pitch) <= 60 else {
      return nil
    }
    let part = Swift.min(Swift.max((time - a.time) / Swift.max(b.time - a.time, 1e-9), 0), 1)
    return (from + part * RelativeBearing(degrees: to - from).degrees, a.isMoving)
  }
}
