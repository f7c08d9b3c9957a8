import ArgumentParser
import Boards
import JSON
import Quantities

/// `qiblactl mount list`: the boards that have a name in the configuration.
struct MountListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the boards that have a name for [mount].",
    discussion: """
      A name stands for how the chips lie on the board; behind it may stand how the board sits: \
      board = "sparkfun-19895 y x -z". A chip that is marked open has no source for how it lies: \
      `qiblactl mount check` finds out.
      """)

  @Argument(
    help: "Only this board.",
    completion: .list(NamedBoard.all.map(\.name)))
  var name: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try qiblactl.run {
      let boards = try chosen()
      var output = StandardOutput()
      try output.write(json ? Self.line(boards) : Array(Self.text(boards).utf8))
      try output.flush()
    }
  }

  private func chosen() throws -> [NamedBoard] {
    guard let name else { return NamedBoard.all }
    guard let board = NamedBoard.named(name) else {
      let like = NamedBoard.names(like: name).joined(separator: ", ")
      throw CommandFailure(
        "there is no board \"\(name)\""
          + (like.isEmpty ? "; without a name all are listed" : "; did you mean \(like)?"))
    }
    return [board]
  }

  private static func text(_ boards: [NamedBoard]) -> String {
    var lines: [String] = []
    for board in boards {
      lines.append("\(board.name)  \(board.title); x is \(board.xAxis)")
      for part in board.parts {
        let why = part.source ?? "open: qiblactl mount check"
        lines.append("  \(part.driver): \(part.turn)  (\(why))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ boards: [NamedBoard]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("type")
    writer.string("boards")
    writer.key("boards")
    writer.beginArray()
    for board in boards { board.encode(into: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.bytes + [0x0A]
  }
}

extension NamedBoard {
  fileprivate func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(name)
    writer.key("title")
    writer.string(title)
    writer.key("x_axis")
    writer.string(xAxis)
    writer.key("chips")
    writer.beginArray()
    for part in parts {
      writer.beginObject()
      writer.key("driver")
      writer.string(part.driver)
      writer.key("board_from_chip")
      writer.string(part.turn)
      if let source = part.source {
        writer.key("source")
        writer.string(source)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension NamedBoard.Part {
  /// Which of the chip's axes point along the board's x, y and z: `x y z`.
  fileprivate var turn: String {
    BoardMount(boardFromChip).map(\.description) ?? "not along its axes"
  }
}
