// Checks of the heading against the sun and against eight marks: what to do, one sight after the other, and what was found.

import { failed, post } from "../control.js"
import { button, byID, row, setHidden, setNotice, setRows, setText } from "../dom.js"
import { inOrder, number, say } from "../language.js"
import { errorWords } from "../words.js"

const sights = { sun: 3, turn: 8 }

/** What the user does before sight number `count` + 1. Pure. */
export function pointWords(kind, count, isAway) {
  const values = { number: count + 1, all: sights[kind] }
  if (kind === "sun") return say(isAway ? "check.point.away" : "check.point.sun", values)
  return say(count === 0 ? "check.point.first" : "check.point.next", values)
}

const signed = (value) => (value === undefined ? "–" : inOrder(`${value > 0 ? "+" : ""}${number(value, 1)}°`))

export function resultRows(result) {
  if (result.type === "sun_check") return [[say("calibrate.error"), `${signed(result.error_deg)} ${errorWords(result.error68_deg)}`]]
  const curves = [result.heading, result.field].filter(Boolean)
  const coefficients = ["a", "b", "c", "d", "e"].map((name) => [name.toUpperCase(), ...curves.map((curve) => signed(curve[`${name}_deg`]))])
  return [
    [say("error"), say("heading"), ...(result.field ? [say("check.field")] : [])],
    [say("check.worst"), ...curves.map(({ worst_deg, worst_at_deg }) => `${signed(worst_deg)} (${inOrder(`${number(worst_at_deg)}°`)})`)],
    ...coefficients,
    [say("check.scatter"), errorWords(result.residual_deg), ...(result.field ? [""] : [])],
  ]
}

export function make({ control }) {
  let kind = null
  let taken = []
  let result = null
  let failure = ""
  let isBusy = false
  const [away, first] = byID("check-options").querySelectorAll("input")

  function begin(wanted) {
    ;[kind, taken, result, failure] = [wanted, [], null, ""]
  }

  async function measure() {
    failure = ""
    isBusy = true
    try {
      taken.push(await post("/api/check/sight"))
      if (taken.length === sights[kind]) await finish()
    } catch (error) {
      failure = failed(error)
    } finally {
      isBusy = false
    }
  }

  async function finish() {
    const asked = kind
    const all = taken
    // A refused check restarts: its sights are of no use.
    ;[kind, taken] = [null, []]
    const body = asked === "sun" ? { sights: all, away: away.checked } : { sights: all, ...(first.value === "" ? {} : { first_deg: first.valueAsNumber }) }
    result = await post(`/api/check/${asked}`, body)
    if (asked === "turn") byID("certificate").src = `/api/check/certificate.svg?${Date.now()}`
  }

  const work = {
    sun: () => begin("sun"), turn: () => begin("turn"), take: measure, cancel: () => begin(null),
  }

  function buttons() {
    if (!control.isAllowed()) return []
    return Object.entries(kind ? { take: "check.take", cancel: "calibrate.cancel" } : { sun: "check.sun", turn: "check.turn" })
  }

  function draw() {
    setText("check-point", isBusy ? say("check.wait") : kind ? pointWords(kind, taken.length, away.checked) : "")
    setRows("check-buttons", buttons(), ([name, key]) => button(name, say(key), () => isBusy || work[name]()))
    // One that was removed, or disabled by the browser, would lose the focus.
    for (const each of byID("check-buttons").children) if (each.ariaDisabled !== String(isBusy)) each.ariaDisabled = isBusy
    setHidden("check-options", kind !== null || !control.isAllowed())
    setNotice("check-failed", failure)
    setRows("check-rows", result ? resultRows(result) : [], row)
    setNotice("check-verdict", result ? say(result.agrees ? "check.agrees.yes" : "check.agrees.no", { error: errorWords(result.daemon_error68_deg) }) : "")
    setHidden("check-print", result?.type !== "turn_check")
  }

  return { draw }
}
