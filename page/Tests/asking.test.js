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

beforeEach(() => {
  speak(english)
  nodes = {}
  globalThis.document = {
    documentElement: { dataset: {} }, hidden: false, addEventListener: () => {}, createElement: node,
    getElementById: (id) => (nodes[id] ??= node(id)),
    querySelectorAll: (selector) => (selector === ".control" ? [(nodes.control ??= node("div"))] : []),
  }
  globalThis.addEventListener = () => {}
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
  const find = (each, name) => (each.name === name ? each : each.children?.map((child) => find(child, name)).find(Boolean))
  find(nodes.control, "ask").listeners.click()
  await settled()
  assert.ok(texts(nodes.control).includes(english.words["control.locked"]))
})

test("each connection of the stream is told, also one that the browser makes again", () => {
  const sources = []
  globalThis.BroadcastChannel = class {
    postMessage() {}
  }
  globalThis.EventSource = class {
    constructor() {
      sources.push(this)
    }
    close() {}
  }
  const told = []
  const end = follow("/stream", () => told.push("opened"), () => told.push("connected"), () => {})
  sources[0].onopen()
  // The server was restarted: the browser connects again by itself.
  sources[0].onopen()
  end()
  assert.deepEqual([sources.length, told], [1, ["opened", "connected", "connected"]])
})
