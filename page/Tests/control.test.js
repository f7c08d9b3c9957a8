// How the page asks its server, and goes on drawing: make test-page
import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { askedAgainAfter, digitsOfCode, makeQuestion } from "../web/control.js"
import { eachFrame } from "../web/dom.js"

const real = { fetch: globalThis.fetch, requestAnimationFrame: globalThis.requestAnimationFrame, warn: console.warn }
afterEach(() => {
  Object.assign(globalThis, { fetch: real.fetch, requestAnimationFrame: real.requestAnimationFrame })
  console.warn = real.warn
})
const settled = () => new Promise(setImmediate)

/** A server that answers when the test lets it: `asked` has the path of each request with what ends it. */
function slowServer() {
  const asked = []
  globalThis.fetch = (path) => new Promise((answer, fail) =>
    asked.push({ path, fail, answer: (value, status = 200) => answer(new Response(JSON.stringify(value), { status })) }))
  console.warn = () => {}
  return asked
}

test("what is asked for in each frame is asked for once", async () => {
  const asked = slowServer()
  const taken = []
  const ask = makeQuestion("", (answer) => taken.push(answer))
  for (let now = 0; now < 100; now++) ask("/a", now)
  asked[0].answer(1)
  await settled()
  ask("/a", 60_000)
  assert.deepEqual([asked.length, taken], [1, [1]])
})

test("what has failed is asked for again, some seconds later", async () => {
  for (const end of [(request) => request.fail(new TypeError("no network")), (request) => request.answer("not now", 503)]) {
    const asked = slowServer()
    const taken = []
    const ask = makeQuestion("", (answer) => taken.push(answer))
    ask("/a", 1000)
    end(asked[0])
    await settled()
    ask("/a", 999 + askedAgainAfter)
    assert.equal(asked.length, 1)
    ask("/a", 1000 + askedAgainAfter)
    asked[1].answer(2)
    await settled()
    assert.deepEqual([asked.length, taken], [2, [2]])
  }
})

test("of two months whose answers come in the other order the newer one is shown", async () => {
  const asked = slowServer()
  let shown
  const ask = makeQuestion("", (answer) => (shown = answer))
  ask("/api/month?months=1", 0)
  ask("/api/month?months=2", 10)
  asked[1].answer("second")
  await settled()
  asked[0].answer("first")
  await settled()
  assert.equal(shown, "second")
})

test("another month is asked for at once, also after a failure", async () => {
  const asked = slowServer()
  const ask = makeQuestion("", () => {})
  ask("/api/month?months=1", 0)
  asked[0].fail(new TypeError("no network"))
  await settled()
  ask("/api/month?months=2", 10)
  assert.equal(asked.length, 2)
})

test("a code is read in the digits of Arabic and Urdu and with spaces, as the device's screen shows it", () => {
  for (const typed of ["123456", "123\u00a0456", " 123 456 ", "١٢٣\u00a0٤٥٦", "۱۲۳۴۵۶", "\u2066123456\u2069"]) assert.equal(digitsOfCode(typed), "123456")
  assert.equal(digitsOfCode("٠٩۰۹"), "0909")
  assert.equal(digitsOfCode("code"), "")
})

test("frames go on after one in which drawing failed", () => {
  const frames = []
  globalThis.requestAnimationFrame = (work) => frames.push(work)
  let drawn = 0
  const draw = () => {
    drawn += 1
    if (drawn === 1) throw new Error("a reading that cannot be drawn")
  }
  assert.throws(() => eachFrame(draw))
  frames.shift()()
  assert.deepEqual([drawn, frames.length], [2, 1])
})
