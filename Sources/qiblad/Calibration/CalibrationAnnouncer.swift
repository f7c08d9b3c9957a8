import Pipeline
import Quantities
import SensorCalibration
import Wire

/// Says how the calibration stands: to the pipeline what goes into `state` and events, to clients the topic
/// `calibration`. Looks five times a second, and at once after a change.
struct CalibrationAnnouncer {
  /// µs from one look to the next.
  private static let interval: Int64 = 200_000
  /// Percent of the directions from one event to the next.
  private static let step = 10.0

  private let publish: (CalibrationMessage) -> Void
  private var isQuiet: Bool
  /// Whether nothing is said before a client asks for a calibration, whatever happens.
  private var awaitsRequest: Bool
  private var lookedAt: Timestamp?
  private var isChanged = true
  private var events: [(name: Event.Name, reasons: [String])] = []
  private var told: CalibrationUpdate?
  private var sent: CalibrationMessage?
  private var sequence: UInt64 = 0

  /// - Parameters:
  ///   - isQuiet: whether nothing is said after the first message until something happens.
  ///   - awaitsRequest: the same until a client asks, as of a recording, which has its own messages.
  init(
    isQuiet: Bool, awaitsRequest: Bool = false, publish: @escaping (CalibrationMessage) -> Void
  ) {
    (self.isQuiet, self.awaitsRequest, self.publish) = (
      isQuiet || awaitsRequest, awaitsRequest, publish
    )
  }

  /// A client asked for a calibration.
  mutating func requested() { awaitsRequest = false }

  /// The pipeline has discarded what it got: the next message is news.
  mutating func forgotten() { (told, isChanged) = (nil, true) }

  mutating func started() { happened(.calibrationStarted) }
  mutating func accepted() { happened(.calibrationAccepted) }

  /// A collection was rejected; once for each.
  mutating func rejected(_ reasons: [String]) {
    guard told?.status != .rejected, !events.contains(where: { $0.name == .calibrationRejected })
    else { return }
    happened(.calibrationRejected, reasons)
  }

  mutating func changed() { (isChanged, isQuiet) = (true, awaitsRequest) }

  private mutating func happened(_ name: Event.Name, _ reasons: [String] = []) {
    events.append((name, reasons))
    changed()
  }

  /// Whether it is time for a look; else there is no news.
  func isDue(at time: Timestamp) -> Bool {
    guard !isQuiet else { return sent == nil }
    guard !isChanged, let lookedAt, time >= lookedAt else { return true }
    return time.microseconds(since: lookedAt) >= Self.interval
  }

  /// What the pipeline has to get; most often nothing. To be called where `isDue`.
  ///
  /// - Parameters:
  ///   - profile: the name of the profile in use.
  ///   - made: the date of the calibration in use, µs since 1970.
  ///   - check: the last check of the heading with it.
  mutating func news(
    of live: LiveCalibration, profile: String, made: Int64?, check: HeadingCheckResult?,
    at time: Timestamp
  ) -> [Input] {
    let message = message(live, profile, time)
    if isQuiet {
      // The topic has a message from the start; the pipeline knows the calibration from its settings.
      send(message)
      return []
    }
    (lookedAt, isChanged) = (time, false)
    var news = CalibrationUpdate(status: message.status)
    (news.grade, news.residualPercent, news.profile) = (
      message.grade, message.residualPercent, profile
    )
    if message.status == .collecting {
      news.coveragePercent = message.coveragePercent.map {
        ($0 / Self.step).rounded(.down) * Self.step
      }
    }
    if message.status != .none { (news.madeMicroseconds, news.check) = (made, check) }
    send(message)
    if events.isEmpty, isProgress(news, since: told) { events = [(.calibrationProgress, [])] }
    defer {
      told = news
      events = []
    }
    if events.isEmpty { return news == told ? [] : [.calibrating(news, at: time)] }
    return events.map { event in
      var happened = news
      (happened.event, happened.reasons) = (event.name, event.reasons)
      return .calibrating(happened, at: time)
    }
  }

  private func isProgress(_ news: CalibrationUpdate, since told: CalibrationUpdate?) -> Bool {
    if news.status == .candidate { return told?.status != .candidate }
    guard let told else { return false }
    return news.status == .collecting && told.status == .collecting
      && (news.coveragePercent ?? 0) > (told.coveragePercent ?? 0)
  }

  private mutating func send(_ message: CalibrationMessage) {
    var same = message
    (same.sequence, same.time) = (sent?.sequence ?? 0, sent?.time ?? message.time)
    guard same != sent else { return }
    publish(message)
    sequence += 1
    sent = message
  }

  private func message(
    _ live: LiveCalibration, _ profile: String, _ time: Timestamp
  ) -> CalibrationMessage {
    let progress = live.procedure.progress
    let status = live.isCollecting ? .collecting : StateMessage.Calibration.Status(progress.status)
    var message = CalibrationMessage(
      sequence: sequence, time: time, status: status, profile: profile)
    if status == .collecting {
      (message.samples, message.coveragePercent) = (progress.samples, progress.coveragePercent)
      message.coverage = progress.coverageMap.map { map in
        String((0..<live.cells).map { map >> UInt64($0) & 1 == 1 ? "1" : "0" })
      }
      let pose = live.nextPose
      (message.nextPose, message.advice) = (pose.code, pose.sentence)
      (message.restsSeen, message.restsWanted) = (live.rests.sides.count, RestWatch.wanted)
    }
    message.residualPercent = progress.residualPercent
    message.radiusMicrotesla = progress.radius
    message.condition = progress.condition
    message.grade = progress.grade?.rawValue
    message.error68Degrees = progress.error68Degrees
    message.reasons = progress.reasons.map { "\($0)" }
    if status == .candidate {
      message.reasons += (live.inertialReport?.reasons ?? []).map { "\($0)" }
    }
    return message
  }
}

extension StateMessage.Calibration.Status {
  init(_ status: CalibrationProgress.Status) {
    switch status {
    case .none: self = .none
    case .collecting: self = .collecting
    case .candidate: self = .candidate
    case .ok: self = .ok
    case .stale: self = .stale
    case .rejected: self = .rejected
    }
  }
}
