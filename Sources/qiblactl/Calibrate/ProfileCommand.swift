import ArgumentParser
import JSON
import Wire

/// `qiblactl profile`: the calibrations that the daemon keeps.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "List, choose, lock, export and import calibrations.",
    discussion: """
      The daemon keeps a calibration for each name and chip. A device that is used in two places with iron of their \
      own, such as a boat and a bench, has a name for each.

      Example: qiblactl profile list
      """,
    subcommands: [
      ProfileListCommand.self, ProfileUseCommand.self, ProfileLockCommand.self,
      ProfileUnlockCommand.self, ProfileExportCommand.self, ProfileImportCommand.self,
    ],
    defaultSubcommand: ProfileListCommand.self)
}

/// `qiblactl profile list`.
struct ProfileListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the calibrations; * marks the one in use.",
    discussion: "Example: qiblactl profile list --json")

  @OptionGroup var options: ControlOptions

  func run() throws { try control(.calibration(.list), options) { $0.profileLines } }
}

/// `qiblactl profile use NAME`.
struct ProfileUseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Use the calibrations of this name, also after a restart.",
    discussion: "Example: qiblactl profile use boat")

  @Argument(help: "The profile's name.")
  var name: String

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibration(.use(profile: name)), options) { _ in "\"\(name)\" is in use" }
  }
}

/// `qiblactl profile lock [NAME]`.
struct ProfileLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Let no other calibration replace this one.",
    discussion: "Example: qiblactl profile lock boat")

  @Argument(help: "The profile's name; without it, the profile in use.")
  var name: String?

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibration(.lock(profile: name)), options) { reply in
      "\"\(name ?? reply.profileInUse)\" is locked"
    }
  }
}

/// `qiblactl profile unlock [NAME]`.
struct ProfileUnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Let another calibration replace this one again.",
    discussion: "Example: qiblactl profile unlock boat")

  @Argument(help: "The profile's name; without it, the profile in use.")
  var name: String?

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.calibration(.unlock(profile: name)), options) { reply in
      "\"\(name ?? reply.profileInUse)\" is not locked"
    }
  }
}

extension ControlReply {
  /// The name of the profile in use.
  fileprivate var profileInUse: String { self["profile"]?.string ?? "default" }

  /// The reply of `list` as a table.
  fileprivate var profileLines: String {
    let profiles = self["profiles"]?.array ?? []
    guard !profiles.isEmpty else { return "no calibration is kept; qiblactl calibrate makes one" }
    let rows = [["", "profile", "chip", "grade", "made", "notes"]] + profiles.map(Self.row)
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmingTrailingBlanks
    }.joined(separator: "\n")
  }

  private static func row(_ profile: JSONValue) -> [String] {
    func text(_ key: String) -> String { profile[key]?.string ?? "-" }
    var notes: [String] = []
    if profile["locked"]?.bool == true { notes.append("locked") }
    if profile["kept"]?.bool == false { notes.append("not kept") }
    if profile["can_roll_back"]?.bool == true { notes.append("has one before it") }
    if let check = profile["check"].flatMap(HeadingCheckResult.init) {
      let part = check.isConstantUnknown ? " without a constant error" : ""
      notes.append("checked\(part): \(check.agrees ? "agrees" : "disagrees")")
    }
    return [
      profile["in_use"]?.bool == true ? "*" : "", text("profile"), text("chip"), text("grade"),
      text("time"), notes.joined(separator: ", "),
    ]
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
