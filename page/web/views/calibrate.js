// Calibration through the daemon: the sphere as it fills, what to do next, the grade before and after, and what can be done.

import { failed } from "../control.js"
import { button, byID, colours, drawOn, element, row, setHidden, setRows, setText } from "../dom.js"
import { number, say } from "../language.js"
import { drawSphere } from "../sphere.js"
import { errorWords, gradeWords } from "../words.js"

/** The sphere turns once in so many seconds, unless motion is unwanted. */
const turnSeconds = 24

/** `bring_down_left` in words; the daemon's own advice for a code of a later version. */
export function poseWords(message) {
  const code = message?.next_pose
  if (code === undefined) return ""
  const side = code.match(/^(bring_down|turn_around|rest)_(front|back|right|left|bottom|top)$/)
  if (side) return say(`pose.${side[1]}`, { side: say(`side.${side[2]}`) })
  return ["tumble", "level", "enough"].includes(code) ? say(`pose.${code}`) : (message.advice ?? code)
}

/** Which buttons there are, by the status of the daemon's calibration. */
export function buttonsFor(status, isAllowed, wasRefused, grade) {
  if (!isAllowed || status === undefined) return []
  switch (status) {
    // The daemon uses no calibration of grade F.
    case "collecting": return grade && grade !== "F" ? [wasRefused ? "anyway" : "accept", "cancel"] : ["cancel"]
    case "candidate": return [wasRefused ? "anyway" : "accept", "discard", "start"]
    default: return ["start", "circle", "rollback"]
  }
}

/** What a button asks for beside the action of its name. */
const requests = { start: { flow: "sphere" }, circle: { action: "start", flow: "circle" }, anyway: { action: "accept", force: true } }

const isInUse = (message) => message?.status === "ok" || message?.status === "stale"
const isSame = (one, other) => ["grade", "heading_error68_deg", "residual_percent", "radius_ut"].every((key) => one?.[key] === other[key])

/** Both calibrations after a message: `before` was in use when the collection of `after` began; null for none that is known. Pure. */
export function compared({ before, after }, message) {
  if (!message) return { before, after }
  if (message.status === "none") return { before: null, after: null }
  if (!isInUse(message)) return { before: isInUse(after) ? after : before, after: message }
  // Without a collection, or after one that came to nothing, there is no other one.
  return after && !isSame(before, message) ? { before, after: message } : { before: message, after: null }
}

export function gradeRows(before, after) {
  const cells = (name, member, words) => [say(name), ...[before, after].map((each) => (each?.[member] === undefined ? "–" : words(each[member])))]
  return [
    cells("calibrate.grade", "grade", gradeWords),
    cells("calibrate.error", "heading_error68_deg", errorWords),
    cells("calibrate.residual", "residual_percent", (value) => `${number(value, 1)} %`),
    cells("fact.strength", "radius_ut", (value) => `${number(value, 1)} µT`),
  ]
}

export function make({ control, isMotionLess }) {
  let failure = ""
  let wasRefused = false
  let both = { before: null, after: null }
  // The last that came: while the device rests on its sides, and afterwards, the daemon sends none.
  let coverage
  let lastStatus

  async function ask(name) {
    failure = ""
    try {
      await control.send({ do: "calibrate", action: name, ...requests[name] })
      wasRefused = false
    } catch (error) {
      failure = failed(error)
      wasRefused = name === "accept"
    }
  }

  function draw({ shown, now }) {
    const message = shown.newest.calibration
    const { coverage_percent, rests_wanted, rests_seen = 0, grade, reasons = [] } = message ?? {}
    const isCollecting = message?.status === "collecting"
    const { before, after } = (both = compared(both, message))
    setText("pose", isCollecting ? poseWords(message) : say("view.calibrate"))
    const isReplay = !message && shown.phase === "live" && shown.hello?.replay
    const state = message ? `${say("fact.calibration")}: ${say(`calibration.${message.status}`)}. ` : ""
    setText("calibrate-advice", isReplay ? say("calibrate.none") : isCollecting ? say("calibrate.away") : state + say("calibrate.waits"))
    coverage = message?.coverage ?? coverage
    setHidden("sphere", coverage === undefined)
    const turn = isMotionLess() ? 0.6 : (2 * Math.PI * (Math.floor(now / 66) * 0.066)) / turnSeconds
    const given = { coverage, turn, colours: colours("arrow-fill", "wedge", "card", "soft", "line") }
    drawOn(byID("sphere"), given, (context, size) => drawSphere(context, size, given))
    setText("calibrate-directions", coverage_percent === undefined ? "" : say("calibrate.directions", { number: number(coverage_percent) }))
    setText("calibrate-rests", rests_wanted === undefined ? "" : say("calibrate.rests", { seen: rests_seen, wanted: rests_wanted }))
    const status = message?.status ?? (shown.hello && !shown.hello.replay ? shown.newest.state?.calibration?.status : undefined)
    if (status !== lastStatus) [lastStatus, failure, wasRefused] = [status, "", false]
    setRows("calibrate-buttons", buttonsFor(status, control.isAllowed(), wasRefused, grade), (name) => button(name, say(`calibrate.${name}`), () => ask(name)))
    setText("calibrate-failed", failure)
    setHidden("calibrate-grades", !before && after?.grade === undefined)
    setRows("calibrate-rows", gradeRows(before, after), row)
    setRows("calibrate-reasons", reasons, (text) => element("li", { lang: "en", dir: "ltr" }, text))
  }

  return { draw }
}
