// The directions of the field in a calibration: 48 cells of equal area on a sphere, drawn as one sees a globe. Pure but for
// `drawSphere`. Cells are in rings of 4, 8, 12, 12, 8 and 4 from z up to z down, each ring from x towards y (docs/protocol.md).

import { trace } from "./dom.js"

export const rings = [4, 8, 12, 12, 8, 4]
const cells = 48

/** The edges of each cell: `{ top, bottom }` as heights from 1 to −1, `{ from, to }` as angles about z, radians. */
export function cellEdges() {
  const result = []
  let above = 0
  for (const count of rings) {
    const top = 1 - (2 * above) / cells
    const bottom = 1 - (2 * (above + count)) / cells
    for (let index = 0; index < count; index++)
      result.push({ top, bottom, from: (2 * Math.PI * index) / count, to: (2 * Math.PI * (index + 1)) / count })
    above += count
  }
  return result
}

/** The corners of a cell's outline on the unit sphere. */
export function outline({ top, bottom, from, to }) {
  const steps = 8
  const side = (one, other) => Array.from({ length: steps + 1 }, (_, step) => {
    // By the angle from the pole, so that the points lie evenly.
    const [down, angle] = one.map((value, axis) => value + ((other[axis] - value) * step) / steps)
    return [Math.sin(down) * Math.cos(angle), Math.sin(down) * Math.sin(angle), Math.cos(down)]
  })
  const [high, low] = [Math.acos(top), Math.acos(bottom)]
  const corners = [[high, from], [high, to], [low, to], [low, from]]
  return corners.flatMap((corner, index) => side(corner, corners[(index + 1) % 4]))
}

/** Turned about z by `turn`, then tipped towards the viewer: x to the right, y up, the last towards the viewer. */
export function seen([x, y, z], turn, tip = 0.45) {
  const across = x * Math.cos(turn) - y * Math.sin(turn)
  const away = x * Math.sin(turn) + y * Math.cos(turn)
  return [across, z * Math.cos(tip) + away * Math.sin(tip), z * Math.sin(tip) - away * Math.cos(tip)]
}

/** 24 sectors of a level turn, else the 48 cells of the sphere. */
export function isLevelTurn(coverage) {
  return coverage?.length === 24
}

/** Draws the coverage, a text of `0` and `1` for each cell, on a square canvas of `size` pixels. */
export function drawSphere(context, size, { coverage, turn, colours }) {
  const half = size / 2
  const scale = half * 0.92
  const fill = (points, colour, line = colours.soft) => {
    context.beginPath()
    trace(context, points.map(([x, y]) => [half + x * scale, half - y * scale]))
    context.closePath()
    if (colour) {
      context.fillStyle = colour
      context.fill()
    }
    context.strokeStyle = line
    context.lineWidth = size / 300
    context.stroke()
  }
  if (isLevelTurn(coverage)) {
    for (let index = 0; index < 24; index++) {
      const at = (part, radius) => [radius * Math.sin(((index + part) * Math.PI) / 12), radius * Math.cos(((index + part) * Math.PI) / 12)]
      fill([at(0, 0.6), at(0, 1), at(0.5, 1), at(1, 1), at(1, 0.6)], coverage[index] === "1" ? colours["arrow-fill"] : colours.card)
    }
    return
  }
  const shapes = cellEdges().map((edges, index) => {
    const points = outline(edges).map((point) => seen(point, turn))
    const depth = points.reduce((sum, point) => sum + point[2], 0)
    return { points, depth, isFull: coverage?.[index] === "1" }
  })
  shapes.sort((one, other) => one.depth - other.depth)
  for (const { points, depth, isFull } of shapes)
    // The far side is seen through the empty cells of the near one.
    if (depth > 0) fill(points, isFull ? colours["arrow-fill"] : null)
    else fill(points, isFull ? colours.wedge : colours.card, colours.line)
}
