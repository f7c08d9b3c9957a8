import ArgumentParser
import Glibc
import JSON
import Wire

/// `qiblactl record`: records what the running daemon's sensors measure.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record what the running daemon's sensors measure.",
    discussion: """
      Without a command: `qiblactl record walk --for 60s` records for a minute. The recording replays to the \
      same readings: `qiblactl replay`.
      """,
    subcommands: [RecordFileCommand.self, RecordStopCommand.self, RecordStatusCommand.self],
    defaultSubcommand: RecordFileCommand.self)
}

/// `qiblactl record file`, which is `qiblactl record`.
struct RecordFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "file", abstract: "Record to a file, until the time is over or Ctrl-C.",
    usage: "qiblactl record [FILE] [--for 60s] [--max-size 50M] [--rotate N] [--redact-position]",
    discussion: """
      A name without a directory, such as walk, is a file in the daemon's directory for recordings; with a \
      directory, such as ./walk, it is there, which only the daemon's own user and root may ask for. The name \
      gets .jsonl.gz at its end. The answer names the file.

      Example: qiblactl record walk --for 10m --max-size 20M --rotate 5
      """)

  @Argument(help: "The file; without one a name by the time.")
  var file: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End after this time: 90s, 10m, 2h.", valueName: "time"),
    transform: { try RecordingUnits.seconds($0) })
  var limit: Double?

  @Option(
    help: ArgumentHelp(
      "End before a file is larger: 500k, 50M, 1G; 100M unless given.", valueName: "size"),
    transform: { try RecordingUnits.bytes($0) })
  var maxSize: Int64?

  @Option(
    help: ArgumentHelp(
      "At --max-size continue in a new file; keep the newest N files: FILE-1, FILE-2, …",
      valueName: "N"))
  var rotate = 1

  @Flag(help: "Leave out every position: the receiver's, the configured and the last known one.")
  var redactPosition = false

  @Flag(help: "Return at once; the daemon records until a limit or qiblactl record stop.")
  var untilStopped = false

  @Flag(help: "Replace a recording of that name.")
  var force = false

  @OptionGroup var options: ControlOptions

  func validate() throws {
    guard RecordingOptions.fileCounts.contains(Int64(rotate)) else {
      throw ValidationError("--rotate: \(rotate) is not from 1 to 1000 files")
    }
    if let file { _ = try Self.place(file) }
  }

  func run() throws {
    try qiblactl.run {
      let request = RecordingOptions(
        try file.map(Self.place) ?? .directory(name: nil), limitSeconds: limit,
        limitBytes: maxSize, files: rotate, redactsPosition: redactPosition, replaces: force)
      if untilStopped {
        return try control(.record(.start(request)), options) { reply in
          "recording to \(reply["path"]?.string ?? "a file"); end it with: qiblactl record stop"
        }
      }
      try RecordingWatch(options).run(request)
    }
  }

  /// A name, or a path where there is a slash.
  private static func place(_ text: String) throws -> RecordingOptions.Place {
    let suffix = ".jsonl.gz"
    guard text.contains("/") else {
      let name = text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
      let isName =
        1...40 ~= name.utf8.count
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      guard isName else {
        throw ValidationError(
          "\(text): a name has 1 to 40 letters, digits, - and _; for a path write ./\(text)")
      }
      return .directory(name: name)
    }
    guard !text.hasSuffix("/") else { throw ValidationError("\(text): name a file in it") }
    let path = text.hasSuffix(suffix) ? text : text + suffix
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return .path(path) }
    defer { free(current) }
    return .path(String(cString: current) + "/" + path)
  }
}

/// `qiblactl record stop`.
struct RecordStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the recording that runs.",
    discussion: "Example: qiblactl record stop")

  @OptionGroup var options: ControlOptions

  func run() throws { try control(.record(.stop), options) { $0.recordingSentence } }
}

/// `qiblactl record status`.
struct RecordStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the recording that runs, or the last one.",
    discussion: "Example: qiblactl record status --json")

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.record(.status), options) { reply in
      if reply["recording"]?.bool == true { return "recording to \(reply.recordingSentence)" }
      return reply["path"] == nil ? "nothing is recorded" : reply.recordingSentence
    }
  }
}

extension ControlReply {
  /// `/var/lib/qiblad/recordings/walk.jsonl.gz: 60.0 s, 812 kB; the time is over`.
  var recordingSentence: String {
    let bytes = Int64(self["bytes"]?.number ?? 0)
    let files = Int(self["files"]?.number ?? 1)
    let count = files > 1 ? ", file \(files)" : ""
    let size = RecordingUnits.text(bytes: bytes)
    let length = self["length_s"]?.number ?? 0
    let end = recordingEnd.map { "; \($0.sentence)" } ?? ""
    return "\(self["path"]?.string ?? "?"): \(length) s, \(size)\(count)\(end)"
  }

  /// Why it has ended; `nil` while it runs, and for a reason that only a newer daemon knows.
  var recordingEnd: Event.RecordingEnd? {
    self["reason"]?.string.flatMap(Event.RecordingEnd.init)
  }
}

extension Event.RecordingEnd {
  /// Why, in words.
  var sentence: String {
    switch self {
    case .asked: "ended as asked"
    case .timeLimit: "the time is over"
    case .sizeLimit: "the largest size is reached"
    case .diskFull: "the disk is full; what is in the file is whole"
    case .diskSlow: "the disk is too slow; what is in the file is whole"
    case .diskFailed: "the disk refuses to write; see the daemon's log"
    case .sourceEnded: "the recording that was replayed has ended"
    case .shuttingDown: "the daemon stopped"
    }
  }

  /// Whether less was recorded than was asked for.
  var isFailure: Bool { self == .diskFull || self == .diskSlow || self == .diskFailed }
}
