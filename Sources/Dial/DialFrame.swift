package import Wire

/// The state of a live dial: the newest message of each kind, when it arrived, and the page that is shown.
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
  /// The newest position.
  package private(set) var position: PositionMessage?
  /// How a calibration stands.
  package private(set) var calibration: CalibrationMessage?
  /// The newest field, measured and expected.
  package private(set) var field: FieldMessage?
  /// The newest list of chips.
  package private(set) var devices: DevicesMessage?
  /// The newest counters of the daemon.
  package private(set) var stats: StatsMessage?
  /// Whether the data come from a trace.
  package private(set) var isReplay = false
  /// Whether the data are simulated.
  package private(set) var isSimulated = false
  /// The daemon's version; `nil` without a connection.
  package private(set) var version: String?
  /// The socket from which the messages come.
  package var socket: String?
  /// A remark in the first line, such as a lost connection; `nil` for none.
  package var notice: String?
  /// Why there is no connection; `nil` with one, and before the first attempt.
  private var loss: String?
  /// The page that is shown.
  package private(set) var page = DialPage.compass
  /// Whether legend and keys are shown in place of the page.
  package private(set) var showsHelp = false

  /// The age, seconds, from which a reading is stale and the dial is drawn grey.
  private let staleSeconds: Double
  private var readingSeconds: Double?
  private var eventSeconds: Double?
  private var meter = RateMeter()
  private var history = HeadingHistory()

  /// - Parameter rateHz: the requested rate of readings; `nil` for 60 Hz. Readings are stale after
  ///   1 s, or below 2 Hz after two intervals. After three times that they are no longer shown.
  package init(rateHz: Double? = nil) {
    let two = rateHz.map { $0 > 0 ? 2 / $0 : 1 } ?? 1
    staleSeconds = max(1, two)
  }

  /// Takes the first message of a connection.
  package mutating func update(_ hello: Hello) {
    isReplay = hello.replay
    isSimulated = hello.simulated
    version = hello.version
    (notice, loss) = (nil, nil)
  }

  package mutating func update(_ reading: Reading, at seconds: Double) {
    self.reading = reading
    readingSeconds = seconds
    meter.arrived(at: seconds)
    history.add(reading, at: seconds)
  }

  package mutating func update(_ qibla: QiblaMessage) { self.qibla = qibla }

  package mutating func update(_ state: StateMessage) { self.state = state }

  package mutating func update(_ position: PositionMessage) { self.position = position }

  package mutating func update(_ field: FieldMessage) { self.field = field }

  package mutating func update(_ devices: DevicesMessage) { self.devices = devices }

  package mutating func update(_ stats: StatsMessage) { self.stats = stats }

  package mutating func update(_ calibration: CalibrationMessage) {
    var newest = calibration
    // The last messages of a collection have no map: the newest one stays on the screen.
    newest.coverage = newest.coverage ?? self.calibration?.coverage
    self.calibration = newest
  }

  package mutating func update(_ event: Event, at seconds: Double) {
    self.event = event
    eventSeconds = seconds
  }

  /// Takes the last message of a connection.
  package mutating func update(_ bye: Bye) {
    notice = "qiblad ended the connection: " + bye.reason.replacingUnderscores
  }

  /// Discards everything that the daemon sent, because the connection is lost: another daemon may answer
  /// next. The history stays.
  ///
  /// - Parameter reason: why there is no connection, in words.
  package mutating func lost(_ reason: String) {
    (reading, qibla, state, event, position) = (nil, nil, nil, nil, nil)
    (calibration, devices, stats, version, field) = (nil, nil, nil, nil, nil)
    (readingSeconds, eventSeconds) = (nil, nil)
    (isReplay, isSimulated) = (false, false)
    meter = RateMeter()
    notice = "no daemon; waiting for one"
    loss = reason
  }

  /// Carries out what a key stands for: a page, the help, or nothing.
  package mutating func press(_ key: Key) {
    switch key {
    case .character("?"), .character("h"): showsHelp.toggle()
    case .escape: showsHelp = false
    case .tab, .right: turn(to: page.next)
    case .backTab, .left: turn(to: page.previous)
    case .character(let character):
      if let page = DialPage(key: character) { turn(to: page) }
    }
  }

  private mutating func turn(to page: DialPage) {
    self.page = page
    showsHelp = false
  }

  /// The content to draw at an instant.
  func view(at now: Double) -> DialView {
    let silence = readingSeconds.map { max(now - $0, 0) }
    // An old heading must not be taken for the present one.
    let isGone = silence.map { $0 > 3 * staleSeconds } ?? false
    return DialView(
      reading: isGone ? nil : reading, qibla: qibla, state: isGone ? nil : state, event: event,
      position: position, calibration: calibration, field: isGone ? nil : field,
      devices: devices, stats: stats,
      history: history,
      eventAgeSeconds: eventSeconds.map { max(now - $0, 0) }, silenceSeconds: silence,
      isStale: silence.map { $0 > staleSeconds } ?? true, rateHz: isGone ? nil : meter.hertz,
      isReplay: isReplay, isSimulated: isSimulated, version: version, socket: socket,
      notice: notice, loss: loss, now: now)
  }
}

extension String {
  var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
