import Logging
import Pipeline
import Quantities
import TestDoubles
import Testing
import Wire

@testable import qiblad

/// What comes out of the queue, in which order and with which times.
@Suite struct LiveInputsTests {
  /// A queue, a motor and clocks that a test sets.
  private final class Bench {
    let queue = InputQueue()
    let motor: MotorActivity
    let clock = HandClock(now: Timestamp(microseconds: 1_000_000))
    private let asleep = SuspendedTime()

    init() {
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      motor = MotorActivity(settleMilliseconds: 10, logger: logger)
    }

    /// - Parameter watch: looks whether the machine's clock was set.
    func inputs(_ watch: ClockWatch = .blind) -> LiveInputs {
      LiveInputs(
        queue, motor,
        clocks: { [clock, asleep] in
          let awake = clock.now.microseconds - asleep.microseconds
          return SuspendWatch.Reading(before: awake, boot: clock.now, after: awake)
        }, watch: watch)
    }

    func advance(milliseconds: Int64) { clock.advance(milliseconds: milliseconds) }

    func suspend(milliseconds: Int64) {
      asleep.microseconds += milliseconds * 1000
      advance(milliseconds: milliseconds)
    }
  }

  private let bench = Bench()
  private var start: Timestamp { Timestamp(microseconds: 1_000_000) }

  private func after(_ milliseconds: Int64) -> Timestamp {
    start.advanced(byMicroseconds: milliseconds * 1000)
  }

  private func field(_ milliseconds: Int64, source: SensorSourceID = 4) -> Sample {
    Sample(
      time: after(milliseconds), magneticField: MagneticField(microtesla: Vector3(20, 0, 40)),
      source: source)
  }

  @Test func withoutAnInputTimeHasComeToThreeMillisecondsAgo() {
    var inputs = bench.inputs()
    #expect(inputs.next(before: nil) == .idle(at: after(-3)))
    bench.advance(milliseconds: 20)
    #expect(inputs.next(before: after(16)) == .idle(at: after(17)))
  }

  // A board without a battery clock starts in 1970; a time server is reached after 15 s.
  @Test func aClockThatIsSetInTheRunIsAnInput() {
    let (bench, machine) = (bench, UnsetClock())
    var inputs = bench.inputs(
      ClockWatch(
        knowing: nil, isCertain: false, at: start, date: { machine.date }, isSet: { false }))
    func dates(seconds: Int) -> [Input] {
      (0..<seconds * 50).compactMap { _ in
        bench.advance(milliseconds: 20)
        let input = inputs.next(before: nil)
        if case .clock = input { return input }
        return nil
      }
    }
    #expect(dates(seconds: 15).isEmpty)
    machine.date = 1_795_219_200_000_000
    let found = dates(seconds: 2)
    guard case .clock(let utc, let time) = found.first, found.count == 1 else {
      Issue.record("\(found)")
      return
    }
    // The newest instant is 3 ms ago.
    #expect(utc == 1_795_219_200_000_000 - 3000 && time > after(15_000))
  }

  @Test func aSampleThatComesLateIsMovedToTheNewestInstant() {
    var inputs = bench.inputs()
    bench.advance(milliseconds: 50)
    #expect(inputs.next(before: nil) == .idle(at: after(47)))
    bench.queue.put(.sample(field(30)))
    bench.queue.put(.sensorLost(4, at: after(48)))
    #expect(inputs.next(before: nil) == .sample(field(47)))
    #expect(inputs.next(before: nil) == .sensorLost(4, at: after(48)))
  }

  @Test func aFixIsGivenOutBeforeASampleThatIsStillOnItsWay() {
    var inputs = bench.inputs()
    bench.advance(milliseconds: 50)
    bench.queue.put(.sample(Sample(time: after(50), fix: Fix(mode: .none))))
    bench.queue.put(.sample(field(48)))
    #expect(inputs.next(before: nil).time == after(47))
    #expect(inputs.next(before: nil) == .sample(field(48)))
  }

  @Test func blankingBeginsAndEndsWithTheFirstFieldOfItsKind() {
    var inputs = bench.inputs()
    bench.advance(milliseconds: 10)
    bench.motor.start(at: bench.clock.now)
    bench.advance(milliseconds: 20)
    bench.motor.end(at: bench.clock.now)
    let rate = Sample(time: after(12), angularRate: AngularRate(radiansPerSecond: .zero))
    bench.queue.put(.sample(field(5)))
    bench.queue.put(.sample(rate))
    for time in [Int64(15), 25, 38, 41] { bench.queue.put(.sample(field(time))) }
    let taken = (0..<8).map { _ in inputs.next(before: nil) }
    #expect(
      taken == [
        .sample(field(5)), .sample(rate), .blanking(true, at: after(15)), .sample(field(15)),
        .sample(field(25)), .sample(field(38)), .blanking(false, at: after(41)),
        .sample(field(41)),
      ])
  }

  @Test func aSuspendIsAGapBeforeTheFirstSampleAfterIt() {
    var inputs = bench.inputs()
    _ = inputs.next(before: nil)
    bench.advance(milliseconds: 10)
    bench.queue.put(.sample(field(9)))
    bench.queue.put(.sensorFault(4, .bus, at: after(9)))
    bench.queue.put(.sensorLost(4, at: after(9)))
    bench.suspend(milliseconds: 8_000)
    bench.queue.put(.sample(field(8_010)))
    let taken = (0..<5).map { _ in inputs.next(before: nil) }
    // Samples from before the suspend are dropped; the state of a sensor is not.
    #expect(
      taken == [
        .gap(.suspend, at: after(8_007), microseconds: 8_000_000), .idle(at: after(8_007)),
        .sensorFault(4, .bus, at: after(8_007)), .sensorLost(4, at: after(8_007)),
        .sample(field(8_010)),
      ])
  }
}

extension ClockWatch {
  /// Of a machine whose clock says nothing.
  fileprivate static var blind: ClockWatch {
    ClockWatch(
      knowing: nil, isCertain: true, at: Timestamp(microseconds: 0), date: { nil },
      isSet: { false })
  }
}
