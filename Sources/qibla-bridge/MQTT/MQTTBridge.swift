import BridgeFormats
import Glibc
import Threads
import Wire

/// Publishes the daemon's messages, each topic at its own rate.
struct MQTTBridge: Bridge {
  private let format: MQTTFormat
  /// `nil` without Home Assistant.
  private let discovery: HomeAssistantDiscovery?
  private let thread: BrokerThread
  private var state: TopicRate
  private var qibla: TopicRate
  private var position: TopicRate
  /// The newest state, whose message is written when it is due.
  private var latestState: StateMessage?
  private var latestQibla: QiblaMessage?
  private var latestPosition: MQTTMessage?
  /// `nil` until the daemon has sent a reading.
  private var latestReading: Reading?

  /// - Parameter rate: makes the bound of a retained topic.
  init(
    format: MQTTFormat, discovery: HomeAssistantDiscovery?, thread: BrokerThread,
    rate: () -> TopicRate
  ) {
    (self.format, self.discovery, self.thread) = (format, discovery, thread)
    (state, qibla, position) = (rate(), rate(), rate())
    // Until the daemon answers.
    thread.put(format.availability(isOnline: false))
  }

  mutating func take(_ event: DaemonEvent) {
    switch event {
    case .connected(let hello):
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
    case .event(let event): thread.put(format.event(event, utcMicroseconds: plausibleUTC()))
    case .state(let message, live: _):
      latestState = message
      state.take(identity: format.identity(of: message), at: now)
    case .qibla(let message):
      latestQibla = message
      qibla.take(identity: format.qibla(message).payload, at: now)
    case .position(let message):
      guard let payload = format.position(message) else { return }
      latestPosition = payload
      position.take(identity: payload.payload, at: now)
    default: break
    }
  }

  mutating func serve() {
    let now = ContinuousClock.now
    // The state contains the error of the newest reading.
    if let latestState, let latestReading, state.isDue(at: now) {
      let error = latestReading.error68Degrees
      thread.put(
        format.state(latestState, error68Degrees: error, utcMicroseconds: plausibleUTC()))
    }
    if let latestQibla, qibla.isDue(at: now) { thread.put(format.qibla(latestQibla)) }
    if let latestPosition, position.isDue(at: now) { thread.put(latestPosition) }
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
