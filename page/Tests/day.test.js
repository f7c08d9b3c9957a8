// What the page shows of a day: make test-page
import assert from "node:assert/strict"
import { test } from "node:test"
import { basisWords, countdown, dates, dayNotice, isOver, left, nextWords, nightRows, prayerRows } from "../web/day.js"

const names = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]
// 2026-11-27, a Friday, from midnight UTC on.
const midnight = 1_795_737_600
const day = (more = {}) => ({
  type: "day", date: "2026-11-27", weekday: 5, now_s: midnight + 39_600, utc_offset_s: 0, method: "muslimWorldLeague",
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
  assert.equal(countdown(day(), 0), "in 2 h 15 min")
  assert.equal(countdown(day(), 8_099), "in 1 min")
})

test("on a Friday Dhuhr is Jumu’ah, also where it is tomorrow's", () => {
  assert.equal(nextWords(day()), "Jumu\u2019ah 13:15")
  assert.equal(prayerRows(day())[2].name, "Jumu\u2019ah")
  const saturday = day({ weekday: 6, next: { name: "dhuhr", at_s: midnight, clock: "11:49" } })
  assert.equal(nextWords(saturday), "Dhuhr 11:49")
  assert.equal(nextWords({ ...saturday, weekday: 4 }), "Jumu\u2019ah 11:49")
})

test("an answer is over when something changes, and after an hour", () => {
  assert.equal(isOver(day(), 8_099), true)
  assert.equal(isOver(day(), 3_599), false)
  assert.equal(isOver(day({ next_change_s: midnight + 39_700 }), 100), true)
  assert.equal(isOver(null, 0), false)
  assert.equal(isOver({ error: "x" }, 11), true)
})

test("a time that is absent says why, and one that is not by the sun says by what", () => {
  const rows = prayerRows(day({ times: [
    { name: "fajr", at_s: 1, clock: "02:40", basis: "rule:seventh" },
    { name: "isha", absent: "the sun does not sink to the angle of the method" },
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
  assert.match(dates(day({ hijri: { ...day().hijri, grade: "computed" } })), /\(computed\)/)
})

test("an error is said in place of times", () => {
  const wrong = { type: "day", error: "The device's clock is wrong" }
  assert.equal(nextWords(wrong), "No times")
  assert.equal(countdown(wrong, 0), "The device's clock is wrong")
  assert.deepEqual([prayerRows(wrong), nightRows(wrong), dates(wrong), dayNotice(wrong)], [[], [], "", ""])
})

test("a time zone that is not that of the place is named, and a night's row without a time is left out", () => {
  assert.match(dayNotice(day({ zone_doubtful: true })), /time zone/)
  assert.deepEqual(nightRows(day()), [["Imsak", "00:00"], ["Method", "muslimWorldLeague"]])
})
