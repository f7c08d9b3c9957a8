// The map view. It is drawn anew where the place, the size, the zoom or the theme has changed; turning it costs nothing.

import { makeQuestion } from "../control.js"
import { byID, colours, drawOn, setText } from "../dom.js"
import { say } from "../language.js"
import * as maps from "../map.js"
import { drawMercator, heightOf } from "../mercator.js"
import * as words from "../words.js"

const mostZoom = 16
/** Degrees of the Earth between two drawings of the night, a minute of time. */
const sunStep = 0.25

const point = ({ latitude_deg: latitude, longitude_deg: longitude }) => ({ latitude, longitude })

/** The heading by which the map is turned: its north is true, so a magnetic one is none. Pure. */
export function trueHeading({ heading, isMagnetic }) {
  return isMagnetic ? undefined : heading
}

export function make({ day }) {
  const canvas = byID("map")
  const flat = byID("mercator")
  let outlines = []
  const askForLand = makeQuestion("the outlines of the land did not come", (answer) => (outlines = maps.outlines(answer)))
  let zoom = 1
  let landKey = ""
  let land = null

  const changeZoom = (step) => (zoom = Math.min(mostZoom, Math.max(1, zoom * 2 ** step)))
  byID("zoom-in").onclick = () => changeZoom(1)
  byID("zoom-out").onclick = () => changeZoom(-1)
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault()
    changeZoom(event.deltaY < 0 ? 1 : -1)
  }, { passive: false })
  addEventListener("keydown", (event) => {
    if (byID("view-map").hidden || event.ctrlKey || event.metaKey) return
    if (event.key === "+") changeZoom(1)
    if (event.key === "-") changeZoom(-1)
  })

  function draw({ shown, now }) {
    askForLand("/web/land.json", now)
    const { qibla, position } = shown.newest
    const heading = trueHeading(shown)
    const overhead = day.sun()?.overhead
    const label = maps.mapWords(qibla)
    setText("map-turn", words.turnWords(shown))
    setText("map-words", label)
    setText("map-north", heading === undefined ? say("map.northUp") : overhead ? say("map.sun") : "")
    setText("map-why", maps.rhumbWords(qibla))
    byID("map-turned").style.transform = `rotate(${-(heading ?? 0).toFixed(2)}deg)`
    if (!qibla || !position) {
      for (const each of [canvas, flat]) drawOn(each, label, () => canvas.setAttribute("aria-label", label))
      return
    }
    const centre = point(position)
    const target = { ...point(qibla.target), centre }
    const sun = overhead && { latitude: overhead.latitude_deg, longitude: Math.round(overhead.longitude_deg / sunStep) * sunStep }
    const used = colours("sea", "land", "soft", "arrow", "kaaba", "text", "north", "shade")
    const given = { target, isRhumb: qibla.method === "rhumb", colours: used, landCount: outlines.length }
    if (byID("map-more").open) drawOn(flat, given, (context, width) => {
      flat.height = heightOf(width)
      drawMercator(context, width, { ...given, centre, outlines })
    })
    const place = [centre.latitude.toFixed(2), centre.longitude.toFixed(2)]
    drawOn(canvas, { ...given, target: { ...target, centre: place }, zoom, sun: sun?.longitude, label }, (context, size) => {
      const key = String([place, outlines.length])
      if (landKey !== key) [landKey, land] = [key, maps.landOnMap(outlines, centre)]
      canvas.setAttribute("aria-label", label)
      maps.drawMap(context, size, { ...given, land, zoom, sun })
    })
  }

  return { draw }
}
