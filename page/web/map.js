// The map: azimuthal equidistant about the device's place, so that every direction and distance from it is true and the
// great circle to the Kaaba is a straight line. Turned by minus the heading, that line points at the Kaaba in the room.
// Angles in degrees; on the map x is east and y is north, both in radians of distance.

import { language, number, say, targetName } from "./language.js"
import { stretched } from "./mercator.js"

const radians = Math.PI / 180
/** The rim. Beyond it lies the antipode, which the projection stretches to a circle. */
export const rim = 175 * radians
/** Metres in a radian, divided by 1000: of the mean sphere. */
export const kilometresPerRadian = 6371
const ringStep = 5000 / kilometresPerRadian
/** Degrees: longer edges of an outline are divided, because a straight edge is bent on the map. */
const longestEdge = 2

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

/** The direction of a point of the map, clockwise from north. */
export function bearing({ x, y }) {
  return (Math.atan2(x, y) / radians + 360) % 360
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

/** An outline on the map, drawn to the rim at most. */
export function projected(outline, centre) {
  const points = []
  for (let index = 1; index < outline.length; index++) {
    const [x0, y0] = outline[index - 1]
    const [x1, y1] = outline[index]
    const parts = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / longestEdge) || 1
    for (let part = 0; part < parts; part++) {
      const share = part / parts
      const { x, y, distance } = project(y0 + (y1 - y0) * share, x0 + (x1 - x0) * share, centre)
      const scale = distance > rim ? rim / distance : 1
      points.push([x * scale, y * scale])
    }
  }
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

/** The line between day and night, as an outline of [longitude, latitude] about the point opposite to the sun. */
export function nightOutline(sun) {
  const φ0 = -sun.latitude * radians
  return Array.from({ length: 181 }, (_, step) => {
    const angle = step * 2 * radians
    const φ = Math.asin(Math.cos(φ0) * Math.cos(angle))
    const λ = Math.atan2(Math.sin(angle) * Math.cos(φ0), -Math.sin(φ0) * Math.sin(φ))
    return [sun.longitude + 180 + λ / radians, φ / radians]
  })
}

/** What the line is, in words. */
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
  const circle = (radius) => context.arc(half, half, radius * scale, 0, 2 * Math.PI)
  context.clearRect(0, 0, size, size)
  context.save()
  context.beginPath()
  context.arc(half, half, half * 0.97, 0, 2 * Math.PI)
  context.clip()
  context.fillStyle = colours.sea
  context.fillRect(0, 0, size, size)
  context.beginPath()
  if (land.isInverted) circle(rim)
  for (const shape of land.shapes) {
    shape.forEach((point, index) => (index ? context.lineTo(...at(point)) : context.moveTo(...at(point))))
    context.closePath()
  }
  context.fillStyle = colours.land
  context.fill("evenodd")
  if (sun) drawNight(context, at, { sun, centre: target.centre, colours, circle })
  context.strokeStyle = colours.ring
  context.lineWidth = size / 600
  for (let radius = ringStep; radius < rim; radius += ringStep) {
    context.beginPath()
    circle(radius)
    context.stroke()
  }
  const straight = [{ x: 0, y: 0 }, project(target.latitude, target.longitude, target.centre)]
  const rhumb = rhumbLine(target, target.centre)
  const stroke = (points, width, dash) => {
    context.beginPath()
    points.forEach(({ x, y }, index) => (index ? context.lineTo(...at([x, y])) : context.moveTo(...at([x, y]))))
    context.strokeStyle = colours.line
    context.lineWidth = width
    context.setLineDash(dash)
    context.stroke()
    context.setLineDash([])
  }
  stroke(isRhumb ? straight : rhumb, size / 250, [size / 60, size / 60])
  const line = isRhumb ? rhumb : straight
  stroke(line, size / 110, [])
  const [x, y] = at([line.at(-1).x, line.at(-1).y])
  const side = size / 32
  context.fillStyle = colours.kaaba
  context.fillRect(x - side / 2, y - side / 2, side, side)
  context.strokeRect(x - side / 2, y - side / 2, side, side)
  context.beginPath()
  context.arc(half, half, size / 90, 0, 2 * Math.PI)
  context.fillStyle = colours.text
  context.fill()
  context.restore()
  context.beginPath()
  context.arc(half, half, half * 0.97, 0, 2 * Math.PI)
  context.strokeStyle = colours.ring
  context.stroke()
  context.fillStyle = colours.north
  context.font = `600 ${size / 18}px system-ui, sans-serif`
  context.textAlign = "center"
  context.fillText(language().letters[0], half, size / 12)
}

/** Shades the half of the Earth that has night. On the map it is what the outline encloses, or all outside it. */
function drawNight(context, at, { sun, centre, colours, circle }) {
  const outline = projected(nightOutline(sun), centre)
  const dark = { latitude: -sun.latitude, longitude: sun.longitude + 180 }
  const isDark = ({ latitude, longitude }) => project(latitude, longitude, dark).distance < Math.PI / 2
  context.beginPath()
  // The antipode of the place is the rim: with it in the night, the shade is outside the outline.
  if (isDark({ latitude: -centre.latitude, longitude: centre.longitude + 180 })) circle(rim * 1.05)
  outline.forEach((point, index) => (index ? context.lineTo(...at(point)) : context.moveTo(...at(point))))
  context.closePath()
  context.fillStyle = colours.night
  context.fill("evenodd")
}
