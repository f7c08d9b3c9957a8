// What the page shows of a day: make test-page
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  basisWords, countdown, dates, dayNotice, eventRows, left, monthName, monthWeeks, nextWords, nightRows, prayerRows, ramadan, ruleTable,
} from "../web/day.js"
import { makeDay } from "../web/daykeeper.js"
import { headline } from "../web/views/prayers.js"
import { speak } from "../web/language.js"
import english from "../web/words/en.js"

speak(english)

const names = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]
// 2026-11-27, a Friday, from midnight UTC on.
const midnight = 1_795_737_600
const day = (more = {}) => ({
  type: "day", date: "2026-11-27", weekday: 5, utc_offset_s: 0, method: "muslimWorldLeague",
  times: names.map((name, index) => ({ name, at_s: midnight + 29_700 + index * 9_000, clock: `0${index}:00` })),
  night: [{ name: "imsak", at_s: midnight, clock: "00:00" }, { name: "duha" }],
  current: undefined, next: { name: "dhuhr", at_s: midnight + 39_600 + 8_100, clock: "13:15" },
  next_change_s: midnight + 39_600 + 8_100,
  hijri: { year: 1448, month: 6, day: 17, month_name: "Jumada II", grade: "published", starts_at: "midnight" },
  zone_doubtful: false, ...more,
})

test("the time left is rounded up, so that it is never said too late", () => {
  assert.equal(left(8_100), "in 2 h 15 min")
  assert.equal(left(8_041), "in 2 h 15 min")
  assert.equal(left(3_600), "in 1 h 0 min")
  assert.equal(left(59), "in 1 min")
  assert.equal(left(0), "now")
  assert.equal(left(-5), "now")
})

test("the countdown runs on the device's clock", () => {
  const eleven = midnight + 39_600
  assert.equal(countdown(day(), eleven), "in 2 h 15 min")
  assert.equal(countdown(day(), eleven + 8_099), "in 1 min")
  assert.equal(countdown(day(), null), "", "before the clock has come")
})

test("on a Friday Dhuhr is Jumu’ah, also where it is tomorrow's", () => {
  assert.equal(nextWords(day()), "Jumu\u2019ah 13:15")
  assert.equal(prayerRows(day())[2].name, "Jumu\u2019ah")
  const saturday = day({ weekday: 6, next: { name: "dhuhr", at_s: midnight, clock: "11:49" } })
  assert.equal(nextWords(saturday), "Dhuhr 11:49")
  assert.equal(nextWords({ ...saturday, weekday: 4 }), "Jumu\u2019ah 11:49")
})

test("a time that is absent says why, and one that is not by the sun says by what", () => {
  const rows = prayerRows(day({ times: [
    { name: "fajr", at_s: 1, clock: "02:40", basis: "rule:seventh" },
    { name: "isha", absent: "sun_does_not_reach_angle" },
  ] }))
  assert.deepEqual(rows.map((row) => [row.clock, row.note]), [
    ["02:40", "a seventh of the night"], ["–", "the sun does not sink to the angle of the method"]])
  assert.equal(basisWords("near_latitude:65.5"), "as at 65.5° of latitude")
  assert.equal(basisWords("near_day:2026-01-20"), "as on 2026-01-20")
  assert.equal(basisWords("of_a_later_version"), "of_a_later_version")
})

test("now and next are marked", () => {
  const rows = prayerRows(day({ current: "fajr", next: { name: "sunrise", at_s: midnight + 38_700, clock: "01:00" } }))
  assert.deepEqual(rows.map((row) => row.mark), ["now", "next", "", "", "", ""])
})

test("a Hijri date that is not published says so", () => {
  assert.equal(dates(day()), "17 Jumada II 1448, 2026-11-27")
  assert.match(dates(day({ hijri: { ...day().hijri, grade: "computed" } })), /\(computed; the printed calendar may differ by a day\)/)
  assert.match(dates(day({ hijri_after_sunset: { ...day().hijri, day: 18 } })), / · 18 Jumada II 1448 after sunset$/)
})

test("an error is said in place of times", () => {
  const wrong = { type: "day", error: "The device's clock is wrong" }
  assert.equal(nextWords(wrong), "No times")
  assert.equal(countdown(wrong, 0), "The device's clock is wrong")
  assert.deepEqual([prayerRows(wrong), nightRows(wrong), dates(wrong), dayNotice(wrong)], [[], [], "", ""])
})

test("a time zone that is not that of the place is named, and a night's row without a time is left out", () => {
  assert.match(dayNotice(day({ zone_doubtful: true, timetable_doubtful: true })), /time zone/)
  assert.deepEqual(nightRows(day()), [["Imsak", "00:00"], ["Method", "Muslim World League"]])
})

test("a method whose numbers are the user's own says so behind its name", () => {
  const rows = nightRows(day({ custom: true, madhab: "hanafi" }))
  assert.deepEqual(rows.slice(1), [["Method", "Muslim World League, modified"], ["School", "Hanafi"]])
})

test("a timetable that is not of this place is named", () => {
  assert.match(dayNotice(day({ timetable_doubtful: true })), /timetable does not fit the sun here/)
})

test("a clock that nothing has set is said before all else", () => {
  assert.match(dayNotice(day({ zone_doubtful: true, clock_untrusted: true })), /clock was never set/)
})

test("the rules for long twilight stand side by side where they differ", () => {
  const rule = (name, fajr, isha) => ({ name, fajr, isha })
  const table = ruleTable(day({ rules: [rule("middleOfTheNight", "01:00", "01:00"), rule("seventhOfTheNight", "03:10", "22:50"), rule("twilightAngle", undefined, "23:30")] }))
  assert.deepEqual(table.heads, ["", "Middle of the night", "Seventh of the night", "Angle / 60"])
  assert.deepEqual(table.rows, [["Fajr", "01:00", "03:10", "–"], ["Isha", "01:00", "22:50", "23:30"]])
  assert.equal(ruleTable(day({ rules: [rule("middleOfTheNight", "05:00", "19:00"), rule("twilightAngle", "05:00", "19:00")] })), null)
  assert.equal(ruleTable(day()), null)
})

