internal import NIOCore
internal import Wire

/// The bytes of one line for each turn of the screen: made when the first client needs them, so that a
/// tick costs one encoding for each turn that is watched.
struct TurnedLines {
  private let line: Line
  private var turned: [ScreenTurn: ByteBuffer] = [:]

  init(_ line: Line) { self.line = line }

  mutating func bytes(for turn: ScreenTurn) -> ByteBuffer {
    guard turn != .none, let reading = line.reading else { return line.bytes }
    if let made = turned[turn] { return made }
    let bytes = ByteBuffer(bytes: reading.turned(by: turn).line)
    turned[turn] = bytes
    return bytes
  }
}
