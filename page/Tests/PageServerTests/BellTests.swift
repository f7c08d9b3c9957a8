import Dates
import Day
import Foundation
import PrayerTimes
import Quantities
import Testing

@testable import PageServer

@Suite struct BellTests {
  private static let day = 86_400.0
  /// 2027-01-01 00:00 UTC.
  private static let newYear = 1_798_761_600.0

  private let bell: BellSettings = {
    var bell = BellSettings()
    for prayer in Prayer.allCases where prayer != .sunrise {
      bell.prayers[prayer.rawValue] = BellSettings.Ring(
        sound: .chime, beforeMin: prayer == .fajr ? 30 : 0)
    }
    return bell
  }()

  /// London, with the European Union's summer time of 2027: from 28 March 01:00 UTC to 31 October 01:00 UTC.
  private func schedule() throws -> Schedule {
    let zone = Zone { instant in (1_806_195_600..<1_824_944_400).contains(instant) ? 3600 : 0 }
    return Schedule(
      place: try Coordinates(latitude: 51.5074, longitude: -0.1278), zone: zone,
      settings: try DaySettings(words: [:]))
  }

  /// The rings of a clock that shows these instants, one after the other.
  private func rings(_ instants: some Sequence<Double>, _ plan: inout BellPlan) throws -> [String] {
    let schedule = try schedule()
    var (hour, due): (Double, [BellPlan.Ring]) = (-1, [])
    var names: [String] = []
    for instant in instants {
      if (instant / 3600).rounded(.down) != hour {
        hour = (instant / 3600).rounded(.down)
        due = BellPlan.rings(around: instant, schedule, bell)
      }
      if let ring = plan.due(at: instant, due, isClockTrusted: true, isQuiet: false) {
        names.append(ring.name)
      }
    }
    return names
  }

  @Test func inAYearWithBothChangesOfSummerTimeEachPrayerRingsOnce() throws {
    var plan = BellPlan()
    let year = stride(from: Self.newYear, to: Self.newYear + 365 * Self.day, by: 20)
    let names = try rings(year, &plan)
    #expect(Set(names).count == names.count)
    #expect(names.count == 365 * 5)
  }

