package import JSON
internal import Quantities

extension StatsMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("stats", sequence, time)
    writer.object("ticks") { writer in
      writer.member("count", ticks.count)
      writer.member("missed", ticks.missed)
      writer.member("jitter_p50_us", ticks.jitterP50)
      writer.member("jitter_p99_us", ticks.jitterP99)
    }
    writer.member("samples_dropped", samplesDropped)
    if let gpsd {
      writer.object("gpsd") { writer in
        writer.member("lines", gpsd.lines)
        writer.member("lines_refused", gpsd.linesRefused)
        writer.member("stuck_s", gpsd.stuckSeconds, decimals: 1)
      }
    }
    writer.member("client_count", clientCount)
    writer.list("clients", clients) { writer, client in
      writer.member("number", client.number)
      writer.member("queue", client.queue)
      writer.member("dropped", client.dropped)
    }
    writer.list("devices", devices) { writer, device in device.encode(into: &writer) }
    writer.endObject()
  }
}

extension StatsMessage.Device {
  fileprivate func encode(into writer: inout JSONWriter) {
    writer.member("bus", bus)
    writer.member("address", address.map(hexadecimal))
    writer.member("chip", chip)
    writer.member("rate_hz", rateHz, decimals: 1)
    writer.member("jitter_p50_us", jitterP50)
    writer.member("jitter_p99_us", jitterP99)
    writer.member("samples", samples)
    writer.counts("errors", errors)
    writer.counts("faults", faults)
    writer.member("resets", resets)
    writer.member("overflows", overflows)
  }
}

extension JSONWriter {
  /// Writes the count of each kind in a fixed order; counts of 0 are left out.
  fileprivate mutating func counts<Kind: RawRepresentable<String> & CaseIterable & Hashable>(
    _ name: StaticString, _ counts: [Kind: Int]
  ) {
    key(name)
    beginObject()
    for kind in Kind.allCases {
      guard let count = counts[kind], count > 0 else { continue }
      key(kind.rawValue)
      integer(Int64(count))
    }
    endObject()
  }
}
