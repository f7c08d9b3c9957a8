import ArgumentParser
import Boards
import JSON
import Quantities

/// `qiblactl mount list`: lists the boards that can be named in the configuration.
struct MountListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the boards that can be named in [mount].",
    discussion: """
      The name of a board gives the directions of the chips' axes on it. The mount of the board in \
      the device can follow the name: board = "sparkfun-19895 y x -z". For a chip marked open, no \
      source confirms the directions of its axes: run `qiblactl mount check`.

      Example: qiblactl mount list
      """)

  @Argument(
    help: "List only this board.",
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
          + (like.isEmpty
            ? "; qiblactl mount list shows all boards" : "; did you mean \(like)?"))
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
  /// The chip's axes that point along the board's x, y and z: `x y z`.
  fileprivate var turn: String {
    BoardMount(boardFromChip).map(\.description) ?? "not along its axes"
  }
}
