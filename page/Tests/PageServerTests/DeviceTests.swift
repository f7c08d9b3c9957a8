import Dates
import Foundation
import HijriCalendar
import Testing

@testable import PageServer

@Suite struct PairingTests {
  @Test func theRightCodeIsGoodOnceAndItsTokenAllows() throws {
    let pairing = Pairing()
    #expect(pairing.enter("000000") == .over)
    let code = try #require(pairing.start())
    #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    guard case .paired(let token) = pairing.enter(code) else {
      Issue.record("the code is refused")
      return
    }
    #expect(token.count == 64 && pairing.allows(token))
    #expect(pairing.enter(code) == .over)
    pairing.forget(token)
    #expect(!pairing.allows(token) && !pairing.allows(nil) && !pairing.allows(""))
  }

  @Test func fiveWrongCodesEndItAndANewCodeGivesNoNewTries() throws {
    let pairing = Pairing()
    let now = ContinuousClock.Instant.now
    for _ in 0..<4 {
      let code = try #require(pairing.start(now: now))
      let wrong = code == "111111" ? "222222" : "111111"
      #expect(pairing.enter(wrong, now: now) == .wrong)
    }
    let last = try #require(pairing.start(now: now))
    #expect(pairing.enter(last == "111111" ? "222222" : "111111", now: now) == .locked)
    #expect(pairing.enter(last, now: now + .seconds(119)) == .locked)
    // Two minutes later there are new tries.
    #expect(pairing.enter(last, now: now + .seconds(120)) == .over)
    let later = now + .seconds(121)
    let code = try #require(pairing.start(now: later))
    guard case .paired = pairing.enter(code, now: later) else {
      Issue.record("the code is refused")
      return
    }
  }

  @Test func whoAsksForACodeAfterFiveWrongOnesGetsNoneAndDoesNotExtendTheTwoMinutes() throws {
    let pairing = Pairing()
    let now = ContinuousClock.Instant.now
    let code = try #require(pairing.start(now: now))
    let wrong = code == "111111" ? "222222" : "111111"
    // The last wrong one at the end of the code's lifetime.
    for _ in 0..<5 { _ = pairing.enter(wrong, now: now + .seconds(100)) }
    for seconds in stride(from: 100, to: 220, by: 10) {
      #expect(pairing.start(now: now + .seconds(seconds)) == nil, "\(seconds)")
    }
    let later = now + .seconds(220)
    let other = try #require(pairing.start(now: later))
    guard case .paired = pairing.enter(other, now: later) else {
      Issue.record("a code that is shown is refused")
      return
    }
  }

  @Test func aCodeEndsAfterTwoMinutes() throws {
    let pairing = Pairing()
    let now = ContinuousClock.Instant.now
    let code = try #require(pairing.start(now: now))
    #expect(pairing.enter(code, now: now + .seconds(120)) == .over)
  }

  @Test func aCodeThatIsNotEnteredEndsOnceAndNotWhereANewerOneIsThere() throws {
    let pairing = Pairing()
    let now = ContinuousClock.Instant.now
    #expect(!pairing.endOldCode(now: now))
    _ = try #require(pairing.start(now: now))
    let newer = try #require(pairing.start(now: now + .seconds(60)))
    #expect(!pairing.endOldCode(now: now + .seconds(120)))
    #expect(pairing.endOldCode(now: now + .seconds(180)))
    #expect(!pairing.endOldCode(now: now + .seconds(181)))
    #expect(pairing.enter(newer, now: now + .seconds(181)) == .over)
  }
}

@Suite struct ControlLineTests {
  @Test(arguments: [
    #"{"do":"calibrate","action":"start","flow":"sphere"}"#,
    #"{"do":"position","action":"forget"}"#,
    #"{"do":"target","action":"set","name":"Lima","latitude_deg":-12,"longitude_deg":-77}"#,
  ])
  func aRequestOfThePageIsOneLine(body: String) {
    #expect(ControlLine(body: Array(body.utf8))?.line == body + "\n")
  }

  @Test(arguments: [
    "", "x", "[]", #"{"do":"reload"}"#, #"{"do":"record","action":"start","path":"/etc/x"}"#,
    #"{"do":"mount","action":"set","magnetometer":"x y z"}"#,
    #"{"do":"calibration","action":"import"}"#,
    "{\"do\":\"target\",\n\"action\":\"reset\"}",
    "{\"do\":\"target\",\"action\":\"reset\"}\n{\"do\":\"reload\"}",
  ])
  func whatAPageMayNotAskForIsRefused(body: String) {
    #expect(ControlLine(body: Array(body.utf8)) == nil)
  }
}

