// The map: azimuthal equidistant about the device's place, so that every direction and distance from it is true and the
// great circle to the Kaaba is a straight line. Turned by minus the heading, that line points at the Kaaba in the room.
// Angles in degrees; on the map x is east and y is north, both in radians of distance.

import { language, number, say, targetName } from "./language.js"
import { drawLines, fill, stretched } from "./mercator.js"

const radians = Math.PI / 180
/** The rim. Beyond it lies the antipode, which the projection stretches to a circle. */
export const rim = 175 * radians
/** On the mean sphere. */
export const kilometresPerRadian = 6371
const ringStep = 5000 / kilometresPerRadian
/** Degrees: longer edges of an outline are divided, because a straight edge is bent on the map. */
const longestEdge = 2
/** Radians about the place: so the rim is divided. */
const longestStep = 0.05

/** Where a point lies on the map of a centre: `{ x, y, distance }`. */
export function project(latitude, longitude, centre) {
  const [φ, φ0] = [latitude * radians, centre.latitude * radians]
  const λ = (longitude - centre.longitude) * radians
  const east = Math.cos(φ) * Math.sin(λ)
  const north = Math.cos(φ0) * Math.sin(φ) - Math.sin(φ0) * Math.cos(φ) * Math.cos(λ)
  const up = Math.sin(φ0) * Math.sin(φ) + Math.cos(φ0) * Math.cos(φ) * Math.cos(λ)
  const sine = Math.hypot(east, north)
  const distance = Math.atan2(sine, up)
  return sine < 1e-12 ? { x: 0, y: 0, distance } : { x: (east / sine) * distance, y: (north / sine) * distance, distance }
}

/** The outlines of land.json as lists of [longitude, latitude]. */
export function outlines({ steps, outlines }) {
  return outlines.map((numbers) => {
    const points = []
    let [x, y] = [0, 0]
    for (let index = 0; index < numbers.length; index += 2) {
      x += numbers[index]
      y += numbers[index + 1]
      points.push([x / steps, y / steps])
    }
    return points
  })
}

/** Whether an outline goes round a point, by the number of edges that a meridian northwards crosses. */
export function surrounds(outline, longitude, latitude) {
  let isInside = false
  for (let index = 0, last = outline.length - 1; index < outline.length; last = index++) {
    const [x0, y0] = outline[last]
    const [x1, y1] = outline[index]
    if (x0 > longitude !== x1 > longitude && latitude < y0 + ((y1 - y0) * (longitude - x0)) / (x1 - x0)) isInside = !isInside
  }
  return isInside
}

/** A point of the map in a direction from the place. */
const towards = (angle, distance) => [distance * Math.sin(angle), distance * Math.cos(angle)]

/** An outline on the map. Where it lies beyond the rim it is drawn along the rim: a chord would take the sea for land. */
function projected(outline, centre) {
  const points = []
  /** The direction of the last point, where that lies beyond the rim. */
  let last = null
  function add(longitude, latitude) {
    const { x, y, distance } = project(latitude, longitude, centre)
    const angle = distance > rim ? Math.atan2(x, y) : null
    if (angle === null) points.push([x, y])
    else {
      const turn = last === null ? 0 : Math.atan2(Math.sin(angle - last), Math.cos(angle - last))
      const steps = Math.ceil(Math.abs(turn) / longestStep) || 1
      for (let left = steps - 1; left >= 0; left--) points.push(towards(angle - (turn * left) / steps, rim))
    }
    last = angle
  }
  for (let index = 1; index < outline.length; index++) {
    const [x0, y0] = outline[index - 1]
    const [x1, y1] = outline[index]
    const parts = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / longestEdge) || 1
    for (let part = 0; part < parts; part++) add(x0 + ((x1 - x0) * part) / parts, y0 + ((y1 - y0) * part) / parts)
  }
  add(...outline.at(-1))
  return points
}

/** The land on the map: outlines, and whether the sea is what they enclose, since the antipode is on land. */
export function landOnMap(all, centre) {
  const antipode = { longitude: centre.longitude > 0 ? centre.longitude - 180 : centre.longitude + 180, latitude: -centre.latitude }
  const around = all.filter((outline) => surrounds(outline, antipode.longitude, antipode.latitude)).length
  return { shapes: all.map((outline) => projected(outline, centre)), isInverted: around % 2 === 1 }
}

