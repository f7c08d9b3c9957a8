// Views that ask the server, with a document that is none: make test-page
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { askedAgainAfter, makeControl } from "../web/control.js"
import { speak } from "../web/language.js"
import { follow } from "../web/stream.js"
import { make as makePrayers } from "../web/views/prayers.js"
import { make as makeSettings } from "../web/views/settings.js"
import { make as makeTasbih } from "../web/views/tasbih.js"
import english from "../web/words/en.js"

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

/** As much of an element as the views use. */
function node(name) {
  const made = { name, dataset: {}, textContent: "", innerHTML: "", outerHTML: `<${name}>`, options: [], listeners: {}, children: [] }
  return Object.assign(made, {
    setAttribute: () => {},
    addEventListener: (type, work) => (made.listeners[type] = work),
    append: (...children) => made.children.push(...children),
    replaceChildren: (...children) => (made.children = children),
    querySelector: () => null,
    querySelectorAll: () => [],
  })
}

let nodes
const shownIn = (id) => nodes[id]?.textContent ?? ""
/** The texts of an element and all that is in it. */
const texts = (each) => (typeof each === "string" ? each : [each.textContent, ...each.children.map(texts)].join(" "))

/** The first element of a name in another one. */
const find = (each, name) => (each.name === name ? each : each.children?.map((child) => find(child, name)).find(Boolean))
/** What listens to events of the window. */
let listening

beforeEach(() => {
  speak(english)
  listening = {}
  nodes = {}
  globalThis.document = {
    documentElement: { dataset: {} }, hidden: false, addEventListener: () => {}, createElement: node,
    getElementById: (id) => (nodes[id] ??= node(id)),
    querySelectorAll: (selector) => (selector === ".control" ? [(nodes.control ??= node("div"))] : []),
  }
  globalThis.addEventListener = (type, work) => (listening[type] = work)
  globalThis.navigator ??= {}
})

