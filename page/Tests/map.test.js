// The map's projection and outlines: make test-page
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { kilometresPerRadian, landOnMap, mapWords, nightEdge, outlines, project, rhumbLine, rim, surrounds } from "../web/map.js"
import { drawMercator, frame, greatCircle, heightOf, middle, stretched } from "../web/mercator.js"
import { trueHeading } from "../web/views/map.js"
import { speak } from "../web/language.js"
import english from "../web/words/en.js"

speak(english)

const kaaba = { latitude: 21.4225, longitude: 39.8262 }
const land = outlines(JSON.parse(readFileSync(new URL("../web/land.json", import.meta.url))))
const isLand = (longitude, latitude) => land.filter((outline) => surrounds(outline, longitude, latitude)).length % 2 === 1

// `qiblactl bearing LAT LON --json`: great_circle_deg, great_circle_km rounded.
const places = [
  ["London", 51.5074, -0.1278, 118.98722], ["Anchorage", 61.2181, -149.9003, 350.88308],
  ["Sydney", -33.8688, 151.2093, 277.4996], ["Suva", -18.1416, 178.4419, 281.89276],
  ["near the antipode", -21.5, -140.0, 115.55964], ["near Makkah", 21.5, 39.7, 123.39156],
  ["Tromsø", 69.6492, 18.9553, 154.2805], ["Ushuaia", -54.8019, -68.303, 91.69464],
  ["Kuala Lumpur", 3.139, 101.6869, 292.53773], ["New York", 40.7128, -74.006, 58.4817],
  ["Kiritimati", 1.87, -157.4, 325.02355], ["near the South Pole", -89.5, 10, 29.72984],
]

/** The direction of a point of the map, clockwise from north. */
const bearing = ({ x, y }) => ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360

test("the line to the Kaaba has the stream's great-circle bearing at twelve places", () => {
  for (const [name, latitude, longitude, expected] of places) {
    const found = bearing(project(kaaba.latitude, kaaba.longitude, { latitude, longitude }))
    assert.ok(Math.abs(((found - expected + 540) % 360) - 180) < 0.01, `${name}: ${found}`)
  }
})

// `qiblactl bearing LAT LON --json`: great_circle_km, within a third of a percent, the flattening of the Earth.
test("distances from the place are true", () => {
  const from = (latitude, longitude) => project(kaaba.latitude, kaaba.longitude, { latitude, longitude }).distance * kilometresPerRadian
  assert.ok(Math.abs(from(51.5074, -0.1278) - 4794) < 15)
  assert.ok(Math.abs(from(-33.8688, 151.2093) - 13_236) < 30)
})

test("places stand on land and in the sea where they do on Earth", () => {
  for (const [name, longitude, latitude] of [["London", -0.5, 51.5], ["Makkah", 39.8, 21.4], ["Ulan Bator", 106.9, 47.9],
    ["Alice Springs", 133.9, -23.7], ["the South Pole's plateau", 60, -85], ["Denver", -105, 39.7]])
    assert.ok(isLand(longitude, latitude), name)
  for (const [name, longitude, latitude] of [["the Atlantic", -30, 40], ["the Pacific", -140, 0], ["the Indian Ocean", 80, -30],
    ["the North Pole", 0, 89], ["the Caspian Sea", 51, 41]])
    assert.ok(!isLand(longitude, latitude), name)
})

test("land on the map is land on Earth, also around a place whose antipode is on land", () => {
  // The antipodes of Hamilton, in Spain, and of a point in the Pacific, in Africa; those of Madrid and Málaga, on the coasts of New Zealand.
  for (const centre of [{ latitude: -37.8, longitude: 175.3 }, { latitude: 0, longitude: -160 }, { latitude: 51.5, longitude: -0.13 },
    { latitude: 40.42, longitude: -3.7 }, { latitude: 36.72, longitude: -4.42 }]) {
    const { shapes, isInverted } = landOnMap(land, centre)
    for (const [longitude, latitude] of [[-0.5, 51.5], [39.8, 21.4], [133.9, -23.7], [-30, 40], [80, -30], [-105, 39.7], [-140, 5]]) {
      const { x, y } = project(latitude, longitude, centre)
      const crossings = shapes.filter((shape) => surrounds(shape, x, y)).length + (isInverted ? 1 : 0)
      assert.equal(crossings % 2 === 1, isLand(longitude, latitude), `${JSON.stringify(centre)} ${longitude} ${latitude}`)
    }
  }
})