  @Test func aClockThatJumpsBackRingsNoPrayerTwice() throws {
    var plan = BellPlan()
    let day = stride(from: Self.newYear, to: Self.newYear + Self.day, by: 20)
    let first = try rings(day, &plan)
    #expect(first.count == 5)
    #expect(
      try rings(stride(from: Self.newYear + 50_000, to: Self.newYear + Self.day, by: 20), &plan)
        == [])
  }

  @Test func aClockThatJumpsAheadAndADeviceThatWasSuspendedRingNothingLate() throws {
    var plan = BellPlan()
    let before = stride(from: Self.newYear, to: Self.newYear + 6 * 3600, by: 20)
    let after = stride(from: Self.newYear + 12.5 * 3600, to: Self.newYear + Self.day, by: 20)
    // Fajr is at 06:06 with 30 min before it; Dhuhr at 12:05 has passed.
    #expect(try rings(before, &plan) == ["2027-01-01 fajr"])
    #expect(try rings(after, &plan) == ["2027-01-01 asr", "2027-01-01 maghrib", "2027-01-01 isha"])
  }

  // Isha 90 min after sunset, Fajr in the middle of a night of two hours: `DayTests`. Isha is 26 to 49 min after Fajr.
  @Test func anIshaThatComesLongAfterTheNextFajrDoesNotRing() throws {
    let schedule = Schedule(
      place: try Coordinates(latitude: 69.6492, longitude: 18.9553),
      zone: Zone { _ in 7200 },
      settings: try DaySettings(words: [.method: "qatar", .highLatitude: "middleOfTheNight"]))
    let noon = try CalendarDate(parsing: "2026-07-28").unixSeconds + 43_200
    let names = BellPlan.rings(around: noon, schedule, bell).map(\.name)
    #expect(names.contains("2026-07-28 maghrib") && names.contains("2026-07-29 fajr"))
    #expect(!names.contains { $0.hasSuffix("isha") })
  }

  // The next night is longer, so its middle, which is Fajr, may be before the middle of this one, which is Isha.
  @Test func anIshaInTheMiddleOfTheNightRingsAlsoAMinuteAfterTheNextFajr() throws {
    var schedule = try schedule()
    schedule.settings = try DaySettings(words: [.highLatitude: "middleOfTheNight"])
    let first = try CalendarDate(parsing: "2027-06-01")
    var late = 0
    for date in (0..<61).map({ first.adding(days: $0) }) {
      let isha = try #require(schedule.times(on: date)[.isha].time).rounded
      let fajr = try #require(schedule.times(on: date.adding(days: 1))[.fajr].time).rounded
      if isha >= fajr { late += 1 }
      let rings = BellPlan.rings(around: date.unixSeconds + 43_200, schedule, bell)
      #expect(rings.contains { $0.name == "\(date) isha" && $0.instant == isha }, "\(date)")
    }
    #expect(late > 30)
  }

  @Test func aRingIsAtMostAMinuteLate() throws {
    let ring = try #require(
      BellPlan.rings(around: Self.newYear + 43_200, try schedule(), bell).first {
        $0.prayer == .asr
      })
    for (late, sounds) in [(-0.1, false), (0, true), (59.9, true), (60, false)] {
      var plan = BellPlan()
      let due = plan.due(at: ring.instant + late, [ring], isClockTrusted: true, isQuiet: false)
      #expect((due != nil) == sounds, "\(late)")
    }
  }

  @Test func withAClockThatIsNotTrustedNothingRings() throws {
    let ring = try #require(BellPlan.rings(around: Self.newYear, try schedule(), bell).first)
    var plan = BellPlan()
    #expect(plan.due(at: ring.instant, [ring], isClockTrusted: false, isQuiet: false) == nil)
    #expect(plan.rung.isEmpty)
    #expect(plan.due(at: ring.instant, [ring], isClockTrusted: true, isQuiet: false) == ring)
  }

  @Test func inQuietHoursARingCountsAsOver() throws {
    let ring = try #require(BellPlan.rings(around: Self.newYear, try schedule(), bell).first)
    var plan = BellPlan()
    #expect(plan.due(at: ring.instant, [ring], isClockTrusted: true, isQuiet: true) == nil)
    #expect(plan.due(at: ring.instant + 30, [ring], isClockTrusted: true, isQuiet: false) == nil)
  }

  @Test(arguments: [
    ("22:00", "06:00", 23 * 60, true), ("22:00", "06:00", 359, true),
    ("22:00", "06:00", 360, false),
    ("13:00", "14:00", 13 * 60, true), ("13:00", "14:00", 14 * 60, false), (nil, "06:00", 0, false),
  ])
  func quietHoursMayGoOverMidnight(from: String?, to: String?, minute: Int, isQuiet: Bool) {
    var bell = BellSettings()
    (bell.quietFrom, bell.quietTo) = (from, to)
    #expect(bell.isQuiet(minute: minute) == isQuiet)
  }

  @Test func settingsThatAreNoneAreRefusedWithASentence() {
    var bell = BellSettings()
    bell.prayers["sunrise"] = BellSettings.Ring(sound: .chime)
    #expect(throws: BellSettings.Problem.self) { try bell.check() }
    bell.prayers = ["isha": BellSettings.Ring(sound: .chime, beforeMin: 31)]
    #expect(throws: BellSettings.Problem.self) { try bell.check() }
    bell.prayers = [:]
    bell.quietFrom = "24:00"
    #expect(throws: BellSettings.Problem.self) { try bell.check() }
  }

  @Test func theChimeIsAWaveFileWithItsThreeNotes() {
    let wave = Chime.wave()
    #expect(wave.count == 44 + 2 * 72_000)
    #expect(Array(wave[0..<4]) == Array("RIFF".utf8) && Array(wave[8..<12]) == Array("WAVE".utf8))
    let samples = stride(from: 44, to: wave.count, by: 2).map {
      Double(Int16(truncatingIfNeeded: Int(wave[$0]) | Int(wave[$0 + 1]) << 8))
    }
    // A Fourier sum at one frequency: the notes, and a frequency between them.
    func strength(_ hertz: Double) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * hertz * Double(index) / 48_000
        real += sample * cos(angle)
        imaginary += sample * sin(angle)
      }
      return (real * real + imaginary * imaginary).squareRoot()
    }
    for note in [220.0, 330, 440] { #expect(strength(note) > 10 * strength(note + 37)) }
  }
}
