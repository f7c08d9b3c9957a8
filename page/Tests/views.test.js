// What views decide, without a browser: make test-page
import assert from "node:assert/strict"
import { test } from "node:test"
import { emptyModel, freshHaptic, taking } from "../web/model.js"
import { messagesOf } from "../web/replay.js"
import { cellEdges, isLevelTurn, outline, rings, seen } from "../web/sphere.js"
import { buttonsFor, compared, gradeRows, poseWords } from "../web/views/calibrate.js"
import { pointWords, resultRows } from "../web/views/check.js"
import { sunIsUp } from "../web/dial.js"
import { makeSessions, progress } from "../web/views/tasbih.js"
import { facts, pull } from "../web/words.js"
import { speak } from "../web/language.js"
import english from "../web/words/en.js"

speak(english)

// docs/protocol.md: 48 cells of equal area, in rings of 4, 8, 12, 12, 8 and 4 from z up to z down.
test("the sphere has 48 cells of equal area that cover it", () => {
  const cells = cellEdges()
  assert.equal(cells.length, 48)
  for (const { top, bottom, from, to } of cells) assert.ok(Math.abs((top - bottom) * (to - from) - (4 * Math.PI) / 48) < 1e-12)
  assert.deepEqual([cells[0].top, cells.at(-1).bottom.toFixed(9)], [1, "-1.000000000"])
  assert.deepEqual(rings, [4, 8, 12, 12, 8, 4])
})

test("a cell's outline lies on the sphere, and a turn keeps it there", () => {
  for (const cell of cellEdges())
    for (const point of outline(cell)) {
      assert.ok(Math.abs(Math.hypot(...point) - 1) < 1e-12)
      assert.ok(Math.abs(Math.hypot(...seen(point, 1.2)) - 1) < 1e-12)
    }
  // The pole of z up is tipped towards the viewer, and above the middle.
  const [x, y, depth] = seen([0, 0, 1], 0)
  assert.ok(x === 0 && y > 0.8 && depth > 0.4)
})

test("24 cells are a level turn", () => {
  assert.equal(isLevelTurn("1".repeat(24)), true)
  assert.equal(isLevelTurn("1".repeat(48)), false)
  assert.equal(isLevelTurn(undefined), false)
})

test("poses are words, and a pose of a later daemon has the daemon's advice", () => {
  assert.equal(poseWords({ next_pose: "bring_down_left" }), "Point the left side down, then turn the device once around.")
  assert.equal(poseWords({ next_pose: "tumble" }), "Turn the device slowly through every direction.")
  assert.equal(poseWords({ next_pose: "stand_on_edge", advice: "Stand it on its edge." }), "Stand it on its edge.")
  assert.equal(poseWords(undefined), "")
})

test("buttons are those that the daemon would carry out, and none without permission", () => {
  assert.deepEqual(buttonsFor("ok", true, false), ["start", "circle", "rollback"])
  assert.deepEqual(buttonsFor("collecting", true, false), ["cancel"])
  assert.deepEqual(buttonsFor("collecting", true, false, "F"), ["cancel"])
  assert.deepEqual(buttonsFor("collecting", true, false, "C"), ["accept", "cancel"])
  assert.deepEqual(buttonsFor("candidate", true, true), ["anyway", "discard", "start"])
  assert.deepEqual(buttonsFor("collecting", false, false), [])
  assert.deepEqual(buttonsFor(undefined, true, false), [])
})

test("grades before and after stand side by side", () => {
  const rows = gradeRows({ grade: "C", heading_error68_deg: 3.2 }, { grade: "A", heading_error68_deg: 0.4, residual_percent: 0.61, radius_ut: 48.03 })
  assert.deepEqual(rows, [["Grade", "C", "A"], ["Heading error", "±3.2°", "±0.4°"], ["Residual", "–", "0.6 %"], ["Field strength", "–", "48.0 µT"]])
})

