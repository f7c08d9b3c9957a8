package import Wire

/// What a live dial knows: the newest of each message, and when it came.
///
/// Time is given with every call, in seconds on any clock that only runs forwards.
package struct DialFrame: Equatable, Sendable {
  /// The newest reading.
  package private(set) var reading: Reading?
  /// The newest way to the target.
  package private(set) var qibla: QiblaMessage?
  /// The newest condition of the daemon.
  package private(set) var state: StateMessage?
  /// The last thing that happened.
  package private(set) var event: Event?
  /// Whether the data come from a trace.
  package private(set) var isReplay = false
  /// Whether the data come from no sensor at all.
  package private(set) var isSimulated = false
  /// A remark that stands above everything, such as a lost connection; `nil` for none.
  package var notice: String?

  /// Without a reading for this long, in seconds, the dial is greyed.
  private let patienceSeconds: Double
  private var readingSeconds: Double?
  private var eventSeconds: Double?
  private var meter = RateMeter()

  /// - Parameter rateHz: the rate of readings that was asked for; below 2 Hz the dial waits for two
  ///   of them, and otherwise 1 s, before it says that they stopped. `nil`: the grid's own.
  package init(rateHz: Double? = nil) {
    let two = rateHz.map { $0 > 0 ? 2 / $0 : 1 } ?? 1
    patienceSeconds = max(1, two)
  }

  /// The first line of a connection: what kind of data follow.
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

  /// The last line of a connection.
  package mutating func update(_ bye: Bye) {
    notice = "qiblad said goodbye: " + bye.reason.replacingUnderscores
  }

  /// What there is to draw at an instant.
  func view(at now: Double) -> DialView {
    let silence = readingSeconds.map { max(now - $0, 0) }
    return DialView(
      reading: reading, qibla: qibla, state: state, event: event,
      eventAgeSeconds: eventSeconds.map { max(now - $0, 0) }, silenceSeconds: silence,
      isStale: silence.map { $0 > patienceSeconds } ?? true, rateHz: meter.hertz,
      isReplay: isReplay, isSimulated: isSimulated, notice: notice)
  }
}

extension String {
  var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
