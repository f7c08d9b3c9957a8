/// Cuts the bytes of a connection into lines of bounded length.
///
/// A longer line is skipped up to its end and counted once.
struct LineBuffer: Equatable, Sendable {
  /// Bytes without the line feed. gpsd makes a line in a buffer of `GPS_JSON_RESPONSE_MAX` bytes
  /// (gps_json.h of its sources): 10,240 since there are raw measurements of u-blox 9, 4096 and
  /// 1024 before.
  static let longestLine = 16_384

  /// The beginning of a line whose end has not come; at most `longestLine`.
  private var held: [UInt8] = []
  /// Whether what comes belongs to a line that is too long.
  private var isSkipping = false
  /// Lines that were too long, since the connection was made.
  private(set) var skipped = 0

  /// The lines that end in `chunk`, without their line feeds.
  mutating func lines(adding chunk: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = chunk
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      hold(rest[..<end])
      if !isSkipping { lines.append(held[...]) }
      held = []
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    hold(rest)
    return lines
  }

  private mutating func hold(_ part: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    guard held.count + part.count <= Self.longestLine else {
      isSkipping = true
      skipped += 1
      held = []
      return
    }
    held += part
  }
}
