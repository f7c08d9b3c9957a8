/// What the service manager says of the daemon's unit, by `systemctl show`.
package struct ServiceState: Equatable, Sendable {
  /// The properties to ask for. Source: org.freedesktop.systemd1(5).
  package static let properties = [
    "ActiveState", "Result", "ExecMainStatus", "NRestarts", "PrivateDevices", "DevicePolicy",
    "DeviceAllow", "IPAddressAllow", "IPAddressDeny",
  ]

  /// Whether the daemon runs.
  package var isActive = false
  /// Why it ended the last time: `success`, `exit-code`, `signal`, `watchdog` and others.
  package var result = "success"
  /// Its exit status, or the number of the signal that ended it.
  package var exitStatus = 0
  /// How often the manager has started it again since a person did.
  package var restarts = 0
  /// Whether the unit hides all devices from it.
  package var hidesDevices = false
  private var isClosed = false
  private var allowsBuses = false
  private var deniesAll = false
  private var allowed: [String] = []

  package init() {}

  /// - Parameter text: lines of `KEY=VALUE`. An unknown key is ignored; one that is missing has its default.
  package init(parsing text: String) {
    for line in text.split(separator: "\n") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      take(line[..<sign], String(line[line.index(after: sign)...]))
    }
  }

  private mutating func take(_ key: Substring, _ value: String) {
    switch key {
    case "ActiveState": isActive = value == "active" || value == "reloading"
    case "Result": result = value
    case "ExecMainStatus": exitStatus = Int(value) ?? 0
    case "NRestarts": restarts = Int(value) ?? 0
    case "PrivateDevices": hidesDevices = value == "yes"
    case "DevicePolicy": isClosed = value != "auto"
    case "DeviceAllow": allowsBuses = allowsBuses || value.contains("i2c")
    case "IPAddressAllow": allowed += value.split(separator: " ").map(String.init)
    case "IPAddressDeny": deniesAll = deniesAll || value.contains("/0")
    default: break
    }
  }
}

extension ServiceState {
  /// Whether the unit permits some devices, and the I²C buses are not among them.
  package var refusesBuses: Bool { isClosed && !allowsBuses }

  /// Whether the unit lets it talk to this machine only.
  package var isLocal: Bool {
    deniesAll && allowed.allSatisfy { $0.hasPrefix("127.") || $0.hasPrefix("::1/") }
  }
}
