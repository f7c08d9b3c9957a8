package import Wire

/// The state of a live dial: the newest message of each kind, and when it arrived.
///
/// The caller passes the time with every call, in seconds of any monotonic clock.
package struct DialFrame: Equatable, Sendable {
  /// The newest reading.
  package private(set) var reading: Reading?
  /// The newest bearing and distance to the target.
  package private(set) var qibla: QiblaMessage?
  /// The newest state of the daemon.
  package private(set) var state: StateMessage?
  /// The newest event.
  package private(set) var event: Event?
  /// Whether the data come from a trace.
  package private(set) var isReplay = false
  /// Whether the data are simulated.
  package private(set) var isSimulated = false
  /// A remark in the first line, such as a lost connection; `nil` for none.
  package var notice: String?

  /// The age, seconds, from which a reading is stale and the dial is drawn grey.
  private let staleSeconds: Double
  private var readingSeconds: Double?
  private var eventSeconds: Double?
  private var meter = RateMeter()

  /// - Parameter rateHz: the requested rate of readings; `nil` for 60 Hz. Readings are stale after
  ///   1 s,
  ///   or below 2 Hz after two intervals.
  package init(rateHz: Double? = nil) {
    let two = rateHz.map { $0 > 0 ? 2 / $0 : 1 } ?? 1
    staleSeconds = max(1, two)
  }

  /// Takes the first message of a connection.
  package mutating func update(_ hello: Hello) {
    isReplay = hello.replay
    isSimulated = hello.simulated
    notice = nil
  }

  package mutating func update(_ reading: Reading, at seconds: Double) {
    self.reading = reading
    readingSeconds = seconds
    meter.arrived(at: seconds)
  }

  package mutating func update(_ qibla: QiblaMessage) { self.qibla = qibla }

  package mutating func update(_ state: StateMessage) { self.state = state }

  package mutating func update(_ event: Event, at seconds: Double) {
    self.event = event
    eventSeconds = seconds
  }

  /// Takes the last message of a connection.
  package mutating func update(_ bye: Bye) {
    notice = "qiblad ended the connection: " + bye.reason.replacingUnderscores
  }

  /// The content to draw at an instant.
  func view(at now: Double) -> DialView {
    let silence = readingSeconds.map { max(now - $0, 0) }
    return DialView(
      reading: reading, qibla: qibla, state: state, event: event,
      eventAgeSeconds: eventSeconds.map { max(now - $0, 0) }, silenceSeconds: silence,
      isStale: silence.map { $0 > staleSeconds } ?? true, rateHz: meter.hertz,
      isReplay: isReplay, isSimulated: isSimulated, notice: notice)
  }
}

extension String {
  var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
