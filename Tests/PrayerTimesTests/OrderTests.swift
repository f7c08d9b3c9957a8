import Dates
import Quantities
import Testing

@testable import PrayerTimes

@Suite struct OrderTests {
  /// Every 10° of latitude, and every degree near the polar circles, with the poles.
  private static let latitudes =
    Array(stride(from: -90.0, through: 90, by: 10)) + [-67, -66, 64.5, 65.5, 66, 67, 68, 69, 72]

  @Test(arguments: latitudes)
  func timesAreInOrderOrAbsentWithAReason(latitude: Double) throws {
    let place = try Coordinates(latitude: latitude, longitude: 18.9)
    for method in Method.known {
      for rule in HighLatitudeRule.allCases {
        for polar in PolarRule.allCases {
          var settings = PrayerSettings(method: method)
          (settings.rule, settings.polar) = (rule, polar)
          settings.madhab = rule == .none ? .hanafi : .shafi
          // 53 days apart: another part of the year each time. Nearest days take long in a debug build.
          for day in stride(from: 20_454, to: 20_819, by: polar == .nearestDay ? 181 : 53) {
            let times = DayTimes(
              on: CalendarDate(dayNumber: day), at: place, settings: settings)
            let present = Prayer.allCases.compactMap { times[$0].time }
            for (one, next) in zip(present, present.dropFirst()) {
              #expect(one.exact < next.exact && one.rounded < next.rounded, "\(times)")
            }
            if polar == .nearestLatitude {
              // Only a sun that does not reach the angle, without a rule, leaves a time out.
              #expect(present.count >= (rule == .none ? 4 : 6), "\(method.name) \(times)")
            }
          }
        }
      }
    }
  }

