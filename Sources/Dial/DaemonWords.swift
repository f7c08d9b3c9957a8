import Quantities
package import Wire

extension PlainLines {
  /// The lines for the chips, one for each.
  package func update(_ devices: DevicesMessage) -> String {
    var lines = devices.buses.compactMap { bus in
      bus.error.map { "device   bus \(bus.name): \($0)" }
    }
    lines += devices.devices.map { device in
      guard let doing = device.doing else { return "device   \(device.called): \(device.note)" }
      return "device   \(device.called): \(doing)"
    }
    if lines.isEmpty { lines = ["device   none is found yet"] }
    return lines.map(\.printable).joined(separator: "\n")
  }

  /// The line for the daemon's counters.
  package func update(_ stats: StatsMessage) -> String {
    let ticks = stats.ticks
    var parts = ["\(ticks.count) ticks, \(ticks.missed) missed"]
    if let half = ticks.jitterP50, let most = ticks.jitterP99 {
      parts[0] += ", jitter \(half) us (99 %: \(most) us)"
    }
    parts += stats.devices.map { device in
      "\(device.chip) " + (device.rateHz.map { fixed($0, 1) + " Hz" } ?? "silent")
    }
    let dropped = stats.clients.reduce(0) { $0 + $1.dropped }
    let clients = stats.clientCount == 1 ? "client" : "clients"
    parts.append("\(stats.clientCount) \(clients), \(dropped) lines dropped")
    return "stats    \(parts.joined(separator: "; "))".printable
  }
}

extension DevicesMessage.Device {
  /// The chip's name in sentences: `QMC5883P at 0x2C`.
  package var called: String {
    let place = address.map(hexadecimal).map { " at \($0)" } ?? ""
    return (chip ?? "unknown chip") + place
  }

  /// The chip's condition: `measures mag 99.6 of 100.0 times a second; 2 errors, 0 resets`. A
  /// quantity for which another chip is primary is marked `spare`. `nil` if no driver reads the
  /// chip.
  package var doing: String? {
    guard let status else { return nil }
    let counts = "\(errors) errors, \(resets) resets"
    switch status {
    case .starting: return "starts; \(counts)"
    case .failed: return "does not measure: \(fault ?? "for an unknown reason"); \(counts)"
    case .measuring:
      let kinds = measures.map { primaryFor.contains($0) ? $0.rawValue : "\($0.rawValue) (spare)" }
      let asked = askedRateHz.map { " of \(fixed($0, 1))" } ?? ""
      let rate = rateHz.map { " \(fixed($0, 1))\(asked) times a second" } ?? ""
      return "measures \(kinds.joined(separator: ", "))\(rate); \(counts)"
    }
  }
}
