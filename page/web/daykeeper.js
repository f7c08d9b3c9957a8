// The newest answer of /api/day, asked for again where it is over or of elsewhere.

import { isOver } from "./day.js"
import { say } from "./language.js"

/** Degrees: a place that is nearer has the same times. */
const placeStep = 0.05

/** @param position says where the device is: the newest message of that type. */
export function makeDay(position) {
  let day = null
  let cameAt = 0
  let place = null
  let isAsked = false
  let isStale = false

  function ask(now) {
    const here = position()
    if (isAsked || here?.latitude_deg === undefined) return
    const { latitude_deg, longitude_deg } = here
    const isHere = place && Math.abs(place.latitude_deg - latitude_deg) < placeStep && Math.abs(place.longitude_deg - longitude_deg) < placeStep
    if (isHere && !isStale && !isOver(day, (now - cameAt) / 1000)) return
    isAsked = true
    isStale = false
    fetch(`/api/day?latitude_deg=${latitude_deg}&longitude_deg=${longitude_deg}`)
      .then((answer) => answer.json())
      .then((answer) => (day = answer))
      .catch((error) => (day = { error: say("day.noServer", { message: error.message }) }))
      .finally(() => {
        ;[cameAt, place, isAsked] = [performance.now(), { latitude_deg, longitude_deg }, false]
      })
  }

  return {
    ask,
    newest: () => day,
    elapsed: (now) => (now - cameAt) / 1000,
    /** The device's settings have changed. */
    discard: () => (isStale = true),
    /** Seconds since 1970 on the device's clock; null before the first answer. */
    clockSeconds: () => (day?.now_s === undefined ? null : day.now_s + (performance.now() - cameAt) / 1000),
  }
}
