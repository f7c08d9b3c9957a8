// Tasbih: counted here, kept by the device. Each tap counts, also two in quick succession.

import { get, post, warn } from "../control.js"
import { byID, element, setNotice, setRows, setText } from "../dom.js"
import { digits, number, say } from "../language.js"

export const goals = ["33", "99", "100", "1000", "3x33"]
const phrases = ["tasbih.subhan", "tasbih.hamd", "tasbih.akbar"]
const sendEvery = 1000

/** What is shown of a count: the number, the goal's words, the phrase, and whether the goal is reached. Pure. */
export function progress(count, goal) {
  const [rounds, wanted] = goal === "3x33" ? [3, 33] : [1, Number(goal)]
  const result = { wanted, isDone: count >= rounds * wanted, isStep: count > 0 && count % wanted === 0 }
  if (rounds === 1) return { ...result, number: count, round: 0 }
  const round = Math.min(Math.floor(Math.max(count - 1, 0) / wanted), 2)
  return { ...result, number: count - round * wanted, round: round + 1, phrase: phrases[round] }
}

export function make({ viewer, keepViewer, feel }) {
  // A session is a count from nothing on; the device keeps its largest number, so that a request may come twice.
  let session = newSession()
  let kept = { today: 0, total: 0 }
  /** Presses of the device's own button: all that the device has counted, and those since this count began. */
  let presses = null
  let pressed = 0
  let confirmed = 0
  let isSending = false
  let sentAt = 0
  let wasAsked = false

  function newSession() {
    return { id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join(""), count: 0 }
  }

  function count() {
    session.count += 1
    feelStep()
  }

  function feelStep() {
    if (progress(session.count + pressed, viewer().goal).isStep) feel("locked")
  }

  async function send(now) {
    if (isSending || session.count === confirmed || now - sentAt < sendEvery) return
    isSending = true
    sentAt = now
    const { id, count } = session
    try {
      take(await post("/api/tasbih", { session: id, count }))
      if (id === session.id) confirmed = count
    } catch (error) {
      // Shown as counts that the device has not kept; the next attempt sends them.
      console.info(`the device has not kept the counts: ${error.message}`)
    } finally {
      isSending = false
    }
  }

  function ask() {
    if (wasAsked) return
    wasAsked = true
    get("/api/tasbih").then(take).catch(warn("the counts did not come"))
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

  byID("tasbih-count").addEventListener("click", count)
  byID("tasbih-reset").addEventListener("click", () => {
    ;[session, confirmed, pressed] = [newSession(), 0, 0]
  })
  byID("tasbih-goal").addEventListener("change", (event) => keepViewer({ goal: event.target.value }))
  addEventListener("keydown", (event) => {
    if (byID("view-tasbih").hidden || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const isOnControl = event.target.closest("button, select, input, a, summary")
    if (!isOnControl && [" ", "Enter", "AudioVolumeUp"].includes(event.key)) {
      event.preventDefault()
      count()
    }
  })

  function draw({ now }) {
    ask()
    send(now)
    const { number: shown, wanted, round, phrase, isDone } = progress(session.count + pressed, viewer().goal)
    setText("tasbih-words", say(phrase ?? "view.tasbih"))
    setText("tasbih-number", number(shown))
    setText("tasbih-of", say("tasbih.of", { goal: number(wanted) }))
    setText("tasbih-done", isDone ? say("tasbih.done") : round ? say("tasbih.round", { round }) : "")
    setText("tasbih-today", say("tasbih.today", { number: number(kept.today ?? 0) }))
    setText("tasbih-total", say("tasbih.total", { number: number(kept.total ?? 0) }))
    const missing = session.count - confirmed
    setNotice("tasbih-unsaved", missing > 0 && now - sentAt > 2 * sendEvery ? say("tasbih.unsaved", { number: number(missing) }) : "")
    setRows("tasbih-goal", goals, (goal) => element("option", { value: goal, selected: goal === viewer().goal }, digits(goal.replace("x", " × "))))
  }

  return { draw, relabel: () => delete byID("tasbih-goal").dataset.key, take }
}
