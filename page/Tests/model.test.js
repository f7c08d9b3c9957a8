// The page's model, without a browser: make test-page
import assert from "node:assert/strict"
import { test } from "node:test"
import { emptyModel, picture, reopened, signed, taking, turn } from "../web/model.js"
import { sector, steady } from "../web/dial.js"
import * as words from "../web/words.js"
import { speak } from "../web/language.js"
import english from "../web/words/en.js"

speak(english)

const hello = { type: "hello", run_id: "a", protocol: { major: 1, minor: 0 }, replay: false, simulated: false }
const reading = (t, more = {}) => ({
  type: "reading", seq: 1, t_us: t * 1000, heading_true_deg: 90, error68_deg: 2, turn_rate_dps: 0, status: "accurate",
  why: [], pointer_deg: 29, alignment: "away", ...more,
})
const after = (...messages) => messages.reduce((model, [message, now]) => taking(model, message, now), emptyModel(0))

test("a heading is carried on by its turn rate for at most 100 ms, across north", () => {
  const model = after([hello, 0], [reading(0, { heading_true_deg: 359.9, turn_rate_dps: 20, pointer_deg: 10 }), 0])
  assert.equal(picture(model, 50).heading.toFixed(3), "0.900")
  assert.equal(picture(model, 50).pointer.toFixed(3), "9.000")
  assert.equal(picture(model, 400).heading.toFixed(3), "1.900")
})

test("a reading that is older than 0.5 s is not drawn", () => {
  const model = after([hello, 0], [reading(0), 10], [reading(1000, { heading_true_deg: 180 }), 1520])
  assert.equal(picture(model, 900).heading, 90)
})

test("readings come late from the first late one on until one comes in time or the stream is opened again", () => {
  const model = after([hello, 0], [reading(0), 10], [reading(100), 1520], [reading(1000), 2520])
  assert.equal(model.lateSince, 1520)
  assert.equal(taking(model, reading(3600), 3620).lateSince, null)
  assert.equal(reopened(model, 3530).lateSince, null)
})

test("the dial is grey from one second of silence on, and keeps no status", () => {
  const model = after([hello, 0], [reading(0), 10])
  assert.equal(picture(model, 1000).phase, "live")
  assert.equal(picture(model, 1011).phase, "silent")
  assert.equal(picture(model, 1011).status, "waiting")
  assert.equal(picture(model, 1011).error, undefined)
})

test("clocks that drift apart by 100 ppm do not make a reading old in a day", () => {
  let model = taking(emptyModel(0), hello, 0)
  for (let t = 0; t < 86_400_000; t += 1000) model = taking(model, reading(t), t * 1.0001 + 5)
  assert.equal(picture(model, 86_399_000 * 1.0001 + 6).phase, "live")
})

test("what one run has said is discarded at the hello of the next", () => {
  const model = after([hello, 0], [reading(9_000_000), 10], [{ type: "qibla", bearing_deg: 119 }, 11], [{ ...hello, run_id: "b" }, 20])
  assert.deepEqual(model.newest, {})
  assert.equal(picture(taking(model, reading(5), 30), 31).phase, "live")
})

// docs/protocol.md, `forget`: where there is no position, no `qibla` is sent.
test("a position that is forgotten takes the Qibla with it", () => {
  const placed = [[hello, 0], [{ type: "position", status: "manual", latitude_deg: -33.9, longitude_deg: 151.2 }, 1], [{ type: "qibla", bearing_deg: 277 }, 2]]
  assert.equal(after(...placed).newest.qibla.bearing_deg, 277)
  const { qibla, position } = after(...placed, [{ type: "position", status: "none" }, 3]).newest
  assert.deepEqual([qibla, position], [undefined, undefined])
})

test("a missing daemon takes the heading away at once", () => {
  const model = after([hello, 0], [reading(0), 10], [{ type: "web", daemon: "absent", message: "no daemon" }, 20])
  const shown = picture(model, 21)
  assert.equal(shown.phase, "no-daemon")
  assert.equal(shown.heading, undefined)
  assert.equal(words.firstReason(shown, {}).sentence, "no daemon")
})

