import * as days from "./day.js"
import { makeDial } from "./dial.js"
import { emptyModel, picture, reopened, taking } from "./model.js"
import { follow } from "./stream.js"
import * as words from "./words.js"

const byID = (id) => document.getElementById(id)
/** Readings a second: all of them on the device itself, fewer through the air. */
const rate = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) ? 60 : 20
const speaksEvery = 3000

let model = emptyModel(performance.now())
let why = {}
let spokenAt = 0
const draw = makeDial(byID("dial"))

function setText(id, text) {
  const node = byID(id)
  if (node.textContent !== text) node.textContent = text
}

function setRows(id, rows, make) {
  const node = byID(id)
  const key = JSON.stringify(rows)
  if (node.dataset.key === key) return
  node.dataset.key = key
  node.replaceChildren(...rows.map(make))
}

function cell(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function row([name, text]) {
  const made = document.createElement("tr")
  const head = cell("th", name)
  head.scope = "row"
  made.append(head, cell("td", text))
  return made
}

const views = ["qibla", "prayers"]

/** Shows the view of the address; the first one for any other address. */
function showView() {
  const wanted = location.hash.replace("#/", "")
  const view = views.includes(wanted) ? wanted : views[0]
  for (const name of views) byID(`view-${name}`).hidden = name !== view
  for (const link of document.querySelectorAll("#views a"))
    if (link.hash === `#/${view}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
}

let day = null
let dayCameAt = 0
let dayPlace = null
let isDayAsked = false
const placeStep = 0.05

/** Asks for the day where the position is known, and where the last answer is over or of elsewhere. */
function askForDay(now) {
  const position = model.newest.position
  if (isDayAsked || position?.latitude_deg === undefined) return
  const { latitude_deg, longitude_deg } = position
  const isHere = dayPlace && Math.abs(dayPlace.latitude_deg - latitude_deg) < placeStep
    && Math.abs(dayPlace.longitude_deg - longitude_deg) < placeStep
  if (isHere && !days.isOver(day, (now - dayCameAt) / 1000)) return
  isDayAsked = true
  fetch(`/api/day?latitude_deg=${latitude_deg}&longitude_deg=${longitude_deg}`)
    .then((answer) => answer.json())
    .then((answer) => (day = answer))
    .catch((error) => (day = { error: `The server does not answer: ${error.message}` }))
    .finally(() => {
      ;[dayCameAt, dayPlace, isDayAsked] = [performance.now(), { latitude_deg, longitude_deg }, false]
    })
}

function prayerRow({ name, clock, iqama, note, mark }) {
  const made = document.createElement("tr")
  made.className = mark
  const head = cell("th", name)
  head.scope = "row"
  if (mark) head.append(" ", cell("em", mark))
  if (note) head.append(cell("small", note))
  made.append(head, cell("td", clock))
  if (iqama) made.append(cell("td", iqama))
  return made
}

function drawDay(now) {
  const elapsed = (now - dayCameAt) / 1000
  const hasPosition = model.newest.position?.latitude_deg !== undefined
  setText("next", hasPosition || day ? days.nextWords(day) : "No position, so no times")
  setText("countdown", days.countdown(day, elapsed))
  setText("dates", days.dates(day))
  const notice = days.dayNotice(day)
  setText("day-notice", notice)
  byID("day-notice").hidden = notice === ""
  const rows = days.prayerRows(day)
  byID("iqama-head").hidden = !rows.some((row) => row.iqama)
  setRows("prayers", rows, prayerRow)
  setRows("night", days.nightRows(day), row)
}

function frame() {
  const now = performance.now()
  if (!byID("view-prayers").hidden) {
    askForDay(now)
    drawDay(now)
  }
  const shown = picture(model, now)
  draw(shown)
  if (document.body.className !== shown.status) document.body.className = shown.status
  const [shape, word] = words.statusWords[shown.status] ?? ["?", shown.status]
  const reason = words.firstReason(shown, why)
  const notice = words.notice(shown)
  setText("shape", shape)
  setText("word", word)
  setText("turn", words.turnWords(shown))
  setText("reason", reason.sentence)
  setText("advice", reason.advice)
  setText("notice", notice)
  if (byID("notice").hidden !== (notice === "")) byID("notice").hidden = notice === ""
  setText("heading", words.degrees(shown.heading))
  setText("bearing", words.degrees(shown.newest.qibla?.bearing_deg))
  setText("distance", words.distanceWords(shown.newest.qibla?.distance_km))
  setText("error", words.errorWords(shown.error))
  if (byID("more").open) {
    setRows("reasons", shown.why, (code) => cell("li", why[code] ? `${why[code].sentence} ${why[code].advice}` : code))
    setRows("facts", words.facts(shown), row)
  }
  if (now - spokenAt > speaksEvery) {
    spokenAt = now
    setText("spoken", words.spoken(shown))
  }
  requestAnimationFrame(frame)
}

addEventListener("hashchange", showView)
showView()
fetch("/api/why")
  .then((answer) => answer.json())
  .then((table) => (why = table))
  .catch((error) => console.warn(`the daemon's sentences did not come: ${error}`))
follow(
  `/stream?rate=${rate}`,
  () => (model = reopened(model, performance.now())),
  (message) => (model = taking(model, message, performance.now())),
)
requestAnimationFrame(frame)
