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

function frame() {
  const now = performance.now()
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
