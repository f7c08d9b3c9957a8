import { makeCards } from "./cards.js"
import { readable } from "./colour.js"
import { askedAgainAfter, failed, get, makeControl, post, showCode, warn } from "./control.js"
import { makeDay } from "./daykeeper.js"
import { nameOf } from "./day.js"
import { byID, colours, eachFrame, setHidden, setNotice, setText } from "./dom.js"
import { makeFeel } from "./feel.js"
import * as languages from "./language.js"
import { behindAfter, emptyModel, freshHaptic, picture, reopened, taking } from "./model.js"
import { follow } from "./stream.js"
import * as viewers from "./viewer.js"
import * as qibla from "./views/qibla.js"
import * as words from "./words.js"

const { say } = languages
/** Readings a second: all on the device itself, fewer through the air and for a browser that falls behind. */
const rates = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) ? [60, 20, 5] : [20, 5]
const speakEvery = 3000
const views = ["qibla", "map", "prayers", "tasbih", "settings", "calibrate", "check", "glance", "replay"]

let model = emptyModel(performance.now())
let why = {}
let spokenAt = 0
let viewer = viewers.load()
let current = "qibla"
let isFile = false
/** Ends the stream for good. */
let closeStream = () => {}
const made = {}

const day = makeDay()
const control = makeControl(() => made.settings?.relabel())
const cards = makeCards(() => keepViewer({ cardsSeen: true }))
const preference = (what) => matchMedia(`(prefers-${what})`)
const isMotionLess = () => viewer.motion === "less" || preference("reduced-motion: reduce").matches
const feel = makeFeel(() => viewer, isMotionLess)
const context = {
  viewer: () => viewer, keepViewer, control, day, feel, isMotionLess,
  shownNow: () => picture(model, performance.now()), useMessages,
}
made.qibla = qibla.make(context)

function translate() {
  const { code, direction } = languages.language()
  Object.assign(document.documentElement, { lang: code, dir: direction })
  for (const node of document.querySelectorAll("[data-word]")) setText(node, say(node.dataset.word))
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label))
  for (const node of document.querySelectorAll("[data-key]")) delete node.dataset.key
  for (const each of Object.values(made)) each.relabel?.()
  cards.relabel()
  control.relabel()
}

const apply = () => applyChoices().catch(warn("the settings could not be applied"))

async function applyChoices() {
  const root = document.documentElement
  showColours(viewer) // of theme.js
  const { scheme, theme } = root.dataset
  root.dataset.motion = isMotionLess() ? "less" : "full"
  const accent = theme === "custom" ? readable(viewer.accent, Object.values(colours("ground", "card")), scheme === "dark") : ""
  for (const name of ["--arrow", "--arrow-fill"]) root.style.setProperty(name, accent)
  const module = await languages.languageModule(viewers.languageOf(viewer, navigator.languages ?? [])).catch((error) => {
    warn("the language did not come")(error)
    setTimeout(apply, askedAgainAfter)
    return languages.languageModule("en")
  })
  languages.speak(module, viewer)
  translate()
}

function keepViewer(changes) {
  // Another window may have kept some since.
  viewer = viewers.checked({ ...viewers.load(viewer), ...changes })
  if (!viewers.keep(viewer)) console.info("this browser keeps no settings")
  apply()
}

async function showView() {
  const named = location.hash.replace("#/", "")
  current = views.includes(named) ? named : views[0]
  for (const name of views) byID(`view-${name}`).hidden = name !== current
  document.body.dataset.view = current
  for (const link of document.querySelectorAll("#views a")) link.ariaCurrent = link.hash === `#/${current}` ? "page" : null
  const view = current
  if (!made[view]) {
    const module = await import(`./views/${view}.js`)
    made[view] ??= module.make(context)
  }
  made[view].opened?.()
}

const show = () => showView().catch(warn("the view did not come"))

function openStream() {
  closeStream = follow(`/stream?rate=${rates[0]}`, () => (model = reopened(model, performance.now())), connected, take)
}

/** It may be another server: what still holds, it says again. */
function connected() {
  showCode()
  setHidden("ringing", true)
  control.refresh()
}

function take(message) {
  const now = performance.now()
  model = taking(model, message, now)
  if (rates[1] && now - (model.lateSince ?? now) > behindAfter) {
    rates.shift()
    closeStream()
    openStream()
  }
  switch (message.type) {
    case "event": feel(freshHaptic(model, message, now)); break
    case "pairing": showCode(message.code); break
    case "bell": showBell(message); break
    case "day":
    case "sun": day.take(message, now); break
    case "tasbih": made.tasbih?.take(message); break
  }
}

const [bell, stopBell] = byID("ringing").children

function showBell({ state, prayer, before_min }) {
  setHidden("ringing", state !== "rings")
  if (state !== "rings") return
  const name = nameOf(prayer, day.newest(performance.now())?.weekday)
  setText(bell, say(before_min ? "bell.soon" : "bell.rings", { prayer: name, minutes: before_min }))
}
stopBell.onclick = () => post("/api/bell/stop").catch((error) => setText(bell, failed(error)))

/** Shows a recording's messages in place of the stream's. */
function useMessages(play) {
  isFile = true
  closeStream()
  day.discard()
  const restart = () => (model = { ...emptyModel(performance.now()), gotAt: performance.now() })
  restart()
  play(restart, (message) => (model = taking(model, message, performance.now())))
  location.hash = "#/qibla"
}

function frame(now) {
  const shown = { ...picture(model, now), isFile, sun: model.hello?.replay ? null : day.sun() }
  if (document.body.className !== shown.status) document.body.className = shown.status
  setNotice("notice", words.notice(shown))
  made.tasbih?.send(now)
  made[current]?.draw({ now, shown, why })
  if (now - spokenAt > speakEvery) {
    spokenAt = now
    setText("spoken", ["qibla", "map", "glance"].includes(current) ? words.spoken(shown) : "")
  }
}

addEventListener("hashchange", show)
addEventListener("storage", () => {
  viewer = viewers.load(viewer)
  apply()
})
byID("show-cards").onclick = cards.show
for (const what of ["color-scheme: dark", "contrast: more", "reduced-motion: reduce"])
  preference(what).addEventListener("change", () => keepViewer({}))

get("/api/why").then((table) => (why = table)).catch(warn("the daemon's sentences did not come"))
const asked = new URLSearchParams(location.search)
if (asked.has("replay")) location.hash = "#/replay"
apply().finally(() => {
  openStream()
  control.refresh()
  show()
  if (!viewer.cardsSeen && !asked.has("kiosk") && !["glance", "replay"].includes(current)) cards.show()
  eachFrame(frame)
})