/** The grades of both calibrations after each message. */
function grades(...messages) {
  let both = { before: null, after: null }
  return messages.map((message) => {
    // A view that draws looks at a message more than once.
    both = compared(compared(both, message), message)
    return [both.before?.grade, both.after?.grade]
  })
}

test("before stands what was in use when the collection began, and a calibration that was accepted is the new one", () => {
  const used = (grade, more) => ({ status: "ok", grade, radius_ut: 48, ...more })
  const collecting = (grade) => ({ status: "collecting", grade })
  assert.deepEqual(grades(used("C"), collecting(), collecting("B"), { status: "candidate", grade: "A" }, used("A"), used("A", { seq: 2 })),
    [["C", undefined], ["C", undefined], ["C", "B"], ["C", "A"], ["C", "A"], ["C", "A"]])
  assert.deepEqual(grades(used("C"), collecting(), used("A"), collecting(), used("B")).slice(3), [["A", undefined], ["A", "B"]], "a second collection")
  assert.deepEqual(grades(collecting("B"), used("B")), [[undefined, "B"], [undefined, "B"]], "the page was opened during the collection")
  assert.deepEqual(grades({ status: "none" }, collecting(), used("B")), [[undefined, undefined], [undefined, undefined], [undefined, "B"]])
})

test("a collection that comes to nothing leaves no new calibration, and neither does a rollback", () => {
  const used = (grade) => ({ status: "ok", grade })
  assert.deepEqual(grades(used("C"), { status: "collecting", grade: "F" }, used("C")).at(-1), ["C", undefined])
  assert.deepEqual(grades(used("C"), { status: "collecting" }, used("A"), used("C")).at(-1), ["C", undefined])
  assert.deepEqual(grades(used("C"), undefined, { status: "stale", grade: "C" }), [["C", undefined], ["C", undefined], ["C", undefined]])
})

test("tasbih reaches its goal, and 3 × 33 has three phrases", () => {
  assert.deepEqual([progress(32, "33").isDone, progress(33, "33").isDone, progress(33, "33").isStep], [false, true, true])
  const rounds = [0, 33, 34, 66, 67, 99].map((count) => progress(count, "3x33"))
  assert.deepEqual(rounds.map(({ number, round }) => [number, round]), [[0, 1], [33, 1], [1, 2], [33, 2], [1, 3], [33, 3]])
  assert.deepEqual(rounds.map(({ isDone }) => isDone), [false, false, false, false, false, true])
})

/** A device in place of the server: what it was asked, and whether it answers. */
function device(t) {
  const known = { isThere: true, asked: [], total: 0 }
  t.mock.method(console, "info", () => {})
  t.mock.method(globalThis, "fetch", async (_, { body }) => {
    if (!known.isThere) throw new TypeError("no network")
    const { session, count, from } = JSON.parse(body)
    known.asked.push({ session, count, from })
    known.total += count - from
    return new Response(JSON.stringify({ total: known.total }))
  })
  return known
}

test("a count that was begun again before the device had all of it is sent, before the new one", async (t) => {
  const known = device(t)
  known.isThere = false
  const sessions = makeSessions(() => {})
  for (let tap = 0; tap < 33; tap++) sessions.add()
  await sessions.send(10_000)
  sessions.begin()
  sessions.add()
  assert.equal(sessions.count(), 1)
  assert.equal(sessions.missing(10_500), 34)
  known.isThere = true
  for (let now = 11_000; now < 15_000; now += 100) await sessions.send(now)
  assert.deepEqual(known.asked.map(({ count, from }) => [count, from]), [[33, 0], [1, 0]])
  assert.equal(new Set(known.asked.map(({ session }) => session)).size, 2)
  assert.deepEqual([known.total, sessions.missing(60_000)], [34, 0])
})

test("counts go on from what the device has kept, at most once a second, and are not said to be missing while they are kept", async (t) => {
  const known = device(t)
  const sessions = makeSessions(() => {})
  for (let now = 10_000; now < 20_000; now += 100) {
    sessions.add()
    await sessions.send(now)
    assert.equal(sessions.missing(now), 0)
  }
  assert.ok(known.asked.length <= 10)
  for (const [index, { from }] of known.asked.entries()) assert.equal(from, known.asked[index - 1]?.count ?? 0)
})