test("in Ramadan the end of suhoor is counted down first, and then iftar", () => {
  const times = day().times.map((time, index) => ({ ...time, at_s: midnight + [18_000, 25_000, 43_000, 52_000, 60_000, 66_000][index] }))
  const fast = (now) => ramadan(day({ ramadan_day: 5, times }), midnight + now)
  assert.equal(ramadan(day(), midnight), null)
  assert.equal(ramadan(day({ ramadan_day: 5, times }), null), null)
  assert.deepEqual([fast(14_400).suhoor, fast(14_400).iftar], ["Suhoor ends in 1 h 0 min", ""])
  assert.deepEqual([fast(56_400).suhoor, fast(56_400).iftar], ["", "Iftar in 1 h 0 min"])
  assert.deepEqual([fast(61_000).suhoor, fast(61_000).iftar], ["", ""])
})

test("the last ten nights begin at the sunset before the 21st day, and end with the last day's daylight", () => {
  const lastTen = (ramadan_day, ramadan_night) => ramadan(day({ ramadan_day, ramadan_night }), midnight).lastTen
  assert.deepEqual([lastTen(20, 20), lastTen(20, 21), lastTen(21, 21), lastTen(30, 30)],
    ["", "The last ten nights", "The last ten nights", "The last ten nights"])
  assert.equal(lastTen(30, undefined), "", "the night of the festival")
})

test("a month is weeks from Monday on, with today and events", () => {
  // 2026-11-11 is a Wednesday.
  const entry = (index) => ({ day: index + 1, date: `2026-11-${11 + index}`, weekday: ((2 + index) % 7) + 1 })
  const month = { year: 1448, month: 6, today: "2026-11-12", days: Array.from({ length: 9 }, (_, index) => entry(index)),
    events: [{ name: "Ramadan begins", date: "2027-02-08", days: 75 }, { name: "Of a later version", date: "2026-11-12", days: 0 }] }
  month.days[2].events = ["White days (13 to 15)"]
  const weeks = monthWeeks(month)
  assert.deepEqual(weeks.map((week) => week.length), [7, 7])
  assert.deepEqual(weeks[0].map((cell) => cell?.day ?? "").join(","), ",,1,2,3,4,5")
  assert.equal(weeks[0][3].isToday, true)
  assert.deepEqual(weeks[0][4].events, ["White days (13 to 15)"])
  assert.equal(monthName(month), "Jumada II 1448")
  assert.deepEqual(eventRows(month), [["Ramadan begins", "2027-02-08", "in 75 d"], ["Of a later version", "2026-11-12", "now"]])
})

test("the clock is the device's, carried on since its last message", () => {
  const keeper = makeDay()
  assert.equal(keeper.clock(5_000), null)
  keeper.take({ type: "sun", at_s: midnight }, 5_000)
  assert.equal(keeper.clock(6_500), midnight + 1.5)
  keeper.take({ type: "sun", at_s: midnight - 3_600 }, 7_000)
  assert.equal(keeper.clock(7_000), midnight - 3_600, "a clock that was set back")
})

test("a day without a place is none, and a recording has neither day nor sun", () => {
  const keeper = makeDay()
  keeper.take(day(), 0)
  assert.equal(keeper.newest(0).date, "2026-11-27")
  keeper.take({ type: "day", error: "The device's clock is wrong" }, 0)
  assert.match(keeper.newest(0).error, /clock is wrong/)
  keeper.take({ type: "day" }, 0)
  assert.equal(keeper.newest(0), null)
  keeper.take({ type: "sun", at_s: midnight, azimuth_deg: 213, altitude_deg: 24 }, 0)
  keeper.discard()
  assert.deepEqual([keeper.sun(), keeper.clock(0)], [null, null])
})

test("without the stream a day says what is now and next until five seconds after its next change, and no longer", () => {
  const keeper = makeDay()
  const change = day().next_change_s
  keeper.take(day({ current: "fajr", ramadan_day: 5 }), 0)
  keeper.take({ type: "sun", at_s: change - 60 }, 0)
  const seen = (now) => {
    const newest = keeper.newest(now)
    const marks = prayerRows(newest).map(({ mark }) => mark).filter(Boolean)
    return [headline(newest, "silent"), countdown(newest, keeper.clock(now)), marks, dates(newest), ramadan(newest, keeper.clock(now)) === null]
  }
  const before = ["Jumu\u2019ah 13:15", "now", ["now", "next"], "17 Jumada II 1448, 2026-11-27", false]
  assert.deepEqual(seen(64_900), before)
  assert.deepEqual(seen(65_100), ["The compass is silent", "", [], "", true])
  assert.equal(prayerRows(keeper.newest(65_100))[0].clock, "00:00", "the times of the day stay")
  keeper.take(day({ next_change_s: change + 9_000 }), 66_000)
  assert.equal(headline(keeper.newest(66_000), "live"), "Jumu\u2019ah 13:15")
})

test("the large line says why there are no times", () => {
  assert.equal(headline(null, "live"), "No position, so no times")
  assert.equal(headline(null, "connecting"), "Looking for the compass")
  assert.equal(headline({ ...day(), isOver: true }, "no-daemon"), "The compass does not run")
  assert.equal(nextWords({ ...day(), isOver: true }), "Times of prayer")
  assert.equal(headline(day(), "silent"), "Jumu\u2019ah 13:15")
})
