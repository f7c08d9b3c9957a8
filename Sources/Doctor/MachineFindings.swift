import GPSD

/// Findings about the machine around the daemon: its service, who may read, where the state is kept, and the clock.
struct MachineFindings {
  private let seen: Observation
  private let machine: Observation.Machine

  init(_ seen: Observation) { (self.seen, machine) = (seen, seen.machine) }

  /// What the service manager says; nothing where all is well.
  var service: [Finding] {
    guard let service = machine.service else { return idle }
    return (service.isActive ? restarts(service) : failure(service)) + sandbox(service)
  }

  /// Not a fault: the buses are checked without a daemon, too.
  private var idle: [Finding] {
    guard seen.daemonSocket == nil, machine.hasService else { return [] }
    return [
      Finding(
        .daemon, .warning, "no daemon reads the sensors, although its service is installed",
        remedy: "sudo systemctl enable --now qiblad; its log: journalctl -u qiblad")
    ]
  }

  private func failure(_ service: ServiceState) -> [Finding] {
    guard service.result != "success" else { return idle }
    let log = "journalctl -u qiblad -b"
    let (text, remedy) =
      switch (service.result, service.exitStatus) {
      case ("exit-code", 78):
        (
          "its configuration is wrong (exit status 78)",
          "qiblad --check-config, then sudo systemctl reset-failed qiblad qiblad.socket qiblad-control.socket"
        )
      case ("exit-code", 64):
        (
          "its command line is wrong (exit status 64)",
          "systemctl cat qiblad, and correct ExecStart="
        )
      case ("exit-code", let status): ("exit status \(status)", log)
      case ("watchdog", _): ("it made no progress and the watchdog ended it", log)
      case ("signal", let signal), ("core-dump", let signal): ("signal \(signal) ended it", log)
      case (let result, _): (result, log)
      }
    return [
      Finding(
        .service, .fault, "the service has failed: \(text)",
        remedy: "\(remedy); then sudo systemctl restart qiblad.socket qiblad-control.socket qiblad")
    ]
  }

  private func restarts(_ service: ServiceState) -> [Finding] {
    guard service.restarts > 0 else { return [] }
    let often = service.restarts == 1 ? "once" : "\(service.restarts) times"
    return [
      Finding(
        .service, .warning, "the service manager has started the daemon again \(often)",
        remedy: "see why it ended: journalctl -u qiblad -b")
    ]
  }

  /// What the unit, as it was edited, takes from the daemon.
  private func sandbox(_ service: ServiceState) -> [Finding] {
    var lacks: [(String, String)] = []
    if service.hidesDevices {
      lacks.append(("PrivateDevices=yes hides the I2C buses from the daemon", "PrivateDevices=no"))
    }
    if service.refusesBuses {
      lacks.append(("DevicePolicy= refuses the I2C buses to the daemon", "DeviceAllow=char-i2c rw"))
    }
    if service.isLocal, let host = seen.gpsd?.remoteHost {
      let isName = host.contains { !$0.isHexDigit && !".:%".contains($0) }
      lacks.append(
        (
          "the daemon may talk to this machine only, and gpsd is on \(host)",
          isName
            ? "IPAddressAllow= with its address, which [gpsd] host needs in place of its name,"
            : "IPAddressAllow=\(host)"
        ))
    }
    return lacks.map { text, setting in
      Finding(
        .service, .warning, "the unit is too tight: \(text)",
        remedy:
          "sudo systemctl edit qiblad, with \(setting) below [Service]; then sudo systemctl restart qiblad"
      )
    }
  }

  /// Who may read heading and position.
  var readers: [Finding] {
    guard let socket = machine.socket else { return [] }
    guard socket.isReadable else {
      let member = "sudo adduser \(socket.user) \(socket.group), and log in again"
      return [
        Finding(
          .readers, .warning, "this user may not read \(socket.path) (group \(socket.group))",
          remedy: socket.isOpenToGroup ? member : "run this command as root")
      ]
    }
    let text =
      (socket.isOpenToAll
        ? "every user of this machine may read heading and position"
        : "members of the group \(socket.group) may read heading and position")
      + " (\(socket.path))"
    let mode = socket.configuredMode
    let isTooOpen =
      socket.isOpenToAll && mode & 0o002 == 0 || socket.isOpenToGroup && mode & 0o020 == 0
    guard isTooOpen else { return [Finding(.readers, .ok, text)] }
    let digits = "0" + String(mode, radix: 8)
    let remedy =
      machine.hasService
      ? "sudo systemctl edit qiblad.socket, with SocketMode=\(digits) and SocketGroup=qibla below [Socket];"
        + " then sudo systemctl restart qiblad.socket qiblad-control.socket qiblad"
      : "restart the daemon"
    return [
      Finding(
        .readers, .warning, "\(text), although [stream] mode is \(digits)", remedy: remedy)
    ]
  }

  /// Bytes below which a file system counts as full: a calibration and a place need some kB, and a file is
  /// written beside the one that it replaces.
  private static let leastFree: Int64 = 1 << 20

  var storage: [Finding] {
    guard let storage = machine.storage else { return [] }
    func finding(_ grade: Finding.Grade, _ text: String, _ remedy: String? = nil) -> [Finding] {
      [Finding(.storage, grade, text, remedy: remedy)]
    }
    let loss = "so calibrations and the last place are not kept"
    if storage.isReadOnly {
      return finding(
        .warning, "the file system of \(storage.path) is read-only, \(loss)",
        "mount a writable one there, for instance of a USB stick")
    }
    if storage.freeBytes < Self.leastFree {
      return finding(
        .warning,
        "the file system of \(storage.path) is full (\(storage.freeBytes / 1024) kB free), \(loss)",
        "see what fills it: df -h; the log's part: sudo journalctl --vacuum-size=50M")
    }
    if !storage.isTheDaemons {
      return finding(
        .warning, "\(storage.path) does not belong to the user qiblad, \(loss)",
        "sudo chown -R qiblad: \(storage.path); sudo chmod 700 \(storage.path)")
    }
    return finding(
      .ok,
      "calibrations and the last place are kept in \(storage.path) (\(storage.freeBytes >> 20) MiB free)"
    )
  }

  /// Whether the date can be trusted, on which declination and times of prayer depend.
  var clock: [Finding] {
    guard machine.isDatePlausible else { return [Self.wrongDate] }
    guard let clock = machine.clock else { return [] }
    if clock.isSynchronized { return [Finding(.clock, .ok, "network time (NTP) sets the clock")] }
    if case .fix = seen.gpsd?.status {
      return [Finding(.clock, .ok, "the date comes from the satellite receiver")]
    }
    if clock.hasBattery {
      return [
        Finding(
          .clock, .ok, "the clock has a battery (RTC); neither network nor receiver sets it now")
      ]
    }
    return [
      Finding(
        .clock, .warning,
        "nothing sets the clock: no network time, no receiver with a fix, and no clock with a battery (RTC) that agrees",
        remedy: Self.settingTheClock)
    ]
  }

  private static let settingTheClock =
    "sudo timedatectl set-ntp true, connect a receiver to gpsd, or sudo date --set=\"YYYY-MM-DD hh:mm\""

  private static let wrongDate = Finding(
    .clock, .warning,
    "the date of this machine cannot be right, so the declination and the times of prayer are not known",
    remedy: settingTheClock)
}
