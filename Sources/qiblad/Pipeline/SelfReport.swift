import GPSD
import JSON
import Logging
import Publisher
import Quantities
import Threads
import Wire

/// Publishes what the daemon knows of itself: `devices` when they change, and `stats` once a second.
///
/// It runs beside the pipeline's thread, which it never holds up.
struct SelfReport: Sendable {
  let publisher: Publisher
  let meter: TickMeter
  /// `nil` where no sensor of this machine is read; then there are no `devices`.
  let registry: DeviceRegistry?
  /// `nil` in the same case.
  let queue: InputQueue?
  /// Of the thread that reads gpsd, which is watched; `nil` where there is none.
  let gpsd: GPSDMeter?
  let logger: Logger
  let service: ServiceReport
  /// Closed while no sensor is read.
  let gate: Gate

  /// From one look at the devices to the next.
  private static let pause = Duration.milliseconds(250)
  /// The same while there is no client or no device, and from one message `stats` to the next.
  private static let longPause = Duration.seconds(1)
  /// How many clients are listed at the most.
  private static let mostClients = 32

  /// Runs until it is cancelled.
  func run() async {
    let clock = ContinuousClock()
    var next = clock.now
    var told: DevicesMessage?
    var statistics: UInt64 = 0
    var statisticsDue = next.advanced(by: Self.longPause)
    var gpsdWatch = gpsd.map(LoopWatch.init)
    while true {
      let isCalm = registry == nil || publisher.clientCount == 0
      let pause = isCalm ? Self.longPause : Self.pause
      next = max(next.advanced(by: pause), clock.now)
      do { try await clock.sleep(until: next, tolerance: nil) } catch { return }
      if let news = gpsdWatch?.look(after: pause / .seconds(1)) { tell(news) }
      guard let time = meter.newest else { continue }
      tellDevices(&told, at: time)
      guard next >= statisticsDue else { continue }
      statisticsDue = next.advanced(by: Self.longPause)
      publish(await stats(statistics, gpsdWatch, at: time), .stats, statistics)
      service.show(status)
      statistics += 1
    }
  }

  /// What `systemctl status` shows.
  private var status: String {
    let chips = registry?.chipNames
    let source = chips.map { $0.isEmpty ? "no sensor" : $0.joined(separator: ", ") }
    let clients = publisher.clientCount
    let pause = gate.isOpen ? "" : ", paused"
    return
      "\(source ?? "no sensor is read")\(pause); \(clients) \(clients == 1 ? "client" : "clients")"
  }

  private func tellDevices(_ told: inout DevicesMessage?, at time: Timestamp) {
    let sequence = told.map { $0.sequence + 1 } ?? 0
    guard let message = registry?.message(sequence, at: time) else { return }
    if let told, !message.isNews(since: told) { return }
    publish(message, .devices, sequence)
    told = message
  }

  private func tell(_ news: LoopWatch.News) {
    logger.log(level: news == .recovered ? .notice : .error, "\(news)")
  }

  private func stats(
    _ sequence: UInt64, _ gpsdWatch: LoopWatch?, at time: Timestamp
  ) async -> StatsMessage {
    let clients = await publisher.clientStatistics()
    let worst = clients.sorted { ($0.dropped, $0.queue) > ($1.dropped, $1.queue) }
    var message = StatsMessage(
      sequence: sequence, time: time, ticks: meter.take(), devices: registry?.statistics ?? [],
      samplesDropped: queue?.dropped ?? 0, clientCount: clients.count,
      clients: Array(worst.prefix(Self.mostClients)))
    message.gpsd = gpsd.map { gpsd in
      StatsMessage.GPSD(
        lines: gpsd.lines, linesRefused: gpsd.refused, stuckSeconds: gpsdWatch?.stuckSeconds)
    }
    return message
  }

  private func publish(_ message: some EncodableMessage, _ topic: Topic, _ sequence: UInt64) {
    publisher.publish(topic: topic, sequence: sequence, line: message.line)
  }
}
