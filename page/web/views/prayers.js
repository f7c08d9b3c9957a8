// The times of prayer, the night, the rules for long twilight, Ramadan, and the month.

import { makeQuestion } from "../control.js"
import * as days from "../day.js"
import { byID, element, row, setHidden, setNotice, setRows, setText } from "../dom.js"
import { say } from "../language.js"

function prayerRow({ name, clock, iqama, note, mark }) {
  const head = element("th", { scope: "row" }, name, mark && " ", mark && element("em", {}, say(`mark.${mark}`)), note && element("small", {}, note))
  return element("tr", { className: mark }, head, element("td", {}, clock), iqama && element("td", {}, iqama))
}

function weekRow(cells) {
  return element("tr", {}, ...cells.map((cell) => {
    if (!cell) return element("td")
    const { day, date, events, isToday } = cell
    const className = (isToday ? "today " : "") + (events.length ? "event" : "")
    const properties = { className, title: events.join(", "), ariaCurrent: isToday ? "date" : null }
    return element("td", properties, element("strong", {}, day), element("small", {}, date))
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
  byID("month-before").onclick = () => (offset -= 1)
  byID("month-after").onclick = () => (offset += 1)

  function drawMonth(date, now) {
    // A server does not get what is behind #: it makes another date another question.
    askForMonth(`/api/month?months=${offset}#${date}`, now)
    if (!month) return
    setText("month-name", days.monthName(month))
    setRows("month-head", [1, 2, 3, 4, 5, 6, 7], (number) => element("th", { scope: "col" }, say(`weekday.${number}`)))
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
    for (const [name, text] of Object.entries(fast ?? {})) setNotice(`ramadan-${name}`, text)
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
