import Quantities
import Testing

@testable import Heading

@Suite struct RecurringMisfitTests {
  /// A device that turns about the vertical, and whose field fits or does not.
  private struct Story {
    private(set) var recurrence = RecurringMisfit()
    private let parameters = FieldMonitorParameters()
    private var time = Timestamp(microseconds: 0)
    private var wasFit: Bool?
    private var heading = 0.0

    mutating func go(_ seconds: Double, fits: Bool, turnRate: (Double) -> Double = { _ in 0 }) {
      for step in 0..<Int(seconds * 10) {
        let rate = turnRate(Double(step) / 10)
        recurrence.update(
          misfits: !fits, turnRate: abs(rate), interval: 0.1, at: time, parameters)
        heading += rate * 0.1
        let attitude = Quaternion(yaw: heading, pitch: 0.2, roll: -0.1)
        if fits {
          if wasFit == false { recurrence.ended(since: time, in: attitude, at: time, parameters) }
          recurrence.fits(in: attitude, at: time, parameters)
        } else if wasFit != false {
          recurrence.began(since: time, isFirst: wasFit == nil, at: time, parameters)
        }
        wasFit = fits
        time = time.advanced(byMicroseconds: 100_000)
      }
    }
  }

  @Test func aMagnetThatPassesARestingDeviceLeavesNoDoubt() {
    var story = Story()
    story.go(10, fits: true)
    story.go(5, fits: false)
    story.go(1, fits: true)
    #expect(story.recurrence.share > 0.25 && !story.recurrence.isOwn)
  }

  // Whatever the reason: without a gyro a turn and a magnet look alike. With the first sample that fits.
  @Test(arguments: [
    (seconds: 5.0, turnRate: 0.2), (seconds: 9.0, turnRate: 0.0), (seconds: 5.0, turnRate: -0.2),
  ])
  func whatIsLongOrEndsElsewhereMayBeTheDevicesOwn(seconds: Double, turnRate: Double) {
    var story = Story()
    story.go(10, fits: true)
    story.go(seconds, fits: false, turnRate: { _ in turnRate })
    #expect(!story.recurrence.isOwn)
    story.go(0.1, fits: true)
    #expect(story.recurrence.isOwn)
  }

  // The device swings in each disturbance and ends where it began, so that each weighs enough.
  @Test func whatComesAgainWithinAMinuteIsTheDevicesOwnAndLaterIsNot() {
    for (pause, isOwn) in [(8.0, true), (70.0, false)] {
      var story = Story()
      story.go(5, fits: true)
      story.go(4, fits: false)
      story.go(pause, fits: true)
      story.go(6, fits: false, turnRate: { $0 < 3 ? 1 : -1 })
      story.go(1, fits: true)
      #expect(story.recurrence.share > 0.25)
      #expect(story.recurrence.isOwn == isOwn, "after \(pause) s")
    }
  }

  // Too little of the minute, and an hour later nothing of it counts.
  @Test func whatLastedLongIsForgottenLikeTheRest() {
    var story = Story()
    story.go(60, fits: true)
    story.go(9, fits: false)
    story.go(3600, fits: true)
    story.go(6, fits: false, turnRate: { $0 < 3 ? 1 : -1 })
    story.go(1, fits: true)
    #expect(story.recurrence.share > 0.25 && !story.recurrence.isOwn)
  }

  @Test func aFieldThatNeverFittedIsNotBelievedWhenItBeginsToFit() {
    var story = Story()
    story.go(3, fits: false)
    story.go(5, fits: true)
    #expect(story.recurrence.isOwn)
  }

  // 10 s of 15 are a tenth when k = exp(−t / 60 s) is so small that 10 k = 0.1 (15 k + 60 (1 − k)): after
  // 53 s, a little sooner as the 15 s fade as well. A second at 1 rad/s is worth 4.1 s.
  @Test func turningProvesAFieldSoonerThanWaiting() {
    func secondsOfDoubt(turnRate: Double) -> Double {
      var story = Story()
      story.go(5, fits: true)
      story.go(10, fits: false)
      var seconds = 0.0
      repeat {
        story.go(1, fits: true, turnRate: { _ in turnRate })
        seconds += 1
      } while story.recurrence.isOwn && seconds < 1000
      return seconds
    }
    #expect((48...53).contains(secondsOfDoubt(turnRate: 0)))
    #expect((12...13).contains(secondsOfDoubt(turnRate: 1)))
  }
}
