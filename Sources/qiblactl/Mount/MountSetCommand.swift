import ArgumentParser
import DaemonConfiguration
import JSON
import Quantities
import Wire

/// `qiblactl mount set`: the running daemon uses another mount at once.
struct MountSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Use another mount at once, until the daemon stops.",
    usage: """
      qiblactl mount set AXES [--write FILE] [--json]
      qiblactl mount set [--magnetometer AXES] [--inertial AXES] [--write FILE] [--json]
      """,
    discussion: """
      AXES are the board's axes that point forward, right and down in the device, such as x -y -z, \
      after the name of the board where it has one. The filter restarts. --write keeps the mount \
      in the daemon's configuration too, with everything else that is there.

      Examples:
        qiblactl mount set x -y -z
        qiblactl mount set --magnetometer "sparkfun-19895 y x -z" --write /etc/qiblad/qiblad.toml
      """)

  // An axis with a minus looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The mount of the only board, or of both.", valueName: "AXES"))
  var board: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The mount of the board with the magnetometer.", valueName: "axes"))
  var magnetometer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The mount of the board with accelerometer and gyro.", valueName: "axes"))
  var inertial: String?

  @Option(
    help: ArgumentHelp("Also write the mount into this configuration file.", valueName: "file"))
  var write: String?

  @OptionGroup var options: ControlOptions

  private var boardText: String? { board.isEmpty ? nil : board.joined(separator: " ") }

  func validate() throws {
    guard boardText != nil || magnetometer != nil || inertial != nil else {
      throw ValidationError("give a mount, such as: qiblactl mount set x -y -z")
    }
    var mount = Configuration.Mount()
    do throws(MountWordsError) {
      try mount.set(board: boardText, magnetometer: magnetometer, inertial: inertial)
    } catch {
      throw ValidationError("\(error.key): give \(error.allowed)")
    }
  }

  func run() throws {
    try control(
      .mount(.set(board: boardText, magnetometer: magnetometer, inertial: inertial)), options
    ) { $0.mountLines }
    guard let write else { return }
    try qiblactl.run {
      for (key, value) in [
        ("board", boardText), ("magnetometer", magnetometer), ("inertial", inertial),
      ] {
        guard let value else { continue }
        do { try Configuration.writeMount(key, to: value, path: write) } catch {
          throw CommandFailure("\(error); the running daemon uses the mount all the same")
        }
      }
      complain("\(write) has the mount now")
    }
  }
}

extension ControlReply {
  /// `magnetometer: x -y -z` and `inertial: …`, with the boards' names.
  var mountLines: String {
    ["magnetometer", "inertial"].compactMap { key in
      guard let mount = self[key]?.string else { return nil }
      return "\(key): \(boardPrefix(key))\(mount)"
    }.joined(separator: "\n")
  }

  /// The name of the board after which axes of `key` stand, with a blank; empty without a name.
  func boardPrefix(_ key: String) -> String {
    self["\(key)_board"]?.string.map { "\($0) " } ?? ""
  }
}
