import * as days from "./day.js"
import { makeDial } from "./dial.js"
import * as maps from "./map.js"
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

const views = ["qibla", "map", "prayers"]

/** Shows the view of the address; the first one for any other address. */
function showView() {
  const wanted = location.hash.replace("#/", "")
  const view = views.includes(wanted) ? wanted : views[0]
  for (const name of views) byID(`view-${name}`).hidden = name !== view
  for (const link of document.querySelectorAll("#views a"))
    if (link.hash === `#/${view}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
}

let outlines = null
let isLandAsked = false
let zoom = 1
let landKey = ""
let landHere = null
const zooms = [1, 2, 4, 8, 16]

function askForLand() {
  if (isLandAsked) return
  isLandAsked = true
  fetch("/web/land.json")
    .then((answer) => answer.json())
    .then((land) => (outlines = maps.outlines(land)))
    .catch((error) => {
      console.warn(`the outlines of the land did not come: ${error}`)
      outlines = []
    })
}

function changeZoom(step) {
  const index = zooms.indexOf(zoom) + step
  if (zooms[index]) zoom = zooms[index]
}

/** The colours of the page's theme. */
function mapColours() {
  const style = getComputedStyle(document.documentElement)
  const colour = (name) => style.getPropertyValue(name).trim()
  return { sea: colour("--sea"), land: colour("--land"), ring: colour("--line"), line: colour("--arrow"), kaaba: colour("--kaaba"),
    text: colour("--text"), north: colour("--north") }
}

/** Draws the map anew where the place, the size or the theme has changed; turning it costs nothing. */
function drawMapView(shown) {
  askForLand()
  const { qibla, position } = shown.newest
  setText("map-turn", words.turnWords(shown))
  setText("map-words", maps.mapWords(qibla))
  setText("map-north", shown.heading === undefined ? "North is up, since there is no heading." : "")
  const canvas = byID("map")
  byID("map-turned").style.transform = `rotate(${shown.heading === undefined ? 0 : -shown.heading.toFixed(2)}deg)`
  if (!outlines || !qibla || position?.latitude_deg === undefined) return
  const size = Math.round(canvas.clientWidth * devicePixelRatio)
  const centre = { latitude: position.latitude_deg, longitude: position.longitude_deg }
  const target = { latitude: qibla.target.latitude_deg, longitude: qibla.target.longitude_deg, centre }
  const colours = mapColours()
  const place = [centre.latitude.toFixed(2), centre.longitude.toFixed(2)]
  const key = JSON.stringify([place, target.latitude, target.longitude, qibla.method, size, zoom, colours])
  if (canvas.dataset.key === key || size === 0) return
  canvas.dataset.key = key
  if (landKey !== String(place)) [landKey, landHere] = [String(place), maps.landOnMap(outlines, centre)]
  ;[canvas.width, canvas.height] = [size, size]
  canvas.setAttribute("aria-label", maps.mapWords(qibla))
  maps.drawMap(canvas.getContext("2d"), size, { land: landHere, target, isRhumb: qibla.method === "rhumb", zoom, colours })
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
  if (!byID("view-map").hidden) drawMapView(shown)
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
byID("zoom-in").addEventListener("click", () => changeZoom(1))
byID("zoom-out").addEventListener("click", () => changeZoom(-1))
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
