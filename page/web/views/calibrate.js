// Calibration through the daemon: the sphere as it fills, what to do next, the grade before and after, and what can be done.

import { byID, element, row, setHidden, setRows, setText } from "../dom.js"
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

const requests = {
  start: { action: "start", flow: "sphere" }, circle: { action: "start", flow: "circle" }, cancel: { action: "cancel" },
  accept: { action: "accept" }, anyway: { action: "accept", force: true }, discard: { action: "discard" }, rollback: { action: "rollback" },
}

/** Rows of both calibrations side by side: the one in use before, and the one that is found or was just accepted. */
export function gradeRows(before, after) {
  const cells = (name, words) => [say(name), before ? words(before) : "–", after ? words(after) : "–"]
  return [
    cells("calibrate.grade", ({ grade }) => (grade ? gradeWords(grade) : "–")),
    cells("calibrate.error", ({ heading_error68_deg }) => errorWords(heading_error68_deg)),
    cells("calibrate.residual", ({ residual_percent }) => (residual_percent === undefined ? "–" : `${number(residual_percent, 1)} %`)),
    cells("fact.strength", ({ radius_ut }) => (radius_ut === undefined ? "–" : `${number(radius_ut, 1)} µT`)),
  ]
}

export function make({ control, isMotionLess }) {
  const canvas = byID("sphere")
  let failure = ""
  let wasRefused = false
  let before = null
  // The last that came: while the device rests on its sides, and afterwards, the daemon sends none.
  let coverage
  let lastStatus

  async function ask(name) {
    failure = ""
    try {
      await control.send({ do: "calibrate", ...requests[name] })
      wasRefused = false
    } catch (error) {
      failure = say("control.failed", { message: error.message })
      wasRefused = name === "accept"
    }
  }

  function button(name) {
    const made = element("button", { type: "button" }, say(`calibrate.${name}`))
    made.addEventListener("click", () => ask(name))
    return made
  }

  function drawCanvas(now) {
    const size = Math.round(canvas.clientWidth * devicePixelRatio)
    if (size === 0) return
    const turn = isMotionLess() ? 0.6 : (2 * Math.PI * (Math.floor(now / 66) * 0.066)) / turnSeconds
    const style = getComputedStyle(document.documentElement)
    const colour = (name) => style.getPropertyValue(name).trim()
    const colours = { full: colour("--arrow-fill"), far: colour("--wedge"), empty: colour("--card"), line: colour("--soft"), farLine: colour("--line") }
    const key = JSON.stringify([coverage, turn, size, colours])
    if (canvas.dataset.key === key) return
    canvas.dataset.key = key
    ;[canvas.width, canvas.height] = [size, size]
    drawSphere(canvas.getContext("2d"), size, { coverage, turn, colours })
  }

  function draw({ shown, now }) {
    const message = shown.newest.calibration
    const isCollecting = message?.status === "collecting"
    if (message?.status === "ok" || message?.status === "stale") before ??= message
    const after = message && message !== before && message.grade !== undefined ? message : null
    setText("pose", isCollecting ? poseWords(message) : say("view.calibrate"))
    const isReplay = !message && shown.phase === "live" && shown.hello?.replay
    const state = message ? `${say("fact.calibration")}: ${say(`calibration.${message.status}`)}. ` : ""
    setText("calibrate-advice", isReplay ? say("calibrate.none") : isCollecting ? say("calibrate.away") : state + say("calibrate.waits"))
    coverage = message?.coverage ?? coverage
    setHidden("sphere", coverage === undefined)
    drawCanvas(now)
    setText("calibrate-directions", message?.coverage_percent === undefined ? "" : say("calibrate.directions", { number: number(message.coverage_percent) }))
    setText("calibrate-rests", message?.rests_wanted === undefined ? "" : say("calibrate.rests", { seen: message.rests_seen ?? 0, wanted: message.rests_wanted }))
    const status = message?.status ?? (shown.hello && !shown.hello.replay ? shown.newest.state?.calibration?.status : undefined)
    if (status !== lastStatus) [lastStatus, failure, wasRefused] = [status, "", false]
    setRows("calibrate-buttons", buttonsFor(status, control.isAllowed(), wasRefused, message?.grade), button)
    setText("calibrate-failed", failure)
    setHidden("calibrate-grades", !before && !after)
    setRows("calibrate-rows", gradeRows(before, after), row)
    setRows("calibrate-reasons", message?.reasons ?? [], (text) => element("li", { lang: "en", dir: "ltr" }, text))
  }

  function relabel() {
    for (const id of ["calibrate-buttons", "calibrate-rows"]) delete byID(id).dataset.key
  }

  return { draw, relabel }
}
