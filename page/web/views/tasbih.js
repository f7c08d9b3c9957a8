// Tasbih: counted here, kept by the device. Each tap counts, also two in quick succession.

import { makeQuestion, post } from "../control.js"
import { byID, element, setNotice, setRows, setText } from "../dom.js"
import { digits, number, say } from "../language.js"
import { choices } from "../viewer.js"

const phrases = ["tasbih.subhan", "tasbih.hamd", "tasbih.akbar"]
const sendEvery = 1000
const refusedEvery = 60_000

/** What is shown of a count: the number, the goal's words, the phrase, and whether the goal is reached. Pure. */
export function progress(count, goal) {
  const [rounds, wanted] = goal === "3x33" ? [3, 33] : [1, Number(goal)]
  const result = { wanted, isDone: count >= rounds * wanted, isStep: count > 0 && count % wanted === 0 }
  if (rounds === 1) return { ...result, number: count, round: 0 }
  const round = Math.min(Math.floor(Math.max(count - 1, 0) / wanted), 2)
  return { ...result, number: count - round * wanted, round: round + 1, phrase: phrases[round] }
}

const newSession = () => ({ id: crypto.getRandomValues(new Uint32Array(2)).join("-"), count: 0, kept: 0 })

/** What is counted here, by session: a count from nothing on, which is sent until the device has all of it. The device keeps a
 *  session's largest number, so that a request may come twice. `take` has its answers. */
export function makeSessions(take) {
  let sessions = [newSession()]
  let isSending = false
  let isRefused = false
  let wasAllowed = false
  let sentAt = 0
  /** When the device last had all, or has kept some. */
  let keptAt = 0
  const isMissing = ({ count, kept }) => count > kept
  return {
    count: () => sessions.at(-1).count,
    add: () => (sessions.at(-1).count += 1),
    begin: () => (sessions = [...(isRefused && !wasAllowed ? [] : sessions.filter(isMissing)), newSession()]),
    /** Counts that the device does not have although there was time to send them. */
    missing: (now) => (now - keptAt > 2 * sendEvery ? sessions.reduce((sum, { count, kept }) => sum + count - kept, 0) : 0),
    /** Sends what is missing, the oldest first; to be called in each frame. */
    async send(now) {
      const session = sessions.find(isMissing)
      if (!session) keptAt = now
      if (!session || isSending || now - sentAt < (isRefused ? refusedEvery : sendEvery)) return
      ;[isSending, sentAt] = [true, now]
      const { id, count, kept } = session
      try {
        take(await post("/api/tasbih", { session: id, count, from: kept }))
        session.kept = count
        keptAt = now
        isRefused = false
        wasAllowed = true
      } catch (error) {
        isRefused = error.status === 403
        // They are shown as missing, and sent again.
        console.info(`the device has not kept the counts: ${error.message}`)
      } finally {
        isSending = false
      }
    },
  }
}

export function make({ viewer, keepViewer, feel, day }) {
  const sessions = makeSessions(take)
  const ask = makeQuestion("the counts did not come", take)
  let kept = { today: 0, total: 0 }
  /** Presses of the device's own button: all that the device has counted, and those since this count began. */
  let presses = null
  let pressed = 0

  function count() {
    sessions.add()
    feelStep()
  }

  function feelStep() {
    if (progress(sessions.count() + pressed, viewer().goal).isStep) feel("locked")
  }

  /** What the device has kept: its answer, or what it says of a press of its own button. */
  function take(answer) {
    kept = answer
    presses ??= answer.presses
    for (; presses < answer.presses; presses++) {
      pressed += 1
      feelStep()
    }
  }

  byID("tasbih-count").onclick = count
  byID("tasbih-reset").onclick = () => {
    sessions.begin()
    pressed = 0
  }
  byID("tasbih-goal").onchange = (event) => keepViewer({ goal: event.target.value })
  addEventListener("keydown", (event) => {
    const { key, repeat, target } = event
    if (byID("view-tasbih").hidden || event.ctrlKey || event.metaKey || event.altKey) return
    const isOnControl = target.closest("button, select, input, a, summary")
    const isCounted = key === "AudioVolumeUp" || (!isOnControl && [" ", "Enter"].includes(key))
    // A browser presses the button that has the focus again for each repeat of Enter.
    if (isCounted || (repeat && key === "Enter")) event.preventDefault()
    if (isCounted && !repeat) count()
  })

  function draw({ now }) {
    // In each time zone a day begins with a quarter of an hour.
    ask(`/api/tasbih#${Math.floor(day.clock(now) / 900)}`, now)
    const { number: shown, wanted, round, phrase, isDone } = progress(sessions.count() + pressed, viewer().goal)
    setText("tasbih-words", say(phrase ?? "view.tasbih"))
    setText("tasbih-number", number(shown))
    setText("tasbih-of", say("tasbih.of", { goal: number(wanted) }))
    setText("tasbih-done", isDone ? say("tasbih.done") : round ? say("tasbih.round", { round }) : "")
    setText("tasbih-today", say("tasbih.today", { number: number(kept.today ?? 0) }))
    setText("tasbih-total", say("tasbih.total", { number: number(kept.total ?? 0) }))
    const missing = sessions.missing(now)
    setNotice("tasbih-unsaved", missing ? say("tasbih.unsaved", { number: number(missing) }) : "")
    setRows("tasbih-goal", choices.goal, (goal) => element("option", { value: goal, selected: goal === viewer().goal }, digits(goal.replace("x", " × "))))
  }

  return { draw, send: sessions.send, take }
}
