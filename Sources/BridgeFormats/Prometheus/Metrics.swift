package import Wire

/// The newest messages of the daemon, for Prometheus.
package struct Metrics: Sendable {
  /// `nil` while the daemon does not answer; nothing else is known then.
  package var hello: Hello?
  package var reading: Reading?
  package var state: StateMessage?
  package var live: LiveState?
  package var qibla: QiblaMessage?
  package var stats: StatsMessage?

  package init() {}

  /// Discards everything that the daemon has sent.
  package mutating func daemonIsLost() { self = Metrics() }

  /// Keeps a message if it has metrics.
  package mutating func take(_ message: Message) {
    switch message {
    case .hello(let hello):
      self = Metrics()
      self.hello = hello
    case .reading(let reading): self.reading = reading
    case .state(let state, let live): (self.state, self.live) = (state, live)
    case .qibla(let qibla): self.qibla = qibla
    case .stats(let stats): self.stats = stats
    default: break
    }
  }

  /// All metrics as text.
  ///
  /// What is not known has no sample. No metric contains the position or the bearing to the target.
  package var text: [UInt8] {
    var writer = MetricsWriter()
    write(into: &writer)
    return writer.bytes
  }

  private func write(into writer: inout MetricsWriter) {
    writer.metric("qiblad_up", .gauge, "Whether the daemon answers.")
    writer.sample(hello == nil ? 0 : 1)
    writer.metric("qiblad_bridge_build_info", .gauge, "The version of qibla-bridge; always 1.")
    writer.sample(1, [("version", programVersion)])
    guard let hello else { return }
    writer.metric("qiblad_build_info", .gauge, "The version of the daemon; always 1.")
    writer.sample(1, [("version", hello.version)])
    writer.metric("qiblad_simulated", .gauge, "Whether the data are simulated.")
    writer.sample(hello.simulated ? 1 : 0)
    writer.metric("qiblad_replay", .gauge, "Whether the data come from a recording.")
    writer.sample(hello.replay ? 1 : 0)
    if let reading { write(reading, into: &writer) }
    if let state { write(state, into: &writer) }
    if let live {
      writer.metric("qiblad_clients", .gauge, "Clients of the daemon.")
      writer.sample(Double(live.clients))
    }
    if let qibla {
      writer.metric("qiblad_target_info", .gauge, "The name of the target; always 1.")
      writer.sample(1, [("name", qibla.target.name)])
    }
    if let stats { write(stats, into: &writer) }
  }
}