test("nothing is drawn beyond the rim", () => {
  for (const shape of landOnMap(land, { latitude: 21.4, longitude: 39.8 }).shapes)
    for (const [x, y] of shape) assert.ok(Math.hypot(x, y) <= rim + 1e-9)
})

test("the rhumb line begins here, ends at the Kaaba, and crosses the date line the short way", () => {
  for (const [, latitude, longitude] of places) {
    const centre = { latitude, longitude }
    const line = rhumbLine(kaaba, centre)
    const end = project(kaaba.latitude, kaaba.longitude, centre)
    assert.ok(line[0].distance < 1e-6)
    assert.ok(Math.hypot(line.at(-1).x - end.x, line.at(-1).y - end.y) < 1e-6)
  }
  const eastwards = rhumbLine({ latitude: 0, longitude: -170 }, { latitude: 0, longitude: 170 })
  assert.ok(eastwards.every(({ x }) => x > -1e-9))
})

test("the caption names the line, the target and both numbers", () => {
  const qibla = { method: "geodesic", bearing_deg: 119.02, distance_km: 4807.4, target: { name: "Kaaba" } }
  assert.equal(mapWords(qibla), "Geodesic to Kaaba: 119.0°, 4,807 km. A ring each 5,000 km.")
  assert.equal(mapWords(undefined), "No position, so no map")
  assert.match(mapWords({ note: "at_kaaba", distance_km: 0.003, target: { name: "Kaaba" } }), /^No one direction leads to Kaaba/)
})

// J. P. Snyder, Map Projections: A Working Manual (1987), equations 20-14 and 20-15 for the sphere: the projection's inverse.
function unprojected(x, y, centre) {
  const radians = Math.PI / 180
  const [c, φ0] = [Math.hypot(x, y), centre.latitude * radians]
  const φ = Math.asin(Math.cos(c) * Math.sin(φ0) + (y * Math.sin(c) * Math.cos(φ0)) / c)
  const λ = Math.atan2(x * Math.sin(c), c * Math.cos(φ0) * Math.cos(c) - y * Math.sin(φ0) * Math.sin(c))
  return { latitude: φ / radians, longitude: centre.longitude + λ / radians }
}

/** A sun of a declination at an altitude above a place, in degrees, in the west of it. */
function sunAt(altitude, declination, { latitude, longitude }) {
  const [sine, cosine] = [Math.sin, Math.cos].map((of) => (degrees) => of((degrees * Math.PI) / 180))
  const hour = Math.acos((sine(altitude) - sine(latitude) * sine(declination)) / (cosine(latitude) * cosine(declination)))
  return { latitude: declination, longitude: longitude - (hour * 180) / Math.PI }
}

const altitudeOf = (sun, { latitude, longitude }) => 90 - project(latitude, longitude, sun).distance * (180 / Math.PI)

test("the edge of the night is 90° from the sun all around", () => {
  const centre = { latitude: 51.5, longitude: -0.13 }
  for (const altitude of [-15, -0.5, 0.5, 40]) {
    const sun = sunAt(altitude, 20, centre)
    // Along the rim are those that lie beyond it.
    const inside = nightEdge(sun, centre).points.filter(([x, y]) => Math.hypot(x, y) < rim - 1e-9)
    assert.ok(inside.length > 150)
    for (const [x, y] of inside) assert.ok(Math.abs(altitudeOf(sun, unprojected(x, y, centre))) < 1e-6, `${altitude}: ${x} ${y}`)
  }
})

test("where the map is shaded the sun is down, also at sunrise and sunset and over Antarctica", () => {
  for (const centre of [{ latitude: 51.5, longitude: -0.13 }, { latitude: -33.87, longitude: 151.2 }, { latitude: 3.1, longitude: 101.7 }])
    for (const declination of [-15, 15])
      for (const altitude of [-20, -0.5, -0.05, 0.05, 0.5, 20]) {
        const sun = sunAt(altitude, declination, centre)
        const { points, isOutside } = nightEdge(sun, centre)
        for (let column = -30; column <= 30; column++)
          for (let line = -30; line <= 30; line++) {
            const [x, y] = [((column + 0.3) / 30) * rim, ((line + 0.3) / 30) * rim]
            const there = altitudeOf(sun, unprojected(x, y, centre))
            // The edge is drawn in steps of a degree.
            if (Math.hypot(x, y) > rim || Math.abs(there) < 1) continue
            assert.equal(surrounds(points, x, y) !== isOutside, there < 0, `${JSON.stringify(centre)} ${declination} ${altitude}: ${x} ${y}`)
          }
      }
})

