// The dial: a card that turns, a mark on top for the device's axis, an arrow to the Qibla, and the error as a wedge.

import { digits, language, say } from "./language.js"

const space = "http://www.w3.org/2000/svg"
const radius = 92

function element(parent, name, attributes = {}) {
  const made = document.createElementNS(space, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  parent.append(made)
  return made
}

/** Clockwise from the top. */
function point(degrees, distance) {
  const angle = (degrees * Math.PI) / 180
  return [distance * Math.sin(angle), -distance * Math.cos(angle)]
}

/** The path of a sector of `half` degrees on both sides of the top. */
export function sector(half, distance) {
  if (half >= 180) return `M0 ${-distance}A${distance} ${distance} 0 1 1 0 ${distance}A${distance} ${distance} 0 1 1 0 ${-distance}Z`
  const [x, y] = point(half, distance)
  const large = half > 90 ? 1 : 0
  return `M0 0L${-x} ${y}A${distance} ${distance} 0 ${large} 1 ${x} ${y}Z`
}

/** Sets an attribute only where that changes something: a still device costs no layout. */
function set(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value)
}

/** An angle that follows another one, but for what is less than a quarter of a pixel: the noise of a device at rest. */
export function steady(least = 0.1) {
  let shown
  return (given) => {
    if (shown === undefined || Math.abs(((given - shown + 540) % 360) - 180) >= least) shown = Math.round(given * 100) / 100
    return shown
  }
}

function ticks(card) {
  for (let angle = 0; angle < 360; angle += 5) {
    const length = angle % 30 === 0 ? 9 : angle % 10 === 0 ? 6 : 3
    const [x1, y1] = point(angle, radius - 1)
    const [x2, y2] = point(angle, radius - 1 - length)
    element(card, "line", { x1, y1, x2, y2, class: "tick", "stroke-width": angle % 30 === 0 ? 1.2 : 0.6 })
  }
}

/** Texts on the card, which stay upright while it turns. */
function texts(card) {
  const upright = []
  for (let angle = 0; angle < 360; angle += 30) {
    const isLetter = angle % 90 === 0
    const [x, y] = point(angle, isLetter ? 72 : 77)
    const place = element(card, "g", { transform: `translate(${x} ${y})` })
    const turned = element(place, "g")
    const kind = isLetter ? (angle === 0 ? "letter north" : "letter") : "degree"
    element(turned, "text", { class: kind, y: isLetter ? 4 : 1.8 })
    upright.push(turned)
  }
  return upright
}

function label(svg, upright) {
  svg.setAttribute("aria-label", say("compass"))
  upright.forEach((turned, index) => {
    turned.firstChild.textContent = index % 3 === 0 ? language().letters[index / 3] : digits(String(index * 30))
  })
}

/** Whether the sun is above the horizon and the card, which has to show true north, can show where. */
export function sunIsUp({ sun, isMagnetic }) {
  return sun?.altitude_deg > 0 && !isMagnetic
}

/** Draws into `parent`; returns what draws a picture of the model, with `relabel` for another language. */
export function makeDial(parent) {
  const svg = element(parent, "svg", { viewBox: "-100 -104 200 206", role: "img" })
  element(svg, "circle", { r: radius, class: "face" })
  const card = element(svg, "g")
  ticks(card)
  const upright = texts(card)
  const sun = element(card, "g", { class: "sun" })
  element(sun, "circle", { cy: -96, r: 3.4 })
  element(sun, "circle", { cy: -96, r: 0.8 })
  const pointer = element(svg, "g")
  const wedge = element(pointer, "path", { class: "wedge" })
  element(pointer, "path", { class: "arrow", d: "M0 -46L9 18L0 10L-9 18Z" })
  const kaaba = element(element(pointer, "g", { transform: `translate(0 ${-radius + 38})` }), "g")
  element(kaaba, "rect", { x: -6, y: -6, width: 12, height: 12, rx: 1, class: "kaaba" })
  element(kaaba, "rect", { x: -6, y: -3, width: 12, height: 2.2, class: "band" })
  element(svg, "path", { class: "lubber", d: `M0 ${-radius + 6}L-6 ${-radius - 8}L6 ${-radius - 8}Z` })
  const [steadyHeading, steadyPointer] = [steady(), steady()]
  label(svg, upright)

  const draw = (shown) => {
    const hasHeading = shown.heading !== undefined
    set(card, "visibility", hasHeading ? "visible" : "hidden")
    set(pointer, "visibility", shown.pointer === undefined ? "hidden" : "visible")
    if (hasHeading) {
      const heading = steadyHeading(shown.heading)
      set(card, "transform", `rotate(${-heading})`)
      for (const text of upright) set(text, "transform", `rotate(${heading})`)
      set(sun, "visibility", sunIsUp(shown) ? "inherit" : "hidden")
      if (shown.sun?.azimuth_deg !== undefined) set(sun, "transform", `rotate(${shown.sun.azimuth_deg})`)
    }
    if (shown.pointer === undefined) return
    const angle = steadyPointer(shown.pointer)
    set(pointer, "transform", `rotate(${angle})`)
    set(kaaba, "transform", `rotate(${-angle})`)
    set(wedge, "d", shown.error === undefined ? "" : sector(shown.error, radius - 2))
    set(wedge, "data-error68", shown.error ?? "")
  }
  draw.relabel = () => label(svg, upright)
  return draw
}
