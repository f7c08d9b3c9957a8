import Logging
import Pipeline
import Publisher
import Quantities
import ServiceManager
import Session
import Storage
import Threads
import Trace
import Wire

/// The work of the pipeline's thread: inputs from the source, lines to the publisher, in time.
struct PipelineThread: Sendable {
  /// Why the thread ended.
  enum End: Equatable, Sendable {
    /// The daemon is to stop.
    case stopped
    /// There are no more inputs.
    case sourceEnded
  }

  let publisher: Publisher
  let stop: StopFlag
  let speed: Speed
  let loops: Bool
  let waitsForClient: Bool
  let logger: Logger
  /// `nil` where nothing is to be felt, as of a recording.
  let haptics: HapticPlayer?
  /// `nil` where no place is kept.
  let placeSaver: PlaceSaver?
  /// Measures how punctual the ticks are.
  let meter: TickMeter
  /// The list of the devices; `nil` where no sensor is read.
  let registry: DeviceRegistry?
  /// What the user sets meanwhile.
  let userSettings: SettingQueue

  /// `nil` where nothing is calibrated, as of a recording.
  let calibration: CalibrationService?
  /// `nil` where nothing is recorded.
  let recorder: Recorder?
  /// Counts the inputs; `nil` where the pipeline may block.
  var heartbeat: Heartbeat?
  /// When no sensor has to be read, and what stops reading them; `nil` where they are always read.
  var pause: (rule: SamplingPause, gate: Gate)?

  /// Who gets the lines at once.
  private var listeners: Listeners {
    Listeners(publisher: publisher, haptics: haptics, meter: meter)
  }

  /// µs between two messages of the topic `field`. Source: docs/protocol.md.
  private static let fieldInterval: Int64 = 100_000

  /// Runs until the source ends or the daemon is to stop. Blocks.
  ///
  /// - Throws: what the source throws, and `NothingToReplay`. What was good before has left for its
  ///   readers then.
  func run(_ source: any InputSource) throws -> End {
    if source.origin == .sensors { takePriority() }
    if waitsForClient, publisher.waitForFirstWatch() == .stopped { return .stopped }
    defer { publisher.waitUntilDelivered() }
    return try runPasses(source)
  }

  /// Asks for a priority that keeps ticks on time; a recording can wait, and may want all of a processor.
  private func takePriority() {
    do throws(ThreadRefusal) { try RealtimePriority.pipeline.take() } catch {
      logger.notice("\(error); samples and ticks may be some milliseconds late under load")
    }
  }

  private func runPasses(_ source: any InputSource) throws -> End {
    var source = source
    var settings = source.settings
    settings.fieldInterval = Self.fieldInterval
    var session = Session(settings, encodesReadings: false)
    var recording = recorder.map { RecordingFeed($0, header(of: source)) }
    defer { recording?.finish(.shuttingDown) }
    var raw = RawTopic()
    var supervisor = calibration.map { service in
      CalibrationSupervisor(service, source.settings) { [publisher] message in
        publisher.publish(topic: .calibration, sequence: message.sequence, line: message.line)
      }
    }
    // What is measured now comes at its own time.
    let isLive = source.origin == .sensors
    var pacer = Pacer(
      speed: isLive ? .unlimited : speed, stop: stop, heartbeat: heartbeat,
      listeners: listeners)
    var policy = PlaceSavingPolicy()
    var inForce = UserSettingsInForce()
    defer { policy.unwritten.map { placeSaver?.save($0) } }
    var offset: Int64 = 0
    var isFirst = true
    while true {
      defer { isFirst = false }
      guard
        let pass = try runPass(
          &source, &session, &supervisor, &recording, &raw, &pacer, &policy, &inForce, offset,
          isFirst)
      else { return stopped(recording, &session) }
      session.finish(wait: { wait(until: $0, isLive: isLive, &pacer) }, emit: { publish($0) })
      publisher.deliver()
      guard loops, !stop.isSet else {
        if stop.isSet { return stopped(recording, &session) }
        end(recording, .sourceEnded, &session, at: pass.last(offset))
        recording?.finish(.sourceEnded)
        return .sourceEnded
      }
      try source.rewind()
      offset = pass.nextOffset(after: offset)
      let start = pass.first.advanced(byMicroseconds: offset)
      guard pacer.wait(until: start) else { return stopped(recording, &session) }
      feed(.gap(.loop, at: start, microseconds: nil), to: &session, &recording)
      for input in supervisor?.inputs(afterLoopAt: start) ?? [] {
        feed(input, to: &session, &recording)
      }
      // The recording's own settings end with it, those of a control client do not.
      for setting in inForce.all { feed(.setting(setting, at: start), to: &session, &recording) }
    }
  }

