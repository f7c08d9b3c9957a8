// What the page knows, from the stream's messages. Pure: no clock, no document. Times are milliseconds of
// the browser's monotonic clock.

/** A reading that is older than this when it comes is not drawn. */
const oldestDrawn = 500
/** A browser to which readings come so old for longer cannot keep up. */
export const behindAfter = 2000
/** An event that is older than this when it comes is not played. */
const oldestHaptic = 1000
/** Without a new reading for so long, the dial is grey. */
const silentAfter = 1000
/** A heading is carried on by its turn rate for so long at most. */
const longestExtrapolation = 100
/** Without any message for so long, the page says why. */
const unansweredAfter = 2000
/** The version of the daemon's protocol that the page reads: in another one the same names may have other meanings. */
const major = 1
/** Two clocks that drift apart: so many milliseconds in a millisecond at most. */
const drift = 0.001

export function emptyModel(now) {
  return { opened: now, gotAt: null, web: null, hello: null, newest: {}, offset: null, offsetAt: now, drawnAt: null, lateSince: null }
}

/** The stream was opened again: an answer is awaited anew. */
export function reopened(model, now) {
  return { ...model, opened: now, gotAt: null, lateSince: null }
}

/** The model after a message of the stream, which came at `now`. */
export function taking(model, message, now) {
  const next = { ...model, gotAt: now }
  if (!["web", "hello"].includes(message.type) && isRefused(model)) return next
  switch (message.type) {
    case "web":
      next.web = message
      // What a daemon said before does not hold for the next one.
      return message.daemon === "absent" ? { ...emptyModel(model.opened), gotAt: now, web: message } : next
    case "hello":
      return { ...emptyModel(model.opened), gotAt: now, web: model.web, hello: message }
    case "reading":
      return takingReading(next, message, now)
    default:
      next.newest = { ...model.newest, [message.type]: message }
      // Without a position there is no Qibla either, and the daemon sends none.
      if (message.type === "position" && message.latitude_deg === undefined) next.newest.position = next.newest.qibla = undefined
      return next
  }
}

/** Whether the page cannot read the daemon, or the daemon has refused what the page asks for. */
function isRefused({ hello, newest }) {
  return (hello !== null && hello.protocol?.major !== major) || newest.error !== undefined
}

function takingReading(model, reading, now) {
  const difference = now - reading.t_us / 1000
  // The smallest delay seen is the clocks' offset; it may grow by their drift.
  const grown = model.offset === null ? difference : model.offset + drift * (now - model.offsetAt)
  const offset = Math.min(grown, difference)
  const next = { ...model, offset, offsetAt: now }
  if (difference - offset > oldestDrawn) return { ...next, lateSince: model.lateSince ?? now }
  return { ...next, lateSince: null, newest: { ...model.newest, reading }, drawnAt: now }
}

/** The pattern of an event, unless it is older than a second when it comes; undefined without one. */
export function freshHaptic(model, event, now) {
  if (event.haptic === undefined || model.offset === null) return undefined
  return now - event.t_us / 1000 - model.offset <= oldestHaptic ? event.haptic : undefined
}

/** An angle from 0 up to 360. */
export function turn(degrees) {
  return ((degrees % 360) + 360) % 360
}

/** An angle from −180 up to 180. */
export function signed(degrees) {
  return turn(degrees + 180) - 180
}

/** What is to be drawn at `now`. */
export function picture(model, now) {
  const phase = phaseOf(model, now)
  const isLive = phase === "live"
  const { hello, newest, web } = model
  const reading = newest.reading ?? {}
  const { status = "waiting", why = [], alignment, error68_deg: error } = isLive ? reading : {}
  const isMagnetic = reading.heading_true_deg === undefined && reading.heading_magnetic_deg !== undefined
  const shown = { phase, hello, newest, web, status, why, alignment, error, isMagnetic }
  const heading = reading.heading_true_deg ?? reading.heading_magnetic_deg
  if (heading === undefined) return shown
  const age = Math.min(Math.max(now - model.drawnAt, 0), longestExtrapolation)
  const moved = isLive ? ((reading.turn_rate_dps ?? 0) * age) / 1000 : 0
  shown.heading = turn(heading + moved)
  if (reading.pointer_deg !== undefined) shown.pointer = signed(reading.pointer_deg - moved)
  return shown
}

function phaseOf(model, now) {
  if (model.web?.daemon === "absent") return "no-daemon"
  if (isRefused(model)) return "refused"
  if (model.gotAt === null) return now - model.opened > unansweredAfter ? "unanswered" : "connecting"
  if (model.drawnAt === null) return "connecting"
  return now - model.drawnAt > silentAfter ? "silent" : "live"
}
