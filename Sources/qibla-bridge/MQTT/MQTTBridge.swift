import BridgeFormats
import Glibc
import Quantities
import Threads
import Wire

/// Publishes the daemon's messages, each topic at its own rate.
struct MQTTBridge: Bridge {
  private let format: MQTTFormat
  /// `nil` without Home Assistant.
  private let discovery: HomeAssistantDiscovery?
  private let thread: BrokerThread
  private var state: TopicRate
  private var qibla: RetainedTopic
  private var position: RetainedTopic
  /// The newest state, whose message is written when it is due.
  private var latestState: StateMessage?
  /// The tick of the newest direction; `nil` until this daemon has sent one.
  private var qiblaTime: Timestamp?
  /// `nil` until the daemon has sent a reading.
  private var latestReading: Reading?

  /// - Parameter rate: makes the bound of a retained topic.
  init(
    format: MQTTFormat, discovery: HomeAssistantDiscovery?, thread: BrokerThread,
    rate: () -> TopicRate
  ) {
    (self.format, self.discovery, self.thread) = (format, discovery, thread)
    state = rate()
    qibla = RetainedTopic(format.topics.qibla, rate: rate())
    position = RetainedTopic(format.topics.position, rate: rate())
    // Until the daemon answers.
    thread.put(format.availability(isOnline: false))
  }

  mutating func take(_ event: DaemonEvent) {
    switch event {
    case .connected(let hello):
      qiblaTime = nil
      for message in [qibla.restart(), position.restart()].compactMap({ $0 }) {
        thread.put(message)
      }
      thread.put(format.info(hello))
      for message in discovery?.messages(hello) ?? [] { thread.put(message) }
      thread.put(format.availability(isOnline: true))
    case .message(let message): take(message)
    case .lost:
      (latestState, latestReading) = (nil, nil)
      thread.put(format.availability(isOnline: false))
    }
  }

  private mutating func take(_ message: Message) {
    let now = ContinuousClock.now
    switch message {
    case .reading(let reading):
      latestReading = reading
      thread.put(format.reading(reading))
      if takesQiblaAway(reading), let message = qibla.withdraw() { thread.put(message) }
    case .event(let event): thread.put(format.event(event, utcMicroseconds: plausibleUTC()))
    case .state(let message, live: _):
      latestState = message
      state.take(identity: format.identity(of: message), at: now)
    case .qibla(let message):
      qiblaTime = message.time
      qibla.take(format.qibla(message), at: now)
    case .position(let message):
      if let message = format.position(message) { position.take(message, at: now) }
    default: break
    }
  }

  /// Whether a reading says that there is no position any more, after which no `qibla` holds and none comes. A missing
  /// bearing says less: at the Kaaba there is none either.
  private func takesQiblaAway(_ reading: Reading) -> Bool {
    // After a stall a reading may be taken after a newer direction.
    reading.why.contains(.noPosition) && qiblaTime.map { $0 <= reading.time } ?? true
  }

  mutating func serve() {
    let now = ContinuousClock.now
    // The state contains the error of the newest reading.
    if let latestState, let latestReading, state.takeIfDue(at: now) {
      let error = latestReading.error68Degrees
      thread.put(
        format.state(latestState, error68Degrees: error, utcMicroseconds: plausibleUTC()))
    }
    for message in [qibla.due(at: now), position.due(at: now)].compactMap({ $0 }) {
      thread.put(message)
    }
  }

  var descriptors: [pollfd] { [] }

  var deadline: ContinuousClock.Instant? {
    [latestReading == nil ? nil : state.deadline, qibla.deadline, position.deadline].compactMap {
      $0
    }.min()
  }

  mutating func end() {
    thread.put(format.availability(isOnline: false))
    thread.end(within: .seconds(2))
  }
}

/// The time, µs since 1970; `nil` while it is before 2025, as on a board without a clock that has
/// just started.
func plausibleUTC() -> Int64? {
  let now = KernelClock.realTime.microseconds
  return now >= 1_735_689_600_000_000 ? now : nil
}
