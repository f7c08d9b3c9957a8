import Heading
import Logging
import Pipeline
import Publisher
import Quantities
import Sensors
import Session
import Storage
import Threads
import Trace
import Wire

/// What the pipeline's thread does: samples from the source, lines to the publisher, in time.
struct PipelineThread: Sendable {
  /// Why the thread ended.
  enum End: Equatable, Sendable {
    /// The daemon is to stop.
    case stopped
    /// There are no more samples.
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
  /// Is told of each tick.
  let meter: TickMeter

  /// Runs until the source ends or the daemon is to stop. Blocks.
  ///
  /// - Throws: what the source throws, and `NothingToReplay`. What was good before has left for its
  ///   readers then.
  func run(_ source: any SampleSource) throws -> End {
    if source.isLive { hurry() }
    if waitsForClient, publisher.waitForFirstWatch() == .stopped { return .stopped }
    defer { publisher.waitUntilDelivered() }
    return try replay(source)
  }

  /// Asks for a priority that keeps ticks on time; a recording can wait, and may want all of a processor.
  private func hurry() {
    do throws(ThreadRefusal) { try RealtimePriority.pipeline.take() } catch {
      logger.notice("\(error); samples and ticks may be some milliseconds late under load")
    }
  }

  private func replay(_ source: any SampleSource) throws -> End {
    var source = source
    var session = Session(source.settings, isLive: source.isLive)
    // What is measured now comes at its own time.
    var pacer = Pacer(speed: source.isLive ? .unlimited : speed, stop: stop)
    var policy = PlaceSavingPolicy()
    defer { policy.unwritten.map { placeSaver?.save($0) } }
    var offset: Int64 = 0
    var isFirst = true
    while true {
      defer { isFirst = false }
      guard let pass = try replayOnce(&source, &session, &pacer, &policy, offset, isFirst) else {
        return .stopped
      }
      session.finish(wait: { wait(until: $0, source, &pacer) }, emit: publish)
      guard loops, !stop.isSet else { return stop.isSet ? .stopped : .sourceEnded }
      try source.rewind()
      offset = pass.nextOffset(after: offset)
      let start = pass.first.advanced(byMicroseconds: offset)
      guard pacer.wait(until: start) else { return .stopped }
      session.restart(at: start, emit: publish)
    }
  }

  /// One pass through the recording, or `nil` where the daemon is to stop.
  private func replayOnce(
    _ source: inout any SampleSource, _ session: inout Session, _ pacer: inout Pacer,
    _ policy: inout PlaceSavingPolicy, _ offset: Int64, _ isFirst: Bool
  ) throws -> ReplayPass? {
    defer { if isFirst { complain(about: source) } }
    var pass: ReplayPass?
    while let original = try source.next(before: session.nextTick) {
      var sample = original
      sample.time = original.time.advanced(byMicroseconds: offset)
      session.fieldFault = source.fieldFault
      if let lost = source.takeLoss() { session.lost(lost) }
      session.isFieldWithheld = source.isFieldWithheld
      if let suspend = source.takeSuspend() {
        logger.notice("the machine slept for \(suspend.microseconds / 1000) ms; warming up")
        session.resume(after: suspend, at: sample.time, emit: publish)
      }
      session.live = LiveState(clients: publisher.clientCount)
      guard
        session.feed(sample, wait: { wait(until: $0, source, &pacer) }, emit: publish), !stop.isSet
      else { return nil }
      tell(session.takeMagnetometerChange(), source)
      source.note(session.primarySources)
      if let fix = sample.fix, let place = policy.take(fix, at: sample.time) {
        placeSaver?.save(place)
      }
      pass = ReplayPass(extending: pass, to: original.time, isMeasured: sample.hasMeasurement)
    }
    guard let pass, pass.samples > 0 else { throw NothingToReplay() }
    return pass
  }

  /// Sleeps until a tick's time; false where the daemon is to stop.
  private func wait(
    until tick: Timestamp, _ source: any SampleSource, _ pacer: inout Pacer
  ) -> Bool {
    guard pacer.wait(until: tick) else { return false }
    // What is measured now has waited already, for the samples.
    let late = source.isLive ? BootClock().now.microseconds(since: tick) : pacer.lateness
    meter.note(tick, lateness: late)
    return true
  }

  /// Says what was not good about the first pass; a later one reads the same again.
  private func complain(about source: any SampleSource) {
    if let complaint = source.complaint { logger.warning("\(complaint)") }
  }

  private func tell(_ change: MagnetometerChange?, _ source: any SampleSource) {
    guard let change else { return }
    let reason = change.reason(former: source.name(ofSource: change.former))
    logger.notice(
      "the heading comes from \(source.name(ofSource: change.new)) from now on: \(reason); warming up"
    )
  }

  private func publish(_ line: LineEncoder.Line) {
    publisher.publish(topic: line.topic, sequence: line.sequence, line: line.bytes)
    haptics?.take(line.event)
    tellMount(line.event)
  }

  private func tellMount(_ event: Event?) {
    switch event?.name {
    case .mountWrong: logger.warning("\(Why.mountWrong.sentence) \(Why.mountWrong.advice)")
    case .mountCleared:
      logger.notice("the field turns with the device again: the mount may be right")
    default: break
    }
  }
}

/// A recording without one good sample.
struct NothingToReplay: Error {}
