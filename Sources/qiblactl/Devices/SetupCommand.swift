import ArgumentParser
import Boards
import DaemonConfiguration
import Glibc
import Quantities

/// `qiblactl setup`: a first configuration from four questions.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Write a first configuration, from four questions.",
    usage: """
      qiblactl setup [--config FILE]
      qiblactl setup --yes [--place LAT,LON] [--board NAME] [--mount AXES] [--readers all|group] [--config FILE]
      """,
    discussion: """
      It asks where the device is, which board it has, how that is mounted and who may read the heading. \
      An empty answer keeps what the file says, or the default. Everything else in the file stays. An option \
      answers its question; --yes asks none.

      Examples:
        sudo qiblactl setup
        sudo qiblactl setup --yes --place=-33.87,151.21 --board adafruit-4479
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the device is without a satellite receiver: degrees, north and east positive.",
      valueName: "LAT,LON"))
  var place: String?

  @Option(
    help: ArgumentHelp("The board, as `qiblactl mount list` names it.", valueName: "name"),
    completion: .list(NamedBoard.all.map(\.name)))
  var board: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The board's axes that point forward, right and down in the device.", valueName: "axes"))
  var mount: String?

  @Option(help: "Who may read the stream: all users, or the daemon's group only.")
  var readers: Readers?

  @Option(
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var config = Configuration.defaultPath

  @Flag(help: "Ask nothing.")
  var yes = false

  /// Who may read the stream.
  enum Readers: String, CaseIterable, ExpressibleByArgument {
    case all, group
  }

  func validate() throws {
    do throws(WordsError) { _ = try Self.placeEdits(place) } catch {
      throw ValidationError("--place: \(error)")
    }
    do throws(WordsError) { _ = try Self.mountEdits(board, mount) } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    try qiblactl.run {
      guard yes || isatty(STDIN_FILENO) == 1 else {
        throw CommandFailure("there is no terminal to ask; give --yes and the answers as options")
      }
      let edits: [SettingEdit]
      do {
        let present = try Configuration.load(path: config, mayBeAbsent: true)
        edits = try answers(present.mount)
        if !edits.isEmpty { try Configuration.write(edits, path: config) }
      } catch { throw CommandFailure("\(error)") }
      guard !edits.isEmpty else {
        complain("nothing was answered: \(config) stays as it is")
        return
      }
      for edit in edits { print("[\(edit.section)] \(edit.key) = \(edit.literal)") }
      print(next(edits))
    }
  }

  /// The settings of all answers.
  ///
  /// - Parameter present: the mount that the file has.
  private func answers(_ present: Configuration.Mount) throws(WordsError) -> [SettingEdit] {
    var edits: [SettingEdit] = []
    edits += try answer(
      place, "Where is the device? LAT,LON; empty: as in the file, or a satellite receiver says it"
    ) {
      text throws(WordsError) in try Self.placeEdits(text)
    }
    // One setting: the mount stands after the name of the board.
    var name = board
    _ = try answer(
      board, "Which board? A name of `qiblactl mount list`; empty: as in the file, or it has none"
    ) { text throws(WordsError) in
      _ = try Self.mountEdits(text, nil)
      name = text
      return []
    }
    edits += try answer(
      mount,
      "Which of its axes point forward, right and down? Empty: as in the file, or x -y -z, flat, components up"
    ) { text throws(WordsError) in
      try Self.mountEdits(name, text, keeping: present)
    }
    edits += try answer(
      readers?.rawValue,
      "Who may read heading and position? all or group; empty: as in the file, or all"
    ) {
      text throws(WordsError) in
      guard let text else { return [] }
      guard let readers = Readers(rawValue: text) else {
        throw WordsError(description: "answer all or group")
      }
      let mode = readers == .all ? "0666" : "0660"
      return [SettingEdit(section: "stream", key: "mode", literal: "\"\(mode)\"")]
    }
    return edits
  }

  /// The settings of an option or of an answer; asks again after one that cannot be used.
  ///
  /// - Parameter edits: of the answer; of `nil` where there is none.
  private func answer(
    _ given: String?, _ question: String, _ edits: (String?) throws(WordsError) -> [SettingEdit]
  ) throws(WordsError) -> [SettingEdit] {
    if yes || given != nil { return try edits(given) }
    while true {
      print("\(question): ", terminator: "")
      fflush(nil)
      guard let line = readLine(), !line.allSatisfy(\.isWhitespace) else { return try edits(nil) }
      do throws(WordsError) { return try edits(line.trimmed) } catch { print("\(error)") }
    }
  }

  private static func placeEdits(_ text: String?) throws(WordsError) -> [SettingEdit] {
    guard let text else { return [] }
    let place = try placeWords([text], "-33.87,151.21").coordinates
    // −0.0 + 0 is 0.0.
    return [
      SettingEdit(section: "place", key: "longitude_deg", literal: "\(place.longitude + 0)"),
      SettingEdit(section: "place", key: "latitude_deg", literal: "\(place.latitude + 0)"),
    ]
  }

  /// The setting of a board's name and its axes; what is `nil` stays as in the mount `present`.
  private static func mountEdits(
    _ board: String?, _ axes: String?, keeping present: Configuration.Mount = Configuration.Mount()
  ) throws(WordsError) -> [SettingEdit] {
    let words = [board, axes].compactMap(\.self).joined(separator: " ")
    guard !words.isEmpty else { return [] }
    if let board, NamedBoard.named(board) == nil {
      let like = NamedBoard.names(like: board).joined(separator: ", ")
      throw WordsError(
        description: "there is no board \"\(board)\"; qiblactl mount list names all"
          + (like.isEmpty ? "" : ", such as \(like)"))
    }
    let text: String?
    do throws(MountWordsError) { text = try present.boardText(with: words) } catch {
      throw WordsError(description: "the mount: give \(error.allowed)")
    }
    guard let text else {
      throw WordsError(
        description:
          "the file has one mount for magnetometer and another for inertial: change [mount] by hand"
      )
    }
    return [.mount("board", to: text)]
  }

  /// What to do next, in words.
  private func next(_ edits: [SettingEdit]) -> String {
    var lines = ["\(config) is written; the daemon takes it with: sudo systemctl restart qiblad"]
    if edits.contains(where: { $0.section == "stream" && $0.literal == "\"0660\"" }) {
      lines.append(
        """
        as a service its socket is systemd's: sudo systemctl edit qiblad.socket, with [Socket], SocketMode=0660 and \
        SocketGroup=qibla on lines of their own; then sudo systemctl restart qiblad.socket qiblad-control.socket qiblad
        """
      )
    }
    return (lines + ["then: qiblactl doctor"]).joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