@Suite struct KeptTests {
  private let temporary = TemporaryFolder()

  private func folder() -> StateFolder {
    StateFolder(path: temporary.path + "/\(UUID().uuidString)")
  }

  @Test func aSessionThatIsSentTwiceCountsOnceAndOutlivesTheServer() throws {
    let folder = folder()
    let counts = TasbihCounts(folder: folder)
    for reached in [3, 3, 33, 20] {
      _ = try counts.count(session: "a", reached: reached, on: "2026-11-25")
    }
    _ = try counts.count(session: "b", reached: 7, on: "2026-11-26")
    let again = TasbihCounts(folder: folder).now
    #expect(again.total == 40 && again.days == ["2026-11-25": 33, "2026-11-26": 7])
  }

  @Test func aSessionThatIsNoLongerRememberedCountsFromWhatItsBrowserKnowsToBeKept() throws {
    let counts = TasbihCounts(folder: folder())
    _ = try counts.count(session: "old", reached: 90, on: "2026-11-25")
    for number in 0..<300 {
      _ = try counts.count(session: "\(number)", reached: 1, on: "2026-11-25")
    }
    #expect(counts.now.total == 390 && counts.now.sessions.count == 256)
    let state = try counts.count(session: "old", reached: 99, from: 90, on: "2026-11-25")
    #expect(state.total == 399)
  }

  @Test func whatTheDeviceRemembersOfASessionWinsOverWhatItsBrowserKnows() throws {
    let counts = TasbihCounts(folder: folder())
    _ = try counts.count(session: "a", reached: 5, on: "2026-11-25")
    // The answer to the first request was lost: to the browser nothing is kept.
    #expect(try counts.count(session: "a", reached: 6, from: 0, on: "2026-11-25").total == 6)
    #expect(try counts.count(session: "b", reached: 3, from: 9, on: "2026-11-25").total == 6)
  }

  @Test func whereNothingCanBeKeptNothingIsCounted() {
    let counts = TasbihCounts(folder: StateFolder(path: "/proc/nothing"))
    #expect(throws: StateFolder.Failure.self) {
      try counts.count(session: "a", reached: 1, on: "2026-11-25")
    }
    #expect(counts.now.total == 0)
  }

  @Test func settingsOfThePageWinAndAWrongOneChangesNothing() throws {
    let folder = folder()
    let toml = temporary.path + "/kept.toml"
    try "[prayers]\nmethod = \"northAmerica\"\nmadhab = \"hanafi\"\n".write(
      toFile: toml, atomically: true, encoding: .utf8)
    let store = SettingsStore(folder: folder, configuration: toml)
    try store.change(SettingsChange(method: "karachi"))
    #expect(throws: (any Error).self) { try store.change(SettingsChange(method: "x")) }
    let again = SettingsStore(folder: folder, configuration: toml)
    #expect(try again.daySettings().prayers.method.name == "karachi")
    #expect(try again.daySettings().prayers.madhab == .hanafi)
    try again.change(SettingsChange(method: ""))
    #expect(try again.daySettings().prayers.method.name == "northAmerica")
  }

  @Test func aDamagedFileIsAsNone() throws {
    let folder = folder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try "{\"total\":".write(toFile: folder.path + "/tasbih.json", atomically: true, encoding: .utf8)
    #expect(TasbihCounts(folder: folder).now.total == 0)
  }
}

@Suite struct MonthAnswerTests {
  // The printed calendars: Ramadan 1448 begins on 2027-02-08 (Tests/Reference/times/ummalqura_month_starts.csv).
  @Test func aMonthHasItsDaysAndEvents() throws {
    let today = try CalendarDate(parsing: "2027-02-10")
    let month = try #require(MonthAnswer(AdjustedCalendar(), today: today, offset: 0))
    #expect(month.year == 1448 && month.month == 9)
    #expect(
      month.days.first?.date == "2027-02-08" && month.days.first?.events == ["Ramadan begins"])
    #expect((29...30).contains(month.days.count))
    #expect(month.events.map(\.days) == month.events.map(\.days).sorted())
    #expect(month.events.first { $0.name == "Eid al-Fitr" }?.days == month.days.count - 2)
    let next = try #require(MonthAnswer(AdjustedCalendar(), today: today, offset: 1))
    #expect(next.month == 10 && next.days.first?.day == 1)
  }

  @Test func theYearEndsBetweenTwoMonths() throws {
    let today = try CalendarDate(parsing: "2027-05-20")
    let month = try #require(MonthAnswer(AdjustedCalendar(), today: today, offset: 1))
    #expect(month.year == 1449 && month.month == 1)
  }
}
