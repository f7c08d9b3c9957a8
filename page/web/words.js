// What the page says of the compass, from what the model shows. Pure but for the viewer's language.

import { digits, inOrder, number, reason, say, sayOr, targetName } from "./language.js"

export const shapes = { accurate: "●", uncertain: "◐", calibrating: "◌", interference: "▲", unavailable: "✕", waiting: "○" }

export function statusWords(status) {
  return status in shapes ? [shapes[status], say(`status.${status}`)] : ["?", status]
}

/** The large line: what to do now. */
export function turnWords(shown) {
  if (shown.phase !== "live") return say(`phase.${shown.phase}`)
  if (shown.heading === undefined) return say("status.unavailable")
  if (shown.pointer === undefined) return say(!shown.isMagnetic ? "turn.noQibla" : shown.newest.position ? "turn.noTrueNorth" : "turn.noPosition")
  if (["aligned", "locked"].includes(shown.alignment)) return say("turn.aligned")
  const whole = Math.round(Math.abs(shown.pointer))
  if (whole === 0) return say("turn.ahead")
  return say(shown.pointer > 0 ? "turn.right" : "turn.left", { degrees: whole })
}

/** The first reason and its advice, with the language that they are in. */
export function firstReason(shown, why) {
  if (shown.phase !== "live")
    return { sentence: shown.newest.error?.message ?? shown.web?.message ?? "", advice: sayOr(`phase.${shown.phase}.advice`, ""), language: "en" }
  const code = shown.why[0]
  return code === undefined ? { sentence: "", advice: "" } : reason(code, why)
}

/** What a user must know before all else. */
export function notice(shown) {
  if (shown.isFile) return say("notice.file")
  if (shown.hello?.replay) return say("notice.replay")
  if (shown.hello?.simulated) return say("notice.simulated")
  return ""
}

export function degrees(value) {
  return value === undefined ? "–" : digits(`${Math.round(value) % 360}°`)
}

export function errorWords(value) {
  return value === undefined ? "–" : inOrder(`±${number(value, value < 10 ? 1 : 0)}°`)
}

export function distanceWords(kilometres) {
  return kilometres === undefined ? "–" : say("km", { number: number(kilometres) })
}

/** `3 min`; empty where the age is not known. */
function ageWords(seconds) {
  if (seconds === undefined) return ""
  const [unit, size] = seconds < 120 ? ["seconds", 1] : seconds < 7200 ? ["minutes", 60] : seconds < 172_800 ? ["hours", 3600] : ["days", 86_400]
  return say(`age.${unit}`, { number: Math.round(seconds / size) })
}

/** How far a disturbance turns the horizontal field: degrees, right positive; undefined where it cannot be known.
 *  `disturbance` is what is added to the reference field, along the device's axes: forward, right, down. */
export function pull(disturbance, horizontal, magneticHeading) {
  if (!disturbance || horizontal === undefined || magneticHeading === undefined) return undefined
  const angle = (magneticHeading * Math.PI) / 180
  const [forward, right] = disturbance
  const north = horizontal + forward * Math.cos(angle) - right * Math.sin(angle)
  const east = forward * Math.sin(angle) + right * Math.cos(angle)
  return (Math.atan2(east, north) * 180) / Math.PI
}