  /// One pass through the recording, or `nil` where the daemon is to stop.
  private func runPass(
    _ source: inout any InputSource, _ session: inout Session,
    _ supervisor: inout CalibrationSupervisor?, _ recording: inout RecordingFeed?,
    _ raw: inout RawTopic, _ pacer: inout Pacer,
    _ policy: inout PlaceSavingPolicy, _ inForce: inout UserSettingsInForce, _ offset: Int64,
    _ isFirst: Bool
  ) throws -> ReplayPass? {
    defer { if isFirst { complain(about: source) } }
    var pass: ReplayPass?
    let listeners = self.listeners
    let isLive = source.origin == .sensors
    // While there is no client, the inputs of sensors wait for each other.
    var isInTime = true
    var pause = self.pause?.rule
    while let original = try source.next(before: isInTime ? session.nextTick : nil) {
      heartbeat?.beat()
      let input = original.at(original.time.advanced(byMicroseconds: offset))
      report(input)
      session.live = LiveState(clients: publisher.clientCount, recording: recording?.file)
      if pause != nil {
        let needs = MeasurementNeeds(
          hasClient: listeners.hasClient, hasMotor: listeners.hasMotor,
          isRecording: recording?.file != nil, isCollecting: supervisor?.isCollecting ?? false)
        if let change = pause?.update(isNeeded: needs.areThere, at: input.time) {
          carryOut(change, &session, &recording, at: input.time)
        }
      }
      if pause?.isOn == true {
        takeInPause(input, &session, &supervisor, &recording)
        savePlace(of: input, &policy)
        if case .idle = input { listeners.sleep(atMost: Listeners.longestPause) }
        isInTime = false
        if stop.isSet { return nil }
        continue
      }
      let choice = supervisor.feed(input, to: &session) { input, session in
        recording?.take(input)
        defer { publisher.deliver() }
        // Closures, and no method's name: that would copy this thread's value for each input.
        return session.feed(
          input, wait: { wait(until: $0, isLive: isLive, &pacer) }, emit: { publish($0) })
          && !stop.isSet
      }
      guard let choice else { return nil }
      raw.publish(input, to: publisher)
      withdraw(after: input)
      applySettings(&session, &supervisor, &recording, &inForce, at: input.time)
      announce(&recording, &session, at: input.time)
      if let choice = choice.changed { report(choice) }
      savePlace(of: input, &policy)
      pass = ReplayPass(extending: pass, by: original)
      guard isLive else { continue }
      isInTime = listeners.areThere
      if !isInTime, case .idle = original { listeners.sleep() }
    }
    guard let pass, pass.samples > 0 else { throw NothingToReplay() }
    return pass
  }

  /// Delivers the last tick's lines together, and sleeps until a tick's time; false where the daemon
  /// is to stop.
  ///
  /// - Parameter isLive: whether the source reads sensors; it then waits for them by itself.
  private func wait(until tick: Timestamp, isLive: Bool, _ pacer: inout Pacer) -> Bool {
    publisher.deliver()
    guard pacer.wait(until: tick) else { return false }
    let late = isLive ? BootClock().now.microseconds(since: tick) : pacer.lateness
    meter.note(tick, lateness: late)
    return true
  }

  func publish(_ line: LineEncoder.Line) {
    if let reading = line.reading {
      return publisher.publish(reading, delivery: .withLater)
    }
    publisher.publish(
      topic: line.topic, sequence: line.sequence, line: line.bytes, delivery: .withLater)
    haptics?.take(line.event)
    reportMount(line.event)
  }
}

/// A recording without one good sample.
struct NothingToReplay: Error {}
