// The times of prayer, the night, the rules for long twilight, Ramadan, and the month.

import { makeQuestion } from "../control.js"
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
    const made = element("td", { className: (cell.isToday ? "today " : "") + (cell.events.length ? "event" : "") },
      element("strong", {}, cell.day), element("small", {}, cell.date))
    if (cell.events.length) made.title = cell.events.join(", ")
    if (cell.isToday) made.setAttribute("aria-current", "date")
    return made
  }))
}

/** The large line: the next time, or why none is known. Pure. */
export function headline(day, phase) {
  if (phase !== "live" && (!day || day.isOver)) return say(`phase.${phase}`)
  return day ? days.nextWords(day) : say("day.noPosition")
}

export function make({ day }) {
  let month = null
  let offset = 0
  const askForMonth = makeQuestion("the month did not come", (answer) => {
    if (answer.error) throw new Error(answer.error)
    month = answer
  })
  byID("month-before").addEventListener("click", () => (offset -= 1))
  byID("month-after").addEventListener("click", () => (offset += 1))

  function drawMonth(date, now) {
    // A server does not get what is behind #: it makes another date another question.
    askForMonth(`/api/month?months=${offset}#${date}`, now)
    if (!month) return
    setText("month-name", days.monthName(month))
    setRows("month-head", [1, 2, 3, 4, 5, 6, 7].map((number) => say(`weekday.${number}`)), (name) => element("th", { scope: "col" }, name))
    setRows("month-weeks", days.monthWeeks(month), weekRow)
    setRows("events", days.eventRows(month), row)
  }

  function draw({ now, shown }) {
    const newest = day.newest(now)
    const clock = day.clock(now)
    setText("next", headline(newest, shown.phase))
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
    setHidden("rules-none", rules !== null || !newest?.times)
    if (rules) {
      setRows("rules-head", rules.heads, (name) => element(name ? "th" : "td", {}, name))
      setRows("rules-rows", rules.rows, row)
    }
    if (byID("month-open").open) drawMonth(newest?.date, now)
  }

  return { draw }
}
