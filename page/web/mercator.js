// The world in Mercator's projection, on which the rhumb line is straight and the great circle is bent: the picture beside the
// explanation. Angles in degrees; on the map x is east of the middle and y is north of the equator, both in radians.

import { trace } from "./dom.js"
import { signed } from "./model.js"

const radians = Math.PI / 180
/** The map ends there: the projection has no poles. */
const lastLatitude = 80

const within = (limit, value) => Math.min(limit, Math.max(-limit, value))

/** How far from the equator a latitude is drawn. */
export function stretched(latitude) {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2))
}

/** The meridian in the middle between two, the short way. */
export function middle(from, to) {
  return from + signed(to - from) / 2
}

/** The great circle between two points, as `[longitude, latitude]`; the longitude goes on beyond ±180. */
export function greatCircle(from, to, steps = 64) {
  const vector = ({ latitude, longitude }) => {
    const [φ, λ] = [latitude * radians, longitude * radians]
    return [Math.cos(φ) * Math.cos(λ), Math.cos(φ) * Math.sin(λ), Math.sin(φ)]
  }
  const [a, b] = [vector(from), vector(to)]
  const angle = Math.acos(within(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]))
  if (Math.sin(angle) < 1e-9) return [[from.longitude, from.latitude]]
  let last = from.longitude
  return Array.from({ length: steps + 1 }, (_, step) => {
    const [one, other] = [1 - step / steps, step / steps].map((share) => Math.sin(share * angle) / Math.sin(angle))
    const [x, y, z] = a.map((value, axis) => one * value + other * b[axis])
    last += signed(Math.atan2(y, x) / radians - last)
    return [last, Math.asin(within(1, z)) / radians]
  })
}

const limited = (latitude) => within(lastLatitude, latitude)

/** How much the map is enlarged so that a line from `greatCircle` fills two fifths of it, and how far north its middle is then. */
export function frame(line) {
  const heights = line.map(([, latitude]) => stretched(limited(latitude)))
  const [top, bottom] = [Math.max(...heights), Math.min(...heights)]
  const span = Math.max(Math.abs(line.at(-1)[0] - line[0][0]) * radians, top - bottom)
  const zoom = Math.min(5, Math.max(1, (0.4 * 2 * Math.PI) / span))
  const edge = stretched(lastLatitude) * (1 - 1 / zoom)
  return { zoom, north: within(edge, (top + bottom) / 2) }
}

/** Draws the map with both lines. `context` is that of a canvas of `width` pixels, and `heightOf(width)` high. */
export function drawMercator(context, width, { outlines, centre, target, isRhumb, colours }) {
  const height = heightOf(width)
  const great = greatCircle(centre, target)
  const { zoom, north } = frame(great)
  const scale = (width * zoom) / (2 * Math.PI)
  const zero = middle(centre.longitude, target.longitude)
  const at = ([longitude, latitude]) => [width / 2 + (longitude - zero) * radians * scale, height / 2 - (stretched(limited(latitude)) - north) * scale]
  context.fillStyle = colours.sea
  context.fillRect(0, 0, width, height)
  const shapes = [-360, 0, 360].flatMap((turn) => outlines.map((outline) => outline.map(([longitude, latitude]) => at([longitude + turn, latitude]))))
  fill(context, shapes, colours.land)
  const ends = [[centre.longitude, centre.latitude], [zero + (zero - centre.longitude), target.latitude]].map(at)
  drawLines(context, width, isRhumb ? [ends, great.map(at)] : [great.map(at), ends], ends, colours)
}

/** Fills what outlines on a canvas enclose, or what is outside them. */
export function fill(context, outlines, colour, isOutside = false) {
  context.beginPath()
  if (isOutside) context.rect(0, 0, context.canvas.width, context.canvas.height)
  for (const points of outlines) {
    trace(context, points)
    context.closePath()
  }
  context.fillStyle = colour
  context.fill("evenodd")
}

/** Draws both lines of a map, the one that is not used dashed, and what they join. */
export function drawLines(context, size, [used, other], [from, to], colours) {
  const stroke = (points, width, dash) => {
    context.beginPath()
    trace(context, points)
    context.strokeStyle = colours.arrow
    context.lineWidth = width
    context.setLineDash(dash)
    context.stroke()
  }
  stroke(other, size / 250, [size / 60, size / 60])
  stroke(used, size / 110, [])
  const side = size / 32
  const square = [to[0] - side / 2, to[1] - side / 2, side, side]
  context.fillStyle = colours.kaaba
  context.fillRect(...square)
  context.strokeRect(...square)
  context.beginPath()
  context.arc(...from, size / 90, 0, 2 * Math.PI)
  context.fillStyle = colours.text
  context.fill()
}

export function heightOf(width) {
  return Math.round((stretched(lastLatitude) / Math.PI) * width)
}
