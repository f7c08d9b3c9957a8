import ArgumentParser
import BridgeFormats
import Glibc
import ProgramOptions
import Synchronization
import Wire

/// `qibla-bridge prometheus`: metrics as a file or over HTTP.
struct PrometheusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prometheus",
    abstract: "Provide metrics for Prometheus.",
    discussion: """
      The file is for the textfile collector of node_exporter: its name must end in .prom. It is \
      replaced whole, and removed at the end. The address of --http is 127.0.0.1 unless another one \
      is given; the path is /metrics.

      Examples:
        qibla-bridge prometheus --textfile /var/lib/prometheus/node-exporter/qiblad.prom
        qibla-bridge prometheus --http 9748
      """)

  @Option(help: ArgumentHelp("Write the metrics to this file.", valueName: "path"))
  var textfile: String?

  @Option(help: "Seconds from one file to the next, 1 to 3600.")
  var interval = 15.0

  @Option(
    help: ArgumentHelp("Answer HTTP requests there.", valueName: "[address:]port"),
    transform: { try parsedAddress($0, "--http", defaultHost: "127.0.0.1") })
  var http: NetworkAddress?

  @OptionGroup var socket: SocketOption

  func validate() throws {
    guard textfile != nil || http != nil else {
      throw ValidationError("give --textfile PATH, --http PORT, or both")
    }
    guard textfile?.hasSuffix(".prom") ?? true else {
      throw ValidationError("--textfile: the collector reads only files that end in .prom")
    }
    guard interval >= 1, interval <= 3600 else {
      throw ValidationError("--interval: \(interval) is not 1 to 3600 seconds")
    }
  }

  func run() throws {
    try qibla_bridge.run {
      let metrics = SharedMetrics()
      let server = try http.map { try MetricsServer(address: $0, metrics: metrics) }
      defer { server?.end() }
      var bridge = PrometheusBridge(
        metrics: metrics, file: textfile.map(MetricsFile.init(path:)), interval: .seconds(interval))
      var topics: [Topic: WatchOptions] = [.reading: WatchOptions(rateHz: 1)]
      for topic in [Topic.state, .qibla, .stats] { topics[topic] = WatchOptions() }
      try bridge.run(DaemonFeed(socketDirectory: socket.socketDir, topics: topics))
    }
  }
}

/// The newest messages, which the server's thread reads.
final class SharedMetrics: Sendable {
  let metrics = Mutex(Metrics())

  /// The metrics as text.
  var text: [UInt8] { metrics.withLock { $0 }.text }
}

/// Keeps the newest messages, and writes the file at intervals.
struct PrometheusBridge: Bridge {
  let metrics: SharedMetrics
  var file: MetricsFile?
  let interval: Duration
  private var due = ContinuousClock.now

  init(metrics: SharedMetrics, file: MetricsFile?, interval: Duration) {
    (self.metrics, self.file, self.interval) = (metrics, file, interval)
  }

  mutating func take(_ event: DaemonEvent) {
    switch event {
    case .connected(let hello): metrics.metrics.withLock { $0.take(.hello(hello)) }
    case .message(let message): metrics.metrics.withLock { $0.take(message) }
    case .lost: metrics.metrics.withLock { $0.daemonIsLost() }
    }
  }

  mutating func serve() {
    guard file != nil, due <= .now else { return }
    due = .now + interval
    let text = metrics.text
    file?.replace(with: text)
  }

  var descriptors: [pollfd] { [] }
  var deadline: ContinuousClock.Instant? { file == nil ? nil : due }
  mutating func end() { file?.remove() }
}