/** Rows of the table of details: a name and what it is. */
export function facts(shown) {
  const { reading, state, qibla, position, devices, field } = shown.newest
  const { calibration, interference, sensors = [] } = state ?? {}
  const rows = [
    shown.isMagnetic && ["fact.north", say("fact.north.magnetic")],
    calibration && ["fact.calibration", calibrationWords(calibration)],
    calibration?.check && ["fact.check", checkWords(calibration.check)],
    interference && ["fact.field", fieldWords(interference, field, reading)],
    ["fact.strength", measuredWords(field?.strength_ut, field?.expected_strength_ut, " µT")],
    ["fact.inclination", measuredWords(field?.inclination_deg, field?.expected_inclination_deg, "°")],
    reading?.declination_deg !== undefined && ["fact.declination", declinationWords(reading.declination_deg, state)],
    position && ["fact.position", positionWords(position, state)],
    shown.sun?.azimuth_deg !== undefined && ["fact.sun", sunWords(shown.sun)],
    qibla && ["fact.target", [targetName(qibla.target.name), degrees(qibla.bearing_deg), qibla.method && say(`method.${qibla.method}`)].filter(Boolean).join(", ")],
    state?.mount?.wrong && ["fact.mount", say("fact.mount.wrong")],
    ...sensors.map(({ kind, rate_hz }) => [`sensor.${kind}`, rate_hz === undefined ? "–" : say("fact.rate", { number: Math.round(rate_hz) })]),
    ...(devices?.devices ?? []).map(({ chip }) => ["fact.chip", chip && String(chip)]),
  ]
  return rows.filter((each) => each?.[1]).map(([key, words]) => [say(key), words])
}

function checkWords({ kind, error_deg, error68_deg }) {
  return `${say(kind === "sun" ? "check.sun" : "check.turn")}: ${inOrder(`${number(error_deg, 1)}° ± ${number(error68_deg, 1)}°`)}`
}

function measuredWords(measured, model, unit) {
  if (measured === undefined || model === undefined) return ""
  const [one, other] = [measured, model].map((value) => inOrder(number(value, 1) + unit))
  return say("fact.measured", { measured: one, model: other })
}

function declinationWords(angle, state) {
  const model = state?.declination?.model
  return inOrder(`${number(angle, 1)}°`) + (model ? ` (${model})` : "")
}

function positionWords({ latitude_deg, longitude_deg, status }, state) {
  const age = ageWords(state?.position?.age_s)
  const parts = [say(`position.${status}`), age && say("fact.age", { age })].filter(Boolean)
  return `${inOrder(`${number(latitude_deg, 3)}°, ${number(longitude_deg, 3)}°`)} (${parts.join(", ")})`
}

/** Where the sun stands, and where shadows point, which anybody can compare with the room. */
function sunWords({ azimuth_deg, altitude_deg }) {
  if (altitude_deg <= 0) return say("fact.sun.down")
  return say("fact.sun.up", { azimuth: Math.round(azimuth_deg) % 360, altitude: Math.round(altitude_deg), shadow: Math.round(azimuth_deg + 180) % 360 })
}

function calibrationWords({ status, grade, residual_percent }) {
  const word = say(`calibration.${status}`)
  const first = grade ? say("fact.grade", { status: word, grade: gradeWords(grade) }) : word
  return residual_percent === undefined ? first : `${first}, ${say("fact.residual", { number: number(residual_percent, 1) })}`
}

export function gradeWords(grade) {
  return grade === "given" ? say("grade.given") : grade
}

/** The state of the field, and what a disturbance does; never where the magnet is, because that cannot be known. */
function fieldWords(interference, field, reading) {
  const { strength_percent: strength, inclination_error_deg: inclination, kind } = interference
  const parts = [say(`field.${interference.status}`)]
  // Of what is absent no number is over 1.
  if (Math.abs(strength) >= 1)
    parts.push(say(strength > 0 ? "fact.strong" : "fact.weak", { number: number(Math.abs(strength)) }))
  if (Math.abs(inclination) >= 1) parts.push(say("fact.inclinationOff", { number: number(Math.abs(inclination)) }))
  const isLevel = reading?.axis === "x"
  const turned = isLevel ? pull(interference.disturbance_ut, field?.reference_horizontal_ut, reading.heading_magnetic_deg) : undefined
  if (Math.abs(turned) >= 1)
    parts.push(say(turned > 0 ? "fact.pull.right" : "fact.pull.left", { degrees: Math.round(Math.abs(turned)) }))
  const sentence = parts.join(", ")
  return kind ? `${sentence}. ${say(`fact.kind.${kind}`)}` : sentence
}

export function spoken(shown) {
  return `${turnWords(shown)}. ${statusWords(shown.status)[1]}.`
}
