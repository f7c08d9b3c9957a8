// The map view. It is drawn anew where the place, the size, the zoom or the theme has changed; turning it costs nothing.

import { get, warn } from "../control.js"
import { byID, setText } from "../dom.js"
import { say } from "../language.js"
import * as maps from "../map.js"
import { drawMercator, heightOf } from "../mercator.js"
import * as words from "../words.js"

const zooms = [1, 2, 4, 8, 16]
/** Degrees of the Earth between two drawings of the night, a minute of time. */
const sunStep = 0.25

export function make({ day }) {
  const canvas = byID("map")
  const flat = byID("mercator")
  let outlines = null
  let isLandAsked = false
  let zoom = 1
  let landKey = ""
  let land = null

  function askForLand() {
    if (isLandAsked) return
    isLandAsked = true
    get("/web/land.json")
      .then((answer) => (outlines = maps.outlines(answer)))
      .catch((error) => {
        warn("the outlines of the land did not come")(error)
        outlines = []
      })
  }

  function changeZoom(step) {
    const index = zooms.indexOf(zoom) + step
    if (zooms[index]) zoom = zooms[index]
  }
  byID("zoom-in").addEventListener("click", () => changeZoom(1))
  byID("zoom-out").addEventListener("click", () => changeZoom(-1))
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault()
    changeZoom(event.deltaY < 0 ? 1 : -1)
  }, { passive: false })
  addEventListener("keydown", (event) => {
    if (byID("view-map").hidden || event.ctrlKey || event.metaKey) return
    if (event.key === "+") changeZoom(1)
    if (event.key === "-") changeZoom(-1)
  })

  /** The colours of the page's theme. */
  function colours() {
    const style = getComputedStyle(document.documentElement)
    const colour = (name) => style.getPropertyValue(name).trim()
    return { sea: colour("--sea"), land: colour("--land"), ring: colour("--soft"), line: colour("--arrow"), kaaba: colour("--kaaba"),
      text: colour("--text"), north: colour("--north"), night: colour("--shade") }
  }

  /** The explanation's own map; drawn anew where the place, the line, the size or the theme has changed. */
  function drawFlat(given) {
    const width = Math.round(flat.clientWidth * devicePixelRatio)
    const key = JSON.stringify([given, width])
    if (!byID("map-more").open || width === 0 || flat.dataset.key === key) return
    flat.dataset.key = key
    ;[flat.width, flat.height] = [width, heightOf(width)]
    drawMercator(flat.getContext("2d"), width, { ...given, outlines })
  }

  function draw({ shown }) {
    askForLand()
    const { qibla, position } = shown.newest
    setText("map-turn", words.turnWords(shown))
    setText("map-words", maps.mapWords(qibla))
    setText("map-north", shown.heading === undefined ? say("map.northUp") : day.sun()?.overhead ? say("map.sun") : "")
    setText("map-why", maps.rhumbWords(qibla))
    byID("map-turned").style.transform = `rotate(${shown.heading === undefined ? 0 : -shown.heading.toFixed(2)}deg)`
    if (!outlines || !qibla || position?.latitude_deg === undefined) return
    const size = Math.round(canvas.clientWidth * devicePixelRatio)
    const centre = { latitude: position.latitude_deg, longitude: position.longitude_deg }
    const target = { latitude: qibla.target.latitude_deg, longitude: qibla.target.longitude_deg, centre }
    const used = colours()
    drawFlat({ centre, target, isRhumb: qibla.method === "rhumb", colours: used })
    const overhead = day.sun()?.overhead
    const sun = overhead && { latitude: overhead.latitude_deg, longitude: Math.round(overhead.longitude_deg / sunStep) * sunStep }
    const place = [centre.latitude.toFixed(2), centre.longitude.toFixed(2)]
    const key = JSON.stringify([place, target.latitude, target.longitude, qibla.method, size, zoom, used, sun?.longitude, maps.mapWords(qibla)])
    if (canvas.dataset.key === key || size === 0) return
    canvas.dataset.key = key
    if (landKey !== String(place)) [landKey, land] = [String(place), maps.landOnMap(outlines, centre)]
    ;[canvas.width, canvas.height] = [size, size]
    canvas.setAttribute("aria-label", maps.mapWords(qibla))
    maps.drawMap(canvas.getContext("2d"), size, { land, target, isRhumb: qibla.method === "rhumb", zoom, colours: used, sun })
  }

  return { draw, relabel: () => delete canvas.dataset.key }
}
