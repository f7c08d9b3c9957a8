internal import JSON
internal import Quantities

extension StatsMessage {
  init(_ members: Members) throws(MessageError) {
    let ticks = try members.required("ticks", members.members("ticks"))
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      ticks: Ticks(
        count: try ticks.count("count"), missed: try ticks.count("missed"),
        jitterP50: try ticks.integer("jitter_p50_us"),
        jitterP99: try ticks.integer("jitter_p99_us")),
      devices: try members.list("devices") { device throws(MessageError) in try Device(device) },
      samplesDropped: try members.count("samples_dropped"),
      clientCount: try members.count("client_count"),
      clients: try members.list("clients") { client throws(MessageError) in
        Client(
          number: try client.count("number"), queue: try client.count("queue"),
          dropped: try client.count("dropped"))
      })
    gpsd = try members.members("gpsd").map { gpsd throws(MessageError) in
      GPSD(
        lines: try gpsd.count("lines"), linesRefused: try gpsd.count("lines_refused"),
        stuckSeconds: try gpsd.number("stuck_s"))
    }
  }
}

extension StatsMessage.Device {
  fileprivate init(_ members: Members) throws(MessageError) {
    self.init(
      bus: try members.string("bus"), address: try members.address(),
      chip: try members.required("devices[].chip", members.string("chip")))
    rateHz = try members.number("rate_hz")
    jitterP50 = try members.integer("jitter_p50_us")
    jitterP99 = try members.integer("jitter_p99_us")
    samples = try members.count("samples")
    errors = try members.counts("errors")
    faults = try members.counts("faults")
    resets = try members.count("resets")
    overflows = try members.count("overflows")
  }
}

extension Members {
  /// The count of each kind; kinds that only a newer server knows are ignored.
  fileprivate func counts<Kind: RawRepresentable<String> & Hashable>(
    _ key: String
  ) throws(MessageError) -> [Kind: Int] {
    guard let members = try members(key) else { return [:] }
    var counts: [Kind: Int] = [:]
    for member in members.object.members ?? [] {
      guard let kind = Kind(rawValue: member.key) else { continue }
      counts[kind] = try members.count(member.key)
    }
    return counts
  }
}
