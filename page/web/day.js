// What the page shows of a day. Pure but for the viewer's language: no clock, no document. The times and `now`, seconds since
// 1970 or null where it has not come, are the device's, not the phone's.

import { clock, digits, inOrder, number, say, sayOr } from "./language.js"

const friday = 5

export function nameOf(prayer, weekday) {
  return say(`prayer.${prayer === "dhuhr" && weekday === friday ? "jumuah" : prayer}`)
}

/** `in 2 h 15 min`, `in 4 min`, `now`. */
export function left(seconds) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 0) return say("left.now")
  if (minutes < 60) return say("left.minutes", { minutes })
  return say("left.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

export function nextWords(day) {
  if (!day || day.isOver) return say("day.title")
  if (day.error) return say("day.none")
  return day.next ? `${nameOf(day.next.name, weekdayOfNext(day))} ${clock(day.next.clock)}` : say("day.noneToday")
}

/** The weekday of the next time, which may be tomorrow's. */
function weekdayOfNext(day) {
  const isToday = day.times.some(({ at_s }) => at_s === day.next.at_s)
  return isToday ? day.weekday : (day.weekday % 7) + 1
}

export function countdown(day, now) {
  return day?.next && now !== null ? left(day.next.at_s - now) : (day?.error ?? "")
}

/** `17 Jumada II 1448`, with the grade where it is not published. */
function hijriWords({ day, month, year, grade }) {
  const words = say("date.hijri", { day, month: say(`month.${month}`), year })
  return grade === "published" ? words : `${words} (${say(`grade.${grade}`)})`
}

/** Both dates in words, and the Hijri date that begins at sunset. */
export function dates(day) {
  if (!day?.times || day.isOver) return ""
  if (!day.hijri) return inOrder(digits(day.date))
  const both = say("date.both", { hijri: hijriWords(day.hijri), date: inOrder(day.date) })
  return day.hijri_after_sunset ? `${both} · ${say("date.sunset", { date: hijriWords(day.hijri_after_sunset) })}` : both
}

/** What a user must know. */
export function dayNotice(day) {
  if (day?.clock_untrusted) return say("day.untrusted")
  if (day?.zone_doubtful) return say("day.zone")
  return day?.timetable_doubtful ? say("day.timetable") : ""
}

/** Rows of the table: name, time, note, and whether it is now or next. */
export function prayerRows(day) {
  return (day?.times ?? []).map((time) => ({
    name: nameOf(time.name, day.weekday),
    clock: clock(time.clock ?? "–"),
    iqama: clock(time.iqama ?? ""),
    note: time.absent ? say(`absent.${time.absent}`) : basisWords(time.basis),
    mark: time.name === day.current ? "now" : day.next && time.at_s === day.next.at_s ? "next" : "",
  }))
}

export function nightRows(day) {
  if (!day?.times) return []
  const rows = day.night.filter((time) => time.clock).map((time) => [say(`night.${time.name}`), clock(time.clock)])
  rows.push([say("day.method"), methodName(day.method) + (day.custom ? `, ${say("day.custom")}` : "")])
  if (day.madhab) rows.push([say("day.madhab"), say(`madhab.${day.madhab}`)])
  return rows
}

/** `muslimWorldLeague` as words: names of authorities stay as they are. */
export function methodName(name) {
  return name.replace(/([A-Z])/g, " $1").replace(/^./, (first) => first.toUpperCase())
}

/** What a time follows from where it is not the sun at the place. */
export function basisWords(basis = "") {
  const [kind, value] = basis.split(":")
  if (kind === "rule") return sayOr(`basis.${value}`, say("basis.rule"))
  return sayOr(`basis.${kind}`, basis, { value: inOrder(value) })
}

/** The three rules side by side: heads and rows; `null` where they give the same. */
export function ruleTable(day) {
  const rules = day?.rules ?? []
  if (rules.every(({ fajr, isha }) => fajr === rules[0].fajr && isha === rules[0].isha)) return null
  return {
    heads: ["", ...rules.map(({ name }) => say(`rule.${name}`))],
    rows: ["fajr", "isha"].map((prayer) => [say(`prayer.${prayer}`), ...rules.map((rule) => clock(rule[prayer] ?? "–"))]),
  }
}

/** What Ramadan adds; `null` outside it. */
export function ramadan(day, now) {
  if (!day?.times || day.ramadan_day === undefined || now === null) return null
  const [suhoor, iftar] = ["fajr", "maghrib"].map((prayer) => {
    const { at_s } = day.times.find(({ name }) => name === prayer)
    return at_s > now && left(at_s - now)
  })
  return {
    title: say("ramadan.title", { day: day.ramadan_day }),
    suhoor: suhoor ? say("ramadan.suhoor", { left: suhoor }) : "",
    iftar: iftar && !suhoor ? say("ramadan.iftar", { left: iftar }) : "",
    lastTen: day.ramadan_night >= 21 ? say("ramadan.lastTen") : "",
  }
}

/** The weeks of a Hijri month from Monday on: cells of `{ day, date, events, isToday }`, `null` before and after it. */
export function monthWeeks(month) {
  const cells = Array(month.days[0].weekday - 1).fill(null)
  for (const { day, date, events = [] } of month.days)
    cells.push({ day: number(day), date: inOrder(digits(date.slice(5))), events: events.map(eventName), isToday: date === month.today })
  while (cells.length % 7) cells.push(null)
  return Array.from({ length: cells.length / 7 }, () => cells.splice(0, 7))
}

export function monthName(month) {
  return say("date.hijri", { day: "", month: say(`month.${month.month}`), year: month.year }).trim()
}

/** Coming events: name, when, and in how many days. */
export function eventRows(month) {
  return (month.events ?? []).map(({ name, date, days }) => [eventName(name), inOrder(digits(date)), say(days ? "event.in" : "left.now", { days })])
}

const eventName = (name) => sayOr(`event.${name}`, name)