test("nothing is drawn of a daemon of another protocol, which may mean something else by the same names", () => {
  for (const protocol of [{ major: 2, minor: 0 }, { major: 0, minor: 9 }, undefined]) {
    const shown = picture(after([{ ...hello, protocol }, 0], [reading(0), 10]), 11)
    assert.deepEqual([shown.phase, shown.status, shown.heading, shown.pointer], ["refused", "waiting", undefined, undefined])
    assert.equal(words.turnWords(shown), "The page cannot read this daemon")
    assert.match(words.firstReason(shown, {}).advice, /to the same version/)
  }
})

test("a daemon that refuses what the page asks for says why, until another one greets", () => {
  const error = { type: "error", code: "unknown_topic", message: "there is no topic \"field\"" }
  const model = after([hello, 0], [error, 5], [reading(0), 10])
  assert.equal(picture(model, 11).phase, "refused")
  assert.equal(words.firstReason(picture(model, 11), {}).sentence, "there is no topic \"field\"")
  assert.equal(picture(after([hello, 0], [error, 5], [hello, 20], [reading(0), 30]), 31).phase, "live")
})

test("a stream without an answer is explained after 2 s", () => {
  const model = reopened(emptyModel(0), 1000)
  assert.equal(picture(model, 2999).phase, "connecting")
  assert.equal(picture(model, 3001).phase, "unanswered")
})

test("without a declination the heading is magnetic and there is no pointer", () => {
  const magnetic = reading(0, { heading_magnetic_deg: 12 })
  delete magnetic.heading_true_deg
  delete magnetic.pointer_deg
  const shown = picture(after([hello, 0], [magnetic, 0]), 0)
  assert.equal(shown.heading, 12)
  assert.equal(words.turnWords(shown), "No position, so no Qibla")
})

test("where the position is known and the declination is not, no position is said to be missing", () => {
  const magnetic = reading(0, { heading_magnetic_deg: 12, heading_true_deg: undefined, pointer_deg: undefined })
  const said = (position) => words.turnWords(picture(after([hello, 0], [{ type: "position", ...position }, 0], [magnetic, 0]), 0))
  assert.equal(said({ status: "manual", latitude_deg: 51.5, longitude_deg: -0.12 }), "No true north, so no Qibla")
  assert.equal(said({ status: "none" }), "No position, so no Qibla")
})

test("angles stay in their ranges", () => {
  for (const [given, whole, half] of [[359.9, 359.9, -0.1], [-0.1, 359.9, -0.1], [540, 180, -180], [720, 0, 0]]) {
    assert.equal(turn(given).toFixed(6), whole.toFixed(6))
    assert.equal(signed(given).toFixed(6), half.toFixed(6))
  }
})

test("the wedge spans the error on both sides", () => {
  for (const half of [0.5, 5, 60, 120, 179]) {
    const [, x, y] = sector(half, 90).match(/^M0 0L(\S+) (\S+)A/).map(Number)
    assert.ok(Math.abs(Math.atan2(-x, -y) * (180 / Math.PI) - half) < 1e-6)
  }
  assert.ok(!sector(180, 90).includes("NaN"))
})

test("directions are words", () => {
  const said = (pointer_deg, alignment = "away") => words.turnWords(picture(after([hello, 0], [reading(0, { pointer_deg, alignment }), 0]), 0))
  assert.equal(said(38.4), "Turn right 38°")
  assert.equal(said(-179.6), "Turn left 180°")
  assert.equal(said(1, "aligned"), "The device points to the Qibla")
})

test("a heading of 359.7° is not shown as 360°", () => assert.equal(words.degrees(359.7), "0°"))

test("the card rests where the heading moves by less than a tenth of a degree, and follows it beyond, across north", () => {
  const follow = steady()
  assert.deepEqual([359.97, 0.02, 359.93, 0.06, 0.08, 359.97].map(follow), [359.97, 359.97, 359.97, 359.97, 0.08, 359.97])
  assert.deepEqual([10, 10.05, 10.12, -170].map(follow), [10, 10, 10.12, -170])
})
