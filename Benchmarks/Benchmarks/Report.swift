internal import JSON

/// How the measurements are shown.
enum Report {
  /// One row of a table for people.
  static func row(_ measurement: Measurement) -> String {
    let columns = [
      measurement.benchmark.name.padded(to: 44),
      measurement.nanoseconds.formatted(decimals: 1).leftPadded(to: 12),
      measurement.allocations.formatted(decimals: 2).leftPadded(to: 12),
    ]
    let speed = measurement.timesRealTime.map { "  \($0.formatted(decimals: 0)) x real time" }
    return columns.joined() + (speed ?? "")
  }

  static let heading =
    "benchmark".padded(to: 44) + "ns".leftPadded(to: 12) + "allocations".leftPadded(to: 12)

  /// One line of JSON for programs.
  static func json(_ measurement: Measurement) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("benchmark")
    writer.string(measurement.benchmark.name)
    writer.key("ns")
    writer.number(measurement.nanoseconds, decimals: 3)
    writer.key("allocations")
    writer.number(measurement.allocations, decimals: 6)
    writer.key("allocates")
    writer.string(measurement.benchmark.allocates.rawValue)
    if let timesRealTime = measurement.timesRealTime {
      writer.key("times_real_time")
      writer.number(timesRealTime, decimals: 1)
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Double {
  /// A positive number, trailing zeros left out.
  func formatted(decimals: Int) -> String {
    var writer = JSONWriter()
    writer.number(self, decimals: decimals)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }

  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(1, width - count)) + self
  }
}