/** The rhumb line to a point, which has one bearing all the way: points of the map. */
export function rhumbLine(target, centre) {
  const turn = ((target.longitude - centre.longitude + 540) % 360) - 180
  const whole = stretched(target.latitude) - stretched(centre.latitude)
  const steps = 100
  return Array.from({ length: steps + 1 }, (_, step) => {
    const latitude = centre.latitude + ((target.latitude - centre.latitude) * step) / steps
    const share = Math.abs(whole) < 1e-9 ? step / steps : (stretched(latitude) - stretched(centre.latitude)) / whole
    return project(latitude, centre.longitude + turn * share, centre)
  })
}

/** The edge of the night, which each direction from the place crosses once, as points of the map, drawn to the rim at most; and
 *  whether the night is outside it, since the sun is up at the place. */
export function nightEdge(sun, centre) {
  const { x, y, distance } = project(sun.latitude, sun.longitude, centre)
  const [azimuth, height] = [Math.atan2(x, y), Math.PI / 2 - distance]
  const points = Array.from({ length: 360 }, (_, step) => {
    const angle = step * radians
    const crossing = Math.atan2(-Math.sin(height), Math.cos(height) * Math.cos(angle - azimuth)) + 2 * Math.PI
    return towards(angle, Math.min(crossing % Math.PI, rim))
  })
  return { points, isOutside: height > 0 }
}

export function mapWords(qibla) {
  if (!qibla) return say("map.none")
  const rings = say("map.rings", { distance: say("km", { number: number(5000) }) })
  const target = targetName(qibla.target.name)
  // At the target, at its antipode and at a pole.
  if (qibla.bearing_deg === undefined) return `${say("map.nowhere", { target })} ${rings}`
  const distance = say("km", { number: qibla.distance_km === undefined ? "–" : number(qibla.distance_km) })
  return `${say("map.line", { method: say(`method.${qibla.method}`), target, bearing: number(qibla.bearing_deg, 1), distance })} ${rings}`
}

/** Why the line is not the rhumb line. */
export function rhumbWords(qibla) {
  if (qibla?.rhumb_deg === undefined || qibla.great_circle_deg === undefined) return ""
  return say("map.why.text", { rhumb: number(qibla.rhumb_deg, 1), bearing: number(qibla.great_circle_deg, 1) })
}

/** Draws the map, north up. `context` is that of a square canvas of `size` pixels. */
export function drawMap(context, size, { land, target, isRhumb, zoom, colours, sun }) {
  const half = size / 2
  const scale = (half / rim) * zoom * 0.97
  const at = ([x, y]) => [half + x * scale, half - y * scale]
  const circle = (radius) => {
    context.beginPath()
    context.arc(half, half, radius, 0, 2 * Math.PI)
  }
  context.save()
  circle(half * 0.97)
  context.clip()
  context.fillStyle = colours.sea
  context.fillRect(0, 0, size, size)
  fill(context, land.shapes.map((points) => points.map(at)), colours.land, land.isInverted)
  if (sun) {
    const { points, isOutside } = nightEdge(sun, target.centre)
    fill(context, [points.map(at)], colours.shade, isOutside)
  }
  context.strokeStyle = colours.soft
  context.lineWidth = size / 600
  for (let radius = ringStep; radius < rim; radius += ringStep) {
    circle(radius * scale)
    context.stroke()
  }
  const end = project(target.latitude, target.longitude, target.centre)
  const [straight, rhumb] = [[{ x: 0, y: 0 }, end], rhumbLine(target, target.centre)].map((line) => line.map(({ x, y }) => at([x, y])))
  drawLines(context, size, isRhumb ? [rhumb, straight] : [straight, rhumb], straight, colours)
  context.restore()
  circle(half * 0.97)
  context.strokeStyle = colours.soft
  context.stroke()
  context.fillStyle = colours.north
  context.font = `600 ${size / 18}px system-ui, sans-serif`
  context.textAlign = "center"
  context.fillText(language().letters[0], half, size / 12)
}
