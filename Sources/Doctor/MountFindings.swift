import Quantities
import Wire

/// Findings about the mount settings, from the report of a running daemon.
struct MountFindings {
  private let mount: StateMessage.Mount
  private let present: Observation.MountText

  init(_ mount: StateMessage.Mount, _ seen: Observation) {
    self.mount = mount
    present = seen.mount
  }

  var all: [Finding] {
    var findings = mount.isWrong ? [wrong] : []
    if mount.isUpsideDown { findings.append(Self.upsideDown) }
    return findings
  }

  private var wrong: Finding {
    if mount.isMirrored == true { return Self.mirrored }
    let which =
      switch mount.chip {
      case .mag: "the mount of the magnetometer is wrong"
      case .accel, .gyro: "the mount of the chip with the gyro is wrong"
      case nil: "the mount of the magnetometer or of the chip with the gyro is wrong"
      }
    return Finding(
      .mount, .fault, "the magnetic field does not turn as the gyro measures: \(which)",
      remedy: remedy)
  }

  private var remedy: String {
    let lines = mount.turns.compactMap { turn in (try? BoardMount(parsing: turn)).flatMap(line) }
    let check = "find out which with qiblactl mount check"
    guard let first = lines.first else { return check }
    guard lines.count == 1 else {
      return
        "write one of \(lines.joined(separator: ", ")) under [mount]: \(check), or turn the device"
        + " about another axis too and run qiblactl doctor again"
    }
    return "write \(first) under [mount] and run qiblactl reload"
  }

  /// The line of the configuration that corrects the mount by `turn`.
  private func line(_ turn: BoardMount) -> String? {
    let magnetometer = correctedMount(present.magnetometer, by: turn).map {
      "magnetometer = \"\($0)\""
    }
    switch mount.chip {
    case .mag: return magnetometer
    case .accel, .gyro:
      return correctedMount(present.inertial, by: turn).map { "inertial = \"\($0)\"" }
    case nil:
      // Only the rotation between the chips is known: the other chip is corrected by the inverse.
      let inertial = BoardMount(turn.bodyFromBoard.transposed)
        .flatMap { correctedMount(present.inertial, by: $0) }
      guard let magnetometer, let inertial else { return magnetometer }
      return "\(magnetometer) (or inertial = \"\(inertial)\", if the magnetometer's mount is right)"
    }
  }

  private static let mirrored = Finding(
    .mount, .fault,
    "the magnetometer's axes are a mirror image: no mount explains how the measured field turns",
    remedy:
      "an axis is swapped or negated in the driver or in the kernel's mount matrix; report the chip"
      + " and its board")

  private static let upsideDown = Finding(
    .mount, .warning,
    "by the direction of gravity, the device has been upside down since the daemon started",
    remedy: "if it is not, its board is mounted with the components down: qiblactl mount check")
}