/** A server in place of `fetch`: `answers[path]` is an answer, or an error of a status; `asked` has the paths. */
function server(t, answers) {
  const asked = []
  t.mock.method(console, "warn", () => {})
  t.mock.method(globalThis, "fetch", async (path) => {
    asked.push(path)
    const { status = 200, text, ...answer } = answers[path.split(/[?#]/)[0]]
    return new Response(text ?? JSON.stringify(answer), { status })
  })
  return asked
}

const shown = { phase: "live", newest: {} }

test("the counts of a day that is over are not shown on a page that stays open", async (t) => {
  const answers = { "/api/tasbih": { today: 33, total: 33, presses: 0 } }
  server(t, answers)
  // 2026-11-25, 23:59 in India, whose days begin at half past an hour of UTC.
  let clock = 1_795_631_340
  const view = makeTasbih({ viewer: () => ({ goal: "33" }), keepViewer() {}, feel() {}, day: { clock: () => clock } })
  const draw = async (now) => {
    view.draw({ now })
    await settled()
    view.draw({ now })
  }
  await draw(1000)
  assert.equal(shownIn("tasbih-today"), "Today: 33")
  answers["/api/tasbih"].today = 0
  clock += 61
  await draw(62_000)
  assert.deepEqual([shownIn("tasbih-today"), shownIn("tasbih-total")], ["Today: 0", "In all: 33"])
})

test("settings of the device that did not come are said to be missing, and asked for again", async (t) => {
  const answers = { "/api/settings": { status: 503, text: "qiblad.toml cannot be read" } }
  const asked = server(t, answers)
  const viewer = { theme: "", accent: "#000000" }
  const view = makeSettings({ viewer: () => viewer, keepViewer() {}, control: { isAllowed: () => false }, shownNow: () => shown })
  view.draw({ now: 1000, shown })
  await settled()
  assert.equal(shownIn("device-result"), "Not done: qiblad.toml cannot be read")
  answers["/api/settings"] = { configured: {}, chosen: {}, methods: [], bell: { prayers: {} } }
  view.draw({ now: 999 + askedAgainAfter, shown })
  await settled()
  assert.equal(asked.length, 1)
  view.draw({ now: 1000 + askedAgainAfter, shown })
  await settled()
  view.draw({ now: 60_000, shown })
  assert.deepEqual([asked.length, shownIn("device-result")], [2, ""])
})

test("a setting that the device has not taken is shown as the device has it, and what was typed for a button stays", async (t) => {
  const settings = { configured: {}, chosen: {}, methods: [], bell: { prayers: { isha: { sound: "off", before_min: 5 } } } }
  const answers = { "/api/settings": settings }
  server(t, answers)
  const viewer = { theme: "", accent: "#000000" }
  const send = async () => {
    throw new Error("the daemon does not answer")
  }
  const view = makeSettings({ viewer: () => viewer, keepViewer() {}, control: { isAllowed: () => true, send }, shownNow: () => shown })
  view.draw({ now: 1000, shown })
  await settled()
  const drawn = (name) => find(nodes.device, name)
  const chosen = () => drawn("isha").children.find(({ defaultSelected }) => defaultSelected)?.value
  assert.equal(chosen(), "off")
  const [off, chime] = drawn("isha").children
  Object.assign(off, { selected: false })
  Object.assign(chime, { selected: true })
  answers["/api/settings"] = { status: 503, text: "the disk is full" }
  drawn("isha").onchange({ target: Object.assign(drawn("isha"), { options: [off, chime], value: "chime" }) })
  assert.equal(chosen(), "chime")
  await settled()
  assert.deepEqual([shownIn("device-result"), chosen()], ["Not done: the disk is full", "off"])
  const field = { value: "12.5", defaultValue: "" }
  drawn("set").onclick({ target: { closest: () => ({ querySelectorAll: () => [field] }) } })
  assert.equal(field.defaultValue, "12.5")
  await settled()
  assert.deepEqual([shownIn("device-result"), field], ["Not done: the daemon does not answer", { value: "12.5", defaultValue: "" }])
  // What was saved is shown, also where the device's settings do not come afterwards; they are asked for again.
  t.mock.method(globalThis, "fetch", async (_, options) => (options ? new Response("{}") : new Response("later", { status: 503 })))
  drawn("isha").onchange({ target: Object.assign(drawn("isha"), { options: drawn("isha").children, value: "off" }) })
  await settled()
  assert.equal(shownIn("device-result"), "Saved.")
  view.draw({ now: 2000, shown })
  await settled()
  assert.equal(shownIn("device-result"), "Not done: later")
})

test("a key that is held counts once, and the volume key also where a button has the focus", () => {
  const view = makeTasbih({ viewer: () => ({ goal: "33" }), keepViewer() {}, feel() {}, day: { clock: () => null } })
  globalThis.fetch = async () => new Response("{}")
  const press = (key, isOnButton, repeat = false) => {
    let isStopped = false
    listening.keydown({ key, repeat, target: { closest: () => (isOnButton ? {} : null) }, preventDefault: () => (isStopped = true) })
    view.draw({ now: 0 })
    return [shownIn("tasbih-number"), isStopped]
  }
  assert.deepEqual(press("Enter", false), ["1", true])
  assert.deepEqual(press("Enter", false, true), ["1", true])
  // The browser itself presses the button, once if repeats are stopped.
  assert.deepEqual(press("Enter", true), ["1", false])
  assert.deepEqual(press("Enter", true, true), ["1", true])
  assert.deepEqual(press("AudioVolumeUp", true), ["2", true])
  assert.deepEqual(press("AudioVolumeUp", true, true), ["2", true])
  assert.deepEqual(press("Tab", true), ["2", false])
})

test("a month that the server could not make is asked for again", async (t) => {
  const answers = { "/api/month": { error: "[prayers] has an error" } }
  const asked = server(t, answers)
  const day = { newest: () => ({ date: "2026-11-25" }), clock: () => null }
  const view = makePrayers({ day })
  nodes["month-open"] = { ...node("details"), open: true }
  view.draw({ now: 1000, shown })
  await settled()
  view.draw({ now: 999 + askedAgainAfter, shown })
  assert.equal(asked.length, 1)
  answers["/api/month"] = { month: 6, year: 1448, today: "2026-11-25", days: [{ day: 15, date: "2026-11-25", weekday: 3 }] }
  view.draw({ now: 1000 + askedAgainAfter, shown })
  await settled()
  view.draw({ now: 1000 + askedAgainAfter, shown })
  assert.equal(asked.length, 2)
  assert.match(shownIn("month-name"), /1448/)
})

test("who is refused a code after five wrong ones is told to wait, in the page's language", async (t) => {
  const answers = { "/api/access": { control: "denied" }, "/api/pair/start": { status: 429, text: "wait" } }
  server(t, answers)
  const control = makeControl(() => {})
  await control.refresh()
  find(nodes.control, "ask").onclick()
  await settled()
  assert.ok(texts(nodes.control).includes(english.words["control.locked"]))
})

/** Connections in place of the browser's. */
function connections() {
  const sources = []
  globalThis.BroadcastChannel = class {
    postMessage() {}
  }
  globalThis.EventSource = class {
    constructor() {
      sources.push(this)
    }
    close() {
      this.isClosed = true
    }
  }
  return sources
}

test("each connection of the stream is told, also one that the browser makes again", () => {
  const sources = connections()
  const told = []
  const end = follow("/stream", () => told.push("opened"), () => told.push("connected"), () => {})
  sources[0].onopen()
  // The server was restarted: the browser connects again by itself.
  sources[0].onopen()
  end()
  assert.deepEqual([sources.length, told], [1, ["opened", "connected", "connected"]])
})

test("a stream without a message for ten seconds is opened again, and one that was given up is not", (t) => {
  const sources = connections()
  let now = 0
  t.mock.method(performance, "now", () => now)
  t.mock.timers.enable({ apis: ["setInterval"] })
  const pass = (seconds) => {
    for (let second = 0; second < seconds; second++) {
      now += 1000
      t.mock.timers.tick(1000)
    }
  }
  const [told, came] = [[], []]
  const end = follow("/stream", () => told.push("opened"), () => told.push("connected"), (message) => came.push(message))
  // The server sends its clock each second.
  for (let second = 0; second < 30; second++) {
    pass(1)
    sources[0].onmessage({ data: '{"type":"sun"}' })
  }
  assert.equal(sources.length, 1)
  pass(9)
  assert.equal(sources.length, 1)
  pass(1)
  assert.deepEqual([sources.length, sources[0].isClosed, sources[1].isClosed], [2, true, undefined])
  sources[1].onopen()
  sources[1].onmessage({ data: '{"type":"web"}' })
  assert.equal(came.at(-1).type, "web")
  assert.deepEqual(told, ["opened", "connected"])
  pass(25)
  assert.equal(sources.length, 4)
  listening.pagehide()
  pass(25)
  end()
  pass(25)
  assert.equal(sources.length, 4)
})