test("land and sea are right all over the map where a coast lies at the antipode", () => {
  for (const centre of [{ latitude: 36.72, longitude: -4.42 }, { latitude: 36.14, longitude: -5.35 }]) {
    const { shapes, isInverted } = landOnMap(land, centre)
    let [seen, wrong] = [0, 0]
    for (let column = -15; column <= 15; column++)
      for (let line = -15; line <= 15; line++) {
        const [x, y] = [((column + 0.3) / 15) * rim, ((line + 0.3) / 15) * rim]
        if (Math.hypot(x, y) > rim) continue
        const { latitude, longitude } = unprojected(x, y, centre)
        const isShown = shapes.filter((shape) => surrounds(shape, x, y)).length % 2 === (isInverted ? 0 : 1)
        seen += 1
        if (isShown !== isLand(((longitude + 540) % 360) - 180, latitude)) wrong += 1
      }
    // Edges of two degrees are straight on the map, and wide of the truth near the rim.
    assert.ok(wrong / seen < 0.01, `${JSON.stringify(centre)}: ${wrong} of ${seen}`)
  }
})

test("the map is turned by a true heading only: its north is true", () => {
  assert.equal(trueHeading({ heading: 40, isMagnetic: false }), 40)
  assert.equal(trueHeading({ heading: 40, isMagnetic: true }), undefined)
  assert.equal(trueHeading({}), undefined)
})

// J. P. Snyder, Map Projections: A Working Manual (1987), equation 7-2 for the sphere: y = ln tan(45° + φ/2).
test("Mercator stretches a latitude as the projection does", () => {
  assert.equal(stretched(45).toFixed(6), "0.881374")
  assert.equal(stretched(-60).toFixed(6), "-1.316958")
  assert.equal(Math.abs(stretched(0)) < 1e-12, true)
})

// E. Williams, Aviation Formulary v1.47, "Intermediate points on a great circle": LAX to JFK, 40 % of the way.
test("the great circle goes where the formulary has it", () => {
  const line = greatCircle({ latitude: 33.95, longitude: -118.4 }, { latitude: 40 + 38 / 60, longitude: -(73 + 47 / 60) }, 5)
  assert.deepEqual(line[2].map((value) => value.toFixed(2)), ["-101.63", "38.67"])
})

test("both lines of the Mercator map begin here and end at the Kaaba, the short way also over the date line", () => {
  const strokes = []
  let path = []
  const context = {
    fillRect() {}, strokeRect() {}, beginPath: () => (path = []), moveTo: (x, y) => path.push([x, y]), lineTo: (x, y) => path.push([x, y]),
    closePath() {}, fill() {}, arc() {}, setLineDash() {}, stroke: () => strokes.push(path),
  }
  const near = (one, other) => assert.ok(Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6, `${one} ${other}`)
  for (const [, latitude, longitude] of places) {
    strokes.length = 0
    drawMercator(context, 600, { outlines: [], centre: { latitude, longitude }, target: kaaba, isRhumb: false, colours: {} })
    const [rhumb, great] = strokes
    near(rhumb[0], great[0])
    // Near the antipode the great circle may go the other way round the Earth than the shorter rhumb line.
    const across = Math.abs(rhumb.at(-1)[0] - great.at(-1)[0]) / 600
    assert.ok(Math.abs(across - Math.round(across)) < 1e-9)
    assert.ok(Math.abs(rhumb.at(-1)[1] - great.at(-1)[1]) < 1e-6)
    for (const [x, y] of rhumb) assert.ok(x >= 0 && x <= 600 && y >= -1 && y <= heightOf(600) + 1)
  }
  assert.equal(middle(170, -170), 180)
})

test("the Mercator map is enlarged where the lines are short, and the whole great circle stays on it", () => {
  const shown = (latitude, longitude) => {
    const line = greatCircle({ latitude, longitude }, kaaba)
    return { line, ...frame(line) }
  }
  assert.ok(shown(51.5, -0.12).zoom > 2)
  assert.equal(shown(61.2, -149.9).zoom, 1)
  assert.ok(shown(21.4, 39.8).zoom <= 5)
  for (const [, latitude, longitude] of places) {
    const { line, zoom, north } = shown(latitude, longitude)
    const half = stretched(80) / zoom
    for (const [, each] of line) assert.ok(Math.abs(stretched(Math.max(-80, Math.min(80, each))) - north) < half + 1e-9, `${latitude} ${longitude}`)
  }
})
