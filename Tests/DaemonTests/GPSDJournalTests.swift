import GPSD
import Logging
import Quantities
import Testing

@testable import qiblad

/// What the journal is told of gpsd, and how often.
struct GPSDJournalTests {
  private let log = Log()
  private let start = ContinuousClock.now

  private func journal(remoteHost: String? = nil) -> GPSDJournal {
    GPSDJournal(
      logger: Logger(label: "test", factory: { [log] _ in log }), remoteHost: remoteHost)
  }

  /// A day of a receiver that wins and loses its fix every second, asked for ten times a second.
  @Test func aFixThatComesAndGoesIsToldAtMostOnceAMinute() {
    let journal = journal()
    for second in 0..<86_400 {
      let time = start + .seconds(second)
      journal.flush(at: time)
      journal.take(.status(second.isMultiple(of: 2) ? .fix : .noFix), at: time)
    }
    #expect((2 * 1439...2 * 1441).contains(log.lines.count), "\(log.lines.count)")
    #expect(
      log.lines.prefix(2) == [
        "the receiver has a fix", "the receiver has no fix yet; it needs a view of the sky",
      ])
    #expect(log.lines[2] == "the receiver has a fix (29 times within a minute)")
  }

  @Test func aNewFactIsToldAtOnceAndOneAfterAMinuteToo() {
    let journal = journal()
    journal.take(.status(.noFix), at: start)
    journal.take(.status(.fix), at: start)
    journal.take(.status(.noFix), at: start + .seconds(61))
    #expect(log.lines.count == 3 && log.lines[2].contains("no fix yet; it needs"))
  }

  // The fix is lost for good a second after it was logged: the journal must not end with "has a fix".
  @Test func theLastLineIsTrueWhenItsMinuteIsOver() {
    let journal = journal()
    for (second, status) in [(0, GPSDStatus.noFix), (1, .fix), (2, .noFix)] {
      journal.take(.status(status), at: start + .seconds(second))
    }
    #expect(log.lines.last == "the receiver has a fix")
    journal.flush(at: start + .seconds(59))
    #expect(log.lines.count == 2)
    journal.flush(at: start + .seconds(60))
    #expect(log.lines.last?.contains("no fix yet") == true)
    for second in 61..<1000 { journal.flush(at: start + .seconds(second)) }
    #expect(log.lines.count == 3)
  }

  @Test func jumpsOfTwoDistancesAreOneFact() {
    let journal = journal()
    for second in 0..<60 {
      let fault = FixFault.jump(kilometres: Double(second))
      journal.take(.fault(fault), at: start + .milliseconds(900 * second))
    }
    #expect(log.lines == ["gpsd: a fix is 0 km away, further than anything moves"])
  }

  @Test func skippedLinesAreCounted() {
    let journal = journal()
    journal.take(.refused(1, reason: "r"), at: start)
    for _ in 0..<10 { journal.take(.refused(100, reason: "s"), at: start + .seconds(1)) }
    journal.flush(at: start + .seconds(60))
    #expect(log.lines.count == 2 && log.lines[1].contains("(1000 times within a minute)"))
  }

  @Test func fixesAreNoFactsOfTheJournal() {
    let journal = journal()
    journal.take(.fix(Fix(mode: .none), at: Timestamp(microseconds: 0)), at: start)
    #expect(log.lines.isEmpty)
  }

  @Test(arguments: [
    (
      GPSDStatus.unreachable(reason: "r", obstacle: .refused),
      ["gpsd -G", "ListenStream=0.0.0.0:2947"]
    ),
    (.unreachable(reason: "r", obstacle: .noAnswer), ["firewall"]),
    (.unreachable(reason: "r", obstacle: .unknownHost), ["getent hosts boat"]),
    (.unreachable(reason: "r"), ["on boat"]), (.hangs, ["on boat"]), (.noReceiver, ["on boat"]),
  ])
  func ofAnotherMachineItSaysWhatToDoThere(_ status: GPSDStatus, _ words: [String]) {
    journal(remoteHost: "boat").take(.status(status), at: start)
    for word in words { #expect(log.lines.first?.contains(word) == true, "\(log.lines)") }
    #expect(log.lines.first?.contains("systemctl start gpsd.socket") == false)
  }
}