  // At 59.9° in June the seventh of the night is 44 min.
  @Test(arguments: [-65.0, 59.9, 65], [Prayer.fajr, .isha])
  func minutesOfTheUserThatLeaveNoRoomForFajrOrIshaAreNotUsedAndMoveNoOtherTime(
    latitude: Double, moved: Prayer
  ) throws {
    let minutes: Double = moved == .fajr ? 60 : -60
    let place = try Coordinates(latitude: latitude, longitude: 18.9)
    let plain = PrayerSettings(method: try #require(Method.named("muslimWorldLeague")))
    var own = plain
    own.offsets[moved] = minutes
    var changes: Set<Double> = []
    for number in stride(from: 20_454, to: 20_819, by: 3) {
      let date = CalendarDate(dayNumber: number)
      let before = DayTimes(on: date, at: place, settings: plain)
      let after = DayTimes(on: date, at: place, settings: own)
      for prayer in Prayer.allCases where prayer != moved {
        #expect(after[prayer] == before[prayer], "\(after)")
      }
      let usual = try #require(before[moved].time)
      let time = try #require(after[moved].time, "\(after)")
      changes.insert(time.exact - usual.exact)
    }
    #expect(changes == [0, minutes * 60])
  }

  @Test func minutesOfTheUserForSunriseOrMaghribThatLeaveNoRoomAreNotUsed() throws {
    let place = try Coordinates(latitude: 65, longitude: 18.9)
    let plain = PrayerSettings(method: try #require(Method.named("muslimWorldLeague")))
    var own = plain
    (own.offsets.sunrise, own.offsets.maghrib) = (-30, 30)
    let date = try CalendarDate(parsing: "2026-06-21")
    #expect(
      DayTimes(on: date, at: place, settings: own)
        == DayTimes(on: date, at: place, settings: plain))
  }

  // With the middle of the night instead, dawn and dusk move as fast as the sun around the date on which it just reaches the
  // method's angle: by up to 37 min from one day to the next at 59.5°.
  @Test(arguments: [-59.5, -52, 46, 50, 55, 59.5])
  func below60DegreesTheSeventhOfTheNightMovesByAtMostFiveMinutesADay(latitude: Double) throws {
    let place = try Coordinates(latitude: latitude, longitude: 18.9)
    for method in Method.known {
      var settings = PrayerSettings(method: method)
      (settings.rule, settings.addsInRamadan) = (.seventhOfTheNight, false)
      var last: DayTimes?
      for day in 20_454..<20_820 {
        let next = DayTimes(on: CalendarDate(dayNumber: day), at: place, settings: settings)
        // An angle of Maghrib counts only where it is before Isha, so that Maghrib jumps there.
        for prayer in Prayer.allCases where prayer != .maghrib || method.maghribAngle == nil {
          guard let before = last?[prayer].time, let after = next[prayer].time else { continue }
          #expect(abs(after.exact - before.exact - 86_400) <= 300, "\(method.name) \(next)")
        }
        last = next
      }
    }
  }

  // `make order-grid` runs every half degree.
  @Test(arguments: [-59.5, -47.5, 46.5, 47.5, 54.5, 59.5])
  func below60DegreesTimesByOurRuleMoveByAtMostFiveMinutesADay(latitude: Double) throws {
    let place = try Coordinates(latitude: latitude, longitude: 18.9)
    // Those whose angles the sun reaches on a part of the days only, or with an angle of Maghrib.
    for name in ["egyptian", "kemenag", "karachi", "tehran", "jafari", "france"] {
      var settings = PrayerSettings(method: try #require(Method.named(name)))
      settings.addsInRamadan = false
      var last = DayTimes(on: CalendarDate(dayNumber: 20_453), at: place, settings: settings)
      for day in 20_454..<20_820 {
        let next = DayTimes(on: CalendarDate(dayNumber: day), at: place, settings: settings)
        for prayer in Prayer.allCases {
          let before = try #require(last[prayer].time, "\(name) \(last)")
          let after = try #require(next[prayer].time, "\(name) \(next)")
          #expect(abs(after.exact - before.exact - 86_400) <= 300, "\(name) \(next)")
        }
        last = next
      }
    }
  }

  // The sun at 55.7° south does not sink to 18° at midsummer: the seventh by `ours`, by latitude and season as in the Adhan
  // libraries otherwise.
  @Test func theMoonsightingCommitteesSeventhInTheSouthIsOursOnly() throws {
    let place = try Coordinates(latitude: -55.7, longitude: -67)
    var settings = PrayerSettings(method: try #require(Method.named("moonsightingCommittee")))
    let bases = HighLatitudeRule.allCases.map { rule in
      settings.rule = rule
      let day = DayTimes(on: CalendarDate(dayNumber: 20_800), at: place, settings: settings)
      return "\(rule.rawValue) \(day[.fajr].time?.basis.code ?? "-")"
    }
    #expect(bases.first == "ours rule:seventh")
    #expect(bases.dropFirst().allSatisfy { $0.hasSuffix("rule:moonsighting") }, "\(bases)")
  }

  @Test func upTo45DegreesTimesOfTwoDaysDifferByAtMostFiveMinutes() throws {
    for latitude in stride(from: -45.0, through: 45, by: 15) {
      let place = try Coordinates(latitude: latitude, longitude: -70)
      for method in Method.known {
        var settings = PrayerSettings(method: method)
        settings.addsInRamadan = false
        var last = DayTimes(on: CalendarDate(dayNumber: 20_453), at: place, settings: settings)
        for day in 20_454..<20_819 {
          let next = DayTimes(on: CalendarDate(dayNumber: day), at: place, settings: settings)
          for prayer in Prayer.allCases {
            let times = (last[prayer].time, next[prayer].time)
            guard let before = times.0, let after = times.1 else { continue }
            #expect(abs(after.exact - before.exact - 86_400) <= 300, "\(method.name) \(next)")
          }
          last = next
        }
      }
    }
  }
}

@Suite struct BasisTests {
  private func tromsø(_ date: String, _ change: (inout PrayerSettings) -> Void) throws -> DayTimes {
    var settings = PrayerSettings(method: try #require(Method.named("muslimWorldLeague")))
    change(&settings)
    return DayTimes(
      on: try CalendarDate(parsing: date),
      at: try Coordinates(latitude: 69.6492, longitude: 18.9553), settings: settings)
  }

  @Test func thePolarNightTakesTheNearestLatitudeWithAWholeDay() throws {
    let day = try tromsø("2026-12-21") { _ in }
    for prayer in Prayer.allCases {
      let time = try #require(day[prayer].time)
      #expect(time.basis.code.hasPrefix("near_latitude:6"))
    }
  }

  @Test func theNearestDayIsNamed() throws {
    let day = try tromsø("2026-12-21") { $0.polar = .nearestDay }
    let basis = try #require(day[.dhuhr].time).basis.code
    #expect(basis.hasPrefix("near_day:2026-11-") || basis.hasPrefix("near_day:2027-01-"))
  }

  @Test func withoutAPolarRuleTimesAreAbsentWithTheReason() throws {
    let day = try tromsø("2026-12-21") { $0.polar = .unresolved }
    #expect(day[.dhuhr] == .absent(.sunDoesNotRise))
    let summer = try tromsø("2026-06-21") { $0.polar = .unresolved }
    #expect(summer[.fajr] == .absent(.sunDoesNotSet))
  }

  @Test func asrWithoutAShadowIsAPartOfTheAfternoon() throws {
    // The first days after the polar night: the sun's upper edge is seen, its centre is not.
    let days = try (14...18).map { try tromsø("2026-01-\($0)") { _ in } }
    let basis = days.compactMap { $0[.asr].time?.basis }
    #expect(basis.contains(.ratio))
  }

  @Test func inRamadanUmmAlQurasIshaIs30MinutesLater() throws {
    let mecca = try Coordinates(latitude: 21.4225, longitude: 39.8262)
    let settings = PrayerSettings(method: try #require(Method.named("ummAlQura")))
    for (date, minutes) in [("2027-02-08", 120.0), ("2027-02-07", 90), ("2027-03-10", 90)] {
      let day = DayTimes(on: try CalendarDate(parsing: date), at: mecca, settings: settings)
      let isha = try #require(day[.isha].time).exact
      #expect(isha - (try #require(day[.maghrib].time).exact) == minutes * 60, "\(date)")
    }
  }

  // Ramadan of the computed calendar is 2030-01-05 to 2030-02-03, and 2030-12-26 to 2031-01-23. The sun rises again on
  // 2030-01-15 at 69.6°, and on 2031-01-26 at 72°.
  @Test(arguments: [
    (69.6492, "2030-01-04", 90.0), (69.6492, "2030-01-10", 120), (72, "2031-01-23", 120),
  ])
  func ofTheNearestDayUmmAlQurasIshaIsThatOfTheRamadanOfTheDate(
    latitude: Double, date: String, minutes: Double
  ) throws {
    var settings = PrayerSettings(method: try #require(Method.named("ummAlQura")))
    settings.polar = .nearestDay
    let day = DayTimes(
      on: try CalendarDate(parsing: date),
      at: try Coordinates(latitude: latitude, longitude: 18.9553), settings: settings)
    let isha = try #require(day[.isha].time)
    #expect(isha.basis.code.hasPrefix("near_day:"))
    #expect(isha.exact - (try #require(day[.maghrib].time).exact) == minutes * 60)
  }

  @Test(arguments: [0.0, -3, 31, .nan, .infinity])
  func anAngleOfAMethodOfOnesOwnIsOver0AndAtMost30(angle: Double) {
    #expect(throws: MethodError.self) { try Method(fajrAngle: angle, isha: .angle(17)) }
    #expect(throws: MethodError.self) { try Method(fajrAngle: 17, isha: .angle(angle)) }
  }
}