test("counts that a device refuses for two seconds are said to be missing", async (t) => {
  device(t).isThere = false
  const sessions = makeSessions(() => {})
  await sessions.send(9_900)
  sessions.add()
  for (let now = 10_000; now < 12_500; now += 100) await sessions.send(now)
  assert.equal(sessions.missing(12_500), 1)
})

/** Taps for so many seconds in a browser that may not change the device. */
async function tapsRefused(t, seconds) {
  t.mock.method(console, "info", () => {})
  const answer = t.mock.method(globalThis, "fetch", async () => new Response("no permission", { status: 403 }))
  const sessions = makeSessions(() => {})
  sessions.add()
  for (let now = 10_000; now < 10_000 + seconds * 1000; now += 100) await sessions.send(now)
  return { sessions, requests: () => answer.mock.callCount() }
}

test("a browser that may not change the device sends its counts at most twice a minute", async (t) => {
  const { requests } = await tapsRefused(t, 61)
  assert.equal(requests(), 2)
})

test("nothing of one visitor's count is left for the next one where the device keeps none", async (t) => {
  const { sessions, requests } = await tapsRefused(t, 5)
  assert.equal(sessions.missing(15_000), 1)
  sessions.begin()
  assert.deepEqual([sessions.missing(15_000), sessions.count()], [0, 0])
  await sessions.send(120_000)
  assert.equal(requests(), 1)
})

test("a browser that was allowed keeps its counts over a refusal", async (t) => {
  const known = device(t)
  const sessions = makeSessions(() => {})
  sessions.add()
  await sessions.send(10_000)
  assert.equal(known.asked.length, 1)
  t.mock.method(globalThis, "fetch", async () => new Response("no permission", { status: 403 }))
  sessions.add()
  await sessions.send(20_000)
  sessions.begin()
  assert.equal(sessions.missing(30_000), 1)
})

test("counts are sent each second again once the device has taken some of a browser", async (t) => {
  const { sessions } = await tapsRefused(t, 5)
  const known = device(t)
  for (let now = 70_000; now < 75_000; now += 100) {
    sessions.add()
    await sessions.send(now)
  }
  assert.equal(known.asked.length, 5)
})

const at = (seconds, more) => JSON.stringify({ type: "reading", seq: 0, t_us: seconds * 1e6, status: "accurate", why: [], ...more })

test("a file of a recording keeps its own time, also where it begins late", () => {
  const messages = messagesOf(`{"type":"hello"}\n${at(100)}\n${at(100.5)}\n\n${at(90)}\n`)
  assert.deepEqual(messages.map(({ at }) => at), [0, 0, 500, 500])
})

test("a file that is none is refused with the line", () => {
  for (const [text, line] of [["x", "1"], [`${at(1)}\n[]`, "2"], [`${at(1)}\n{"a":1}`, "2"], ["", "1"], ['{"type":"hello"}', "1"]])
    assert.throws(() => messagesOf(text), { message: line })
})

test("an event is played once, and not where it is over a second old", () => {
  const reading = { type: "reading", t_us: 0, status: "accurate", why: [] }
  const model = taking(taking(emptyModel(0), { type: "hello", protocol: { major: 1, minor: 0 } }, 0), reading, 100)
  const event = (seconds) => ({ type: "event", name: "aligned", haptic: "aligned", t_us: seconds * 1e6 })
  assert.equal(freshHaptic(model, event(5), 5100), "aligned")
  assert.equal(freshHaptic(model, event(5), 6100), "aligned")
  assert.equal(freshHaptic(model, event(5), 6101), undefined)
  assert.equal(freshHaptic(model, { ...event(5), haptic: undefined }, 5100), undefined)
  assert.equal(freshHaptic(emptyModel(0), event(5), 5100), undefined)
})

