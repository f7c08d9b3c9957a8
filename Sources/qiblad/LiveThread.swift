import Pipeline
import Publisher
import Quantities
import Replay
import Storage
import Wire

/// What the pipeline's thread does live: samples from the devices' threads, a tick sixty times a second
/// with or without them, lines to the publisher.
struct LiveThread: PipelineDriver {
  /// µs for which a tick waits for a sample that is not later than it; what comes later counts from the
  /// next one on.
  private static let patience: Int64 = 3000
  /// µs. So far behind, the machine slept: the ticks that were missed are not made up for.
  private static let longestDelay: Int64 = 5_000_000

  let publisher: Publisher
  let stop: StopFlag
  let settings: PipelineSettings
  let queue: SampleQueue
  let haptics: HapticPlayer
  let motor: MotorActivity
  /// `nil` where no place is kept.
  let placeSaver: PlaceSaver?

  func run() -> PipelineEnd {
    let start = LiveClock.now()
    var session = Session(settings, liveFrom: start)
    var keeper = PlaceKeeper()
    defer { keeper.unwritten.map { placeSaver?.save($0) } }
    var waiting: [Sample] = []
    var last = start
    while !stop.isSet, let tick = session.nextTick {
      LiveClock.sleep(until: tick.advanced(byMicroseconds: Self.patience))
      let now = LiveClock.now()
      guard now.microseconds(since: tick) < Self.longestDelay else {
        session.skip(to: now, emit: publish)
        continue
      }
      queue.takeAll(into: &waiting)
      waiting.sort { $0.time < $1.time }
      let due = waiting.prefix { $0.time <= tick }
      for var sample in due {
        // One that came after its tick belongs to the next: to the pipeline time never runs backwards.
        sample.time = max(sample.time, last)
        last = sample.time
        feed(sample, &session, &keeper)
      }
      waiting.removeFirst(due.count)
      session.live = LiveState(clients: publisher.clientCount)
      session.advance(to: tick, emit: publish)
    }
    return .stopped
  }

  private func feed(_ sample: Sample, _ session: inout Session, _ keeper: inout PlaceKeeper) {
    _ = session.feed(motor.restrict(sample), emit: publish)
    if let fix = sample.fix, let place = keeper.take(fix, at: sample.time) {
      placeSaver?.save(place)
    }
  }

  private func publish(_ line: LineEncoder.Line) {
    publisher.publish(topic: line.topic, sequence: line.sequence, line: line.bytes)
    haptics.take(line.event)
  }
}
