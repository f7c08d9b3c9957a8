internal import JSON

extension FleetList.Device {
  /// Seconds since the state was sent, by the device's clock and this one; `nil` if either is not
  /// known, or the state is from the future.
  package func ageSeconds(now utcMicroseconds: Int64?) -> Int64? {
    guard let now = utcMicroseconds, let then = stateMicroseconds else { return nil }
    let (difference, overflow) = now.subtractingReportingOverflow(then)
    // Clocks of a network differ by less than a second.
    guard !overflow, difference > -2_000_000 else { return nil }
    return max(0, difference / 1_000_000)
  }

  /// Whether it is online and has a heading that can be used: `accurate` or `uncertain`.
  package var isHealthy: Bool {
    isOnline == true && (status == "accurate" || status == "uncertain")
  }

  /// What a person should look at first: `offline`, or the status.
  fileprivate var condition: String {
    switch isOnline {
    case false: "offline"
    case true: status ?? "waiting"
    default: "unknown"
    }
  }
}

extension FleetList {
  /// A table for people, a line for each device, and a last line with the counts.
  package func table(now utcMicroseconds: Int64?) -> String {
    var rows = [["ID", "STATUS", "ERROR", "AGE", "VERSION", "NAME", "WHY"]]
    for device in sorted {
      rows.append([
        device.id.text, plain(device.condition),
        device.error68Degrees.flatMap { fixedText($0, decimals: 1) }.map { "±\($0)°" } ?? "-",
        device.ageSeconds(now: utcMicroseconds).map(age) ?? "-", plain(device.version ?? "-"),
        plain(device.name ?? "-"), plain(device.why.first ?? "-"),
      ])
    }
    let widths = (0..<rows[0].count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      text += cells.joined(separator: "  ").trimmingSpaces + "\n"
    }
    return text + counts + "\n"
  }

  private var counts: String {
    var counts: [String: Int] = [:]
    for device in sorted { counts[plain(device.condition), default: 0] += 1 }
    let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let words = list.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let total = sorted.count == 1 ? "1 device" : "\(sorted.count) devices"
    return words.isEmpty ? total : "\(total): \(words)"
  }

  /// One line of JSON for each device.
  package func jsonLines(now utcMicroseconds: Int64?) -> [UInt8] {
    var writer = JSONWriter()
    for device in sorted {
      writer.beginObject()
      writer.member("id", device.id.text)
      writer.member("name", device.name)
      writer.member("version", device.version)
      if let isOnline = device.isOnline { writer.member("online", isOnline) }
      if let isSimulated = device.isSimulated { writer.member("simulated", isSimulated) }
      writer.member("status", device.status)
      writer.list("why", device.why)
      writer.member("error68_deg", device.error68Degrees, decimals: 2)
      if let age = device.ageSeconds(now: utcMicroseconds) {
        writer.key("age_s")
        writer.integer(age)
      }
      writer.endObject()
      writer.newline()
    }
    return writer.bytes
  }
}

private func age(_ seconds: Int64) -> String {
  switch seconds {
  case ..<120: "\(seconds) s"
  case ..<7200: "\(seconds / 60) min"
  case ..<172_800: "\(seconds / 3600) h"
  default: "\(seconds / 86_400) d"
  }
}

/// At most 40 characters, without those that control a terminal: the text comes from other machines.
private func plain(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "?"
    default: scalar
    }
  }
  var result = ""
  result.unicodeScalars.append(contentsOf: scalars)
  return result.count > 40 ? String(result.prefix(39)) + "…" : result
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