test("a disturbance pulls north by the angle between the fields, in the device's own axes", () => {
  // Heading north: a field to the right pulls north to the right, by its size against 20 µT.
  assert.equal(pull([0, 20, 0], 20, 0).toFixed(3), "45.000")
  assert.equal(pull([0, -20, 0], 20, 0).toFixed(3), "-45.000")
  // Heading east, forward is east.
  assert.equal(pull([20, 0, 0], 20, 90).toFixed(3), "45.000")
  assert.equal(pull([0, 0, 30], 20, 10).toFixed(3), "0.000")
  assert.equal(pull(undefined, 20, 0), undefined)
  assert.equal(pull([1, 1, 1], undefined, 0), undefined)
})

test("the details say which way north is pulled and whether it is in the case, never where the magnet is", () => {
  const newest = {
    reading: { axis: "x", heading_magnetic_deg: 0 }, field: { reference_horizontal_ut: 20 },
    state: { interference: { status: "disturbed", kind: "device", disturbance_ut: [0, -4, 0], strength_percent: 12 } },
  }
  assert.deepEqual(facts({ newest }), [["Field", "disturbed, 12 % too strong, pulls north 11° to the left. It turns with the device: it is in the case."]])
  newest.reading.axis = "back"
  assert.ok(!facts({ newest })[0][1].includes("pulls"))
})

test("a check says what to do before each sight", () => {
  assert.match(pointWords("sun", 0, false), /^1 of 3: point the front at the sun/)
  assert.match(pointWords("sun", 2, true), /^3 of 3: point the front away/)
  assert.match(pointWords("turn", 0), /^1 of 8: lay the device level/)
  assert.match(pointWords("turn", 7), /^8 of 8: turn it clockwise/)
})

test("a check's result has its errors with their signs, and no constant error where none was measured", () => {
  assert.deepEqual(resultRows({ type: "sun_check", error_deg: -2.44, error68_deg: 0.93 }), [["Heading error", "−2.4° ±0.9°"]])
  const curve = { b_deg: 1, c_deg: -2, d_deg: 0, e_deg: 0.26, worst_deg: 2.31, worst_at_deg: 153.5 }
  const rows = resultRows({ type: "turn_check", heading: curve, field: { ...curve, a_deg: 3 }, residual_deg: 0.2 })
  assert.deepEqual(rows[0], ["Error", "Heading", "Field alone"])
  assert.deepEqual(rows[1], ["Worst", "+2.3° (154°)", "+2.3° (154°)"])
  assert.deepEqual(rows.slice(2, 5), [["A", "–", "+3.0°"], ["B", "+1.0°", "+1.0°"], ["C", "−2.0°", "−2.0°"]])
})

// `qiblactl sun 51.5074 -0.1278 2026-11-25T12:00:00Z`: azimuth 183.5°, 17.7° high.
test("the sun is a row of the details, with where shadows point", () => {
  const sun = { at_s: 1_795_608_000, azimuth_deg: 359.7, altitude_deg: 17.7 }
  const row = (more) => facts({ newest: {}, sun: { ...sun, ...more } })
  assert.deepEqual(row(), [["Sun", "0°, 18° high; shadows point to 180°"]])
  assert.deepEqual(row({ altitude_deg: -3 }), [["Sun", "below the horizon"]])
  assert.deepEqual(row({ azimuth_deg: undefined }), [])
  assert.deepEqual(facts({ newest: {}, sun: null }), [])
})

test("the dial marks the sun where it is up and the card shows true north", () => {
  const sun = { azimuth_deg: 180, altitude_deg: 17 }
  assert.equal(sunIsUp({ sun }), true)
  assert.equal(sunIsUp({ sun: { ...sun, altitude_deg: -0.1 } }), false)
  assert.equal(sunIsUp({ sun, isMagnetic: true }), false)
  assert.equal(sunIsUp({ sun: null }), false)
  assert.equal(sunIsUp({ sun: { at_s: 1 } }), false, "the clock is not known to be right")
})
