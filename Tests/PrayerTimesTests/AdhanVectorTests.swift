import Dates
import Foundation
import Quantities
import Testing

@testable import PrayerTimes

/// Tests/Reference/times/prayer_times_adhan_swift.csv: 598 days by batoulapps/adhan-swift.
@Suite struct AdhanVectorTests {
  private struct Row {
    let latitude: Double
    let question: DayTimes
    let words: [Substring]

    init(_ line: Substring) throws {
      words = line.split(separator: ",", omittingEmptySubsequences: false)
      latitude = try #require(Double(words[1]))
      let longitude = try #require(Double(words[2]))
      let date = try #require(
        CalendarDate(
          year: Int(words[3]) ?? 0, month: Int(words[4]) ?? 0, day: Int(words[5]) ?? 0))
      var settings = PrayerSettings(method: try #require(Method.named(words[6])))
      settings.madhab = try #require(Madhab(rawValue: String(words[7])))
      settings.rule = try #require(HighLatitudeRule(rawValue: String(words[8])))
      settings.polar = try #require(PolarRule(rawValue: String(words[9])))
      settings.shafaq = try #require(Shafaq(rawValue: String(words[10])))
      settings.addsInRamadan = false
      let place = try Coordinates(latitude: latitude, longitude: longitude)
      question = DayTimes(on: date, at: place, settings: settings)
    }

    /// Seconds since 1970 of `2029-08-24T01:46:00Z`; `nil` for `nil`.
    func expected(_ index: Int) throws -> Double? {
      let text = words[11 + index]
      guard text != "nil" else { return nil }
      let date = try CalendarDate(parsing: text.prefix(10))
      let clock = text.dropFirst(11).dropLast().split(separator: ":").compactMap { Double($0) }
      return date.unixSeconds + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }
  }

  private static func rows() throws -> [Row] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Reference/times/prayer_times_adhan_swift.csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.first?.isNumber == true }.map { try Row($0) }
  }

  @Test func nearlyAllTimesAreInTheSameMinuteAndNoneIsOffByMore() throws {
    let needed: [Prayer: Double] = [
      .fajr: 0.98, .sunrise: 0.98, .dhuhr: 0.98, .maghrib: 0.98, .isha: 0.96,
    ]
    let rows = try Self.rows()
    #expect(rows.count == 598)
    for (index, prayer) in Prayer.allCases.enumerated() {
      guard let part = needed[prayer] else { continue }
      var (same, all) = (0, 0)
      for row in rows {
        guard let expected = try row.expected(index) else {
          #expect(row.question[prayer].time == nil)
          continue
        }
        let time = try #require(row.question[prayer].time, "\(row.words[0]) \(prayer)")
        all += 1
        if time.rounded == expected { same += 1 }
        #expect(abs(time.rounded - expected) <= 60, "\(row.words[0]) \(prayer)")
      }
      #expect(Double(same) >= part * Double(all), "\(prayer): \(same) of \(all)")
    }
  }

  // Adhan takes the sun's declination of midnight UTC for Asr, which moves it by up to two minutes.
  @Test func asrIsWithin75SecondsBelow46DegreesAnd150Below61() throws {
    for row in try Self.rows() where abs(row.latitude) < 61 {
      let time = try #require(row.question[.asr].time)
      let expected = try #require(Double(row.words[20]))
      #expect(abs(time.exact - expected) <= (abs(row.latitude) < 46 ? 75 : 150), "\(row.words[0])")
    }
  }
}
