import Wire

/// The page of the sensors: rates, ages and faults, the chips, and the daemon's own timing.
struct SensorsPage: PageContent {
  let view: DialView
  let style: Style

  func draw(columns: Int, rows: Int) -> Grid {
    grid(
      sensors(columns) + chips(columns) + daemon(columns), columns: columns, rows: rows)
  }

  private func sensors(_ columns: Int) -> [Line] {
    guard let state = view.state else {
      return [Line(view.isStale ? "no current data" : "waiting for the state", .faint)]
    }
    var lines = state.sensors.flatMap { row(name(of: $0), words(of: $0, state), columns: columns) }
    if lines.isEmpty { lines = [Line("no sensor measures", .bad)] }
    if let age = view.reading?.sampleAgeMicroseconds {
      let milliseconds = fixed(Double(age) / 1000, 1)
      lines += row("newest field", "\(milliseconds) ms old at the reading", columns: columns)
    }
    if let source = view.reading?.source {
      lines += row("heading of", source.rawValue.replacingUnderscores, columns: columns)
    }
    return lines
  }

  private func name(of sensor: StateMessage.Sensor) -> String {
    sensor.kind.rawValue + (sensor.id.map { " \($0)" } ?? "")
  }

  private func words(of sensor: StateMessage.Sensor, _ state: StateMessage) -> String {
    var parts = [state.words(ofRate: sensor.rateHz)]
    if sensor.isPrimary == true { parts.append("makes the heading") }
    if let turn = sensor.disagreementDegrees {
      parts.append("differs by up to \(fixed(turn, 1))\(style.degree)")
    }
    return parts.joined(separator: style.separator)
  }

  private func chips(_ columns: Int) -> [Line] {
    guard let message = view.devices else {
      guard view.isReplay || view.isSimulated else { return [] }
      let source = view.isReplay ? "a recording" : "a simulation"
      return row("chips", "none: \(source) has no chips", .faint, columns: columns)
    }
    let faults = message.buses.compactMap { bus in
      bus.error.map { row("bus \(bus.name.printable)", $0.printable, .bad, columns: columns) }
    }
    let chips = message.devices.map { device in
      row(
        "chip", "\(device.called): \(device.doing ?? device.note)".printable,
        device.status == .failed ? .bad : .plain, columns: columns)
    }
    return (faults + chips).flatMap { $0 }
  }

  private func daemon(_ columns: Int) -> [Line] {
    guard let stats = view.stats, !view.isStale else { return [] }
    let ticks = stats.ticks
    var parts = ["\(ticks.count) in the last second, \(ticks.missed) missed since the start"]
    if let most = ticks.jitterP99 {
      parts.append("99 % within \(most) \(style.micro)s of their time")
    }
    var lines = row("ticks", parts.joined(separator: "; "), columns: columns)
    let dropped = stats.clients.reduce(0) { $0 + $1.dropped }
    lines += row(
      "clients", "\(stats.clientCount) connected, \(dropped) lines dropped", columns: columns)
    if stats.samplesDropped > 0 {
      lines += row("dropped", "\(stats.samplesDropped) samples", .caution, columns: columns)
    }
    if let gpsd = stats.gpsd {
      let stuck = gpsd.stuckSeconds.map { ", stuck for \(durationText($0))" } ?? ""
      lines += row(
        "gpsd", "\(gpsd.lines) lines, \(gpsd.linesRefused) refused\(stuck)",
        stuck.isEmpty ? .plain : .bad, columns: columns)
    }
    return lines
  }
}
