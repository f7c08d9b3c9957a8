import Quantities
import Wire

/// What the running daemon has seen of how the sensors sit.
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
      case .mag: "the magnetometer sits in another way than its mount says"
      case .accel, .gyro: "the chip with the gyro sits in another way than its mount says"
      case nil: "magnetometer and gyro do not sit to each other as their mounts say"
      }
    return Finding(
      .mount, .fault, "the magnetic field turns otherwise than the gyro does: \(which)",
      remedy: remedy)
  }

  private var remedy: String {
    let lines = mount.turns.compactMap { turn in (try? BoardMount(parsing: turn)).flatMap(line) }
    let check = "qiblactl mount check says which"
    guard let first = lines.first else { return check }
    guard lines.count == 1 else {
      return
        "write one of \(lines.joined(separator: ", ")) under [mount]: \(check), or turn the device"
        + " about another axis too and ask again"
    }
    return "write \(first) under [mount] and start the daemon again"
  }

  /// The line of the configuration where the chip is turned so.
  private func line(_ turn: BoardMount) -> String? {
    let magnetometer = correctedMount(present.magnetometer, by: turn).map {
      "magnetometer = \"\($0)\""
    }
    switch mount.chip {
    case .mag: return magnetometer
    case .accel, .gyro:
      return correctedMount(present.inertial, by: turn).map { "inertial = \"\($0)\"" }
    case nil:
      // The two are turned against each other: the other chip's turn is the opposite one.
      let inertial = BoardMount(turn.bodyFromBoard.transposed)
        .flatMap { correctedMount(present.inertial, by: $0) }
      guard let magnetometer, let inertial else { return magnetometer }
      return "\(magnetometer) (or inertial = \"\(inertial)\", where the magnetometer's is right)"
    }
  }

  private static let mirrored = Finding(
    .mount, .fault,
    "the magnetometer's frame is a mirror image: the field turns and dips as no mount can make it",
    remedy:
      "an axis is swapped or negated in the driver or in the kernel's mount matrix; report the chip"
      + " and its board")

  private static let upsideDown = Finding(
    .mount, .warning,
    "gravity has shown the device upside down ever since the daemon started",
    remedy: "if it is not, its board lies with the components down: qiblactl mount check")
}
