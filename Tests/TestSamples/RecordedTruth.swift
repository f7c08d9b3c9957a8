private import Glibc
import JSON
import Quantities

/// The true heading and motion of one instant of a recording or scene.
package struct RecordedTruth {
  /// s.
  package var time: Double
  /// Degrees clockwise from magnetic north to body x; `nil` where it is not known.
  package var heading: Double?
  /// Degrees, x above the horizontal.
  package var pitch: Double?
  package var isMoving: Bool

  package init(
    time: Double = 0, heading: Double? = nil, pitch: Double? = nil, isMoving: Bool = true
  ) {
    (self.time, self.heading, self.pitch, self.isMoving) = (time, heading, pitch, isMoving)
  }
}

extension RecordedTruth {
  /// The truth of one line of a recording, its heading in the truth's own frame.
  package init(line: ArraySlice<UInt8>) throws {
    self.init()
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

extension [RecordedTruth] {
  /// The truth at an instant, s, where it is known and x is at most 60° steep.
  package func at(_ time: Double) -> (heading: Double, isMoving: Bool)? {
    guard count > 1, time >= self[0].time, time <= self[count - 1].time else { return nil }
    var (low, high) = (0, count - 1)  // the last line before `time`
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].time < time { low = middle } else { high = middle }
    }
    let (a, b) = (self[low], self[high])
    guard let from = a.heading, let to = b.heading, let pitch = a.pitch, abs(pitch) <= 60
    else { return nil }
    let part = Swift.min(Swift.max((time - a.time) / Swift.max(b.time - a.time, 1e-9), 0), 1)
    return (from + part * RelativeBearing(degrees: to - from).degrees, a.isMoving)
  }
}
