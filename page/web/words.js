// All that the page says. Reasons and advice come from the daemon's own table (/api/why).

export const statusWords = {
  accurate: ["●", "Accurate"],
  uncertain: ["◐", "Uncertain"],
  calibrating: ["◌", "Not calibrated"],
  interference: ["▲", "Interference"],
  unavailable: ["✕", "No heading"],
  waiting: ["○", "No new data"],
}

const phases = {
  connecting: "Looking for the compass",
  unanswered: "No answer",
  "no-daemon": "The compass does not run",
  silent: "The compass is silent",
}

const phaseAdvice = {
  unanswered: "Another window of this browser may have all its connections: close some. Or the server has stopped.",
  "no-daemon": "Start it on the device: sudo systemctl start qiblad. This page goes on by itself.",
  silent: "Nothing has come for more than a second; what you see is old.",
}

/** The large line: what to do now. */
export function turnWords(shown) {
  if (shown.phase !== "live") return phases[shown.phase]
  if (shown.heading === undefined) return "No heading"
  if (shown.pointer === undefined) return shown.isMagnetic ? "No position, so no Qibla" : "No Qibla"
  if (shown.alignment === "aligned" || shown.alignment === "locked") return "The device points to the Qibla"
  const degrees = Math.round(Math.abs(shown.pointer))
  if (degrees === 0) return "Straight ahead"
  return `Turn ${shown.pointer > 0 ? "right" : "left"} ${degrees}°`
}

/** The first reason and its advice. */
export function firstReason(shown, why) {
  if (shown.phase !== "live") return { sentence: shown.web?.message ?? "", advice: phaseAdvice[shown.phase] ?? "" }
  const code = shown.why[0]
  return code === undefined ? { sentence: "", advice: "" } : (why[code] ?? { sentence: code, advice: "" })
}

/** What a user must know before all else. */
export function notice(shown) {
  if (shown.hello?.replay) return "A recording: this is not where the device points now."
  if (shown.hello?.simulated) return "A simulation: no sensor measures this."
  if (shown.hello && shown.hello.protocol.major !== 1) return "The daemon speaks a newer protocol: update qibla-web."
  return ""
}

export function degrees(value) {
  return value === undefined ? "–" : `${Math.round(value) % 360}°`
}

export function errorWords(value) {
  return value === undefined ? "–" : `±${value < 10 ? value.toFixed(1) : Math.round(value)}°`
}

export function distanceWords(kilometres) {
  return kilometres === undefined ? "–" : `${Math.round(kilometres).toLocaleString("en")} km`
}

const sensorNames = { mag: "Magnetometer", accel: "Accelerometer", gyro: "Gyroscope" }

/** Rows of the table of details: a name and what it is. */
export function facts(shown) {
  const { state, qibla, position, devices } = shown.newest
  const rows = []
  if (shown.isMagnetic) rows.push(["North", "magnetic: without a position there is no declination"])
  if (state?.calibration) rows.push(["Calibration", [state.calibration.status, state.calibration.grade].filter(Boolean).join(", grade ")])
  if (state?.interference) rows.push(["Field", fieldWords(state.interference)])
  if (position?.latitude_deg !== undefined)
    rows.push(["Position", `${position.latitude_deg.toFixed(3)}°, ${position.longitude_deg.toFixed(3)}° (${position.status})`])
  if (qibla) rows.push(["Target", `${qibla.target.name}, ${qibla.text}, ${qibla.method.replace("_", " ")}`])
  for (const sensor of state?.sensors ?? []) rows.push([sensorNames[sensor.kind] ?? sensor.kind, sensor.rate_hz === undefined ? "–" : `${sensor.rate_hz} samples a second`])
  for (const device of devices?.devices ?? []) if (device.chip) rows.push(["Chip", String(device.chip)])
  return rows
}

function fieldWords(interference) {
  const strength = interference.strength_percent
  const inclination = interference.inclination_error_deg
  const parts = [interference.status]
  if (strength !== undefined && Math.abs(strength) >= 1)
    parts.push(`${Math.abs(strength).toFixed(0)} % too ${strength > 0 ? "strong" : "weak"}`)
  if (inclination !== undefined && Math.abs(inclination) >= 1) parts.push(`inclination ${Math.abs(inclination).toFixed(0)}° off`)
  return parts.join(", ")
}

/** What a screen reader says. */
export function spoken(shown) {
  return `${turnWords(shown)}. ${statusWords[shown.status][1]}.`
}
