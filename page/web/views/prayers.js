// The times of prayer, the night, the rules for long twilight, Ramadan, and the month.

import { get, warn } from "../control.js"
import * as days from "../day.js"
import { byID, element, row, setHidden, setNotice, setRows, setText } from "../dom.js"
import { say } from "../language.js"

function prayerRow({ name, clock, iqama, note, mark }) {
  const head = element("th", { scope: "row" }, name)
  if (mark) head.append(" ", element("em", {}, say(`mark.${mark}`)))
  if (note) head.append(element("small", {}, note))
  const made = element("tr", { className: mark }, head, element("td", {}, clock))
  if (iqama) made.append(element("td", {}, iqama))
  return made
}

function weekRow(cells) {
  return element("tr", {}, ...cells.map((cell) => {
    if (!cell) return element("td")
    const made = element("td", { className: [cell.isToday ? "today" : "", cell.events.length ? "event" : ""].join(" ").trim() },
      element("strong", {}, cell.day), element("small", {}, cell.date))
    if (cell.events.length) made.title = cell.events.join(", ")
    if (cell.isToday) made.setAttribute("aria-current", "date")
    return made
  }))
}

export function make({ day }) {
  let month = null
  let offset = 0
  let asked = null

  function askForMonth() {
    const wanted = `${offset} ${day.newest()?.date ?? ""}`
    if (asked === wanted) return
    asked = wanted
    get(`/api/month?months=${offset}`)
      .then((answer) => (month = answer.error ? null : answer))
      .catch(warn("the month did not come"))
  }
  byID("month-before").addEventListener("click", () => (offset -= 1))
  byID("month-after").addEventListener("click", () => (offset += 1))

  function drawMonth() {
    askForMonth()
    if (!month) return
    setText("month-name", days.monthName(month))
    setRows("month-head", [1, 2, 3, 4, 5, 6, 7].map((number) => say(`weekday.${number}`)), (name) => element("th", { scope: "col" }, name))
    setRows("month-weeks", days.monthWeeks(month), weekRow)
    setRows("events", days.eventRows(month), row)
  }

  function draw({ now, shown }) {
    const newest = day.newest()
    const clock = day.clock(now)
    setText("next", newest ? days.nextWords(newest) : say(shown.phase === "live" ? "day.noPosition" : `phase.${shown.phase}`))
    setText("countdown", days.countdown(newest, clock))
    setText("dates", days.dates(newest))
    setNotice("day-notice", days.dayNotice(newest))
    const rows = days.prayerRows(newest)
    setHidden("iqama-head", !rows.some((each) => each.iqama))
    setRows("prayers", rows, prayerRow)
    setRows("night", days.nightRows(newest), row)
    const fast = days.ramadan(newest, clock)
    setHidden("ramadan", fast === null)
    if (fast) {
      setText("ramadan-title", fast.title)
      setNotice("suhoor", fast.suhoor)
      setNotice("iftar", fast.iftar)
      setNotice("last-ten", fast.lastTen)
    }
    const rules = days.ruleTable(newest)
    setHidden("rules", rules === null)
    setHidden("rules-none", rules !== null || !newest || Boolean(newest.error))
    if (rules) {
      setRows("rules-head", rules.heads, (name) => element(name ? "th" : "td", {}, name))
      setRows("rules-rows", rules.rows, row)
    }
    if (byID("month-open").open) drawMonth()
  }

  function relabel() {
    for (const id of ["prayers", "night", "rules-head", "rules-rows", "month-head", "month-weeks", "events"]) delete byID(id).dataset.key
  }

  return { draw, relabel }
}
