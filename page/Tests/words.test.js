// The page's languages: make test-page
import assert from "node:assert/strict"
import { readFileSync, readdirSync } from "node:fs"
import { afterEach, test } from "node:test"
import english from "../web/words/en.js"
import { dates, monthWeeks, basisWords } from "../web/day.js"
import { clock, digits, inOrder, languageModule, languages, number, reason, say, speak } from "../web/language.js"
import { checked, defaults, languageOf, load } from "../web/viewer.js"
import { facts } from "../web/words.js"

const web = new URL("../web/", import.meta.url)
const modules = await Promise.all(Object.keys(languages).map(languageModule))
const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join(" ")
afterEach(() => speak(english))

for (const module of modules) {
  test(`${module.code} has each key of English and no other, with the same values put in`, () => {
    assert.deepEqual(Object.keys(module.words).sort(), Object.keys(english.words).sort())
    for (const [key, text] of Object.entries(module.words)) assert.equal(placeholders(text), placeholders(english.words[key]), key)
  })

  test(`${module.code} has four letters, a direction, and says whether it was reviewed`, () => {
    assert.equal(new Set(module.letters).size, 4)
    assert.ok(["ltr", "rtl"].includes(module.direction))
    assert.equal(module.isReviewed, module.code === "en")
    assert.ok(module.digits === undefined || [...module.digits].length === 10)
  })
}

test("each key is used by the page, and each key that the page uses is there", () => {
  const files = [...readdirSync(web), ...readdirSync(new URL("views/", web)).map((name) => `views/${name}`)].filter((name) => /\.(js|html)$/.test(name))
  const text = files.map((name) => readFileSync(new URL(name, web), "utf8")).join("\n")
  // Of settings.js too: `labelled("…"`, `section("…"`, and the second of `tick`, `teller`, `doer`, `check` and `coordinates`.
  const calls = /(?:(?:say|labelled|section)\(|data-word=|data-label=|(?:tick|teller|doer|check)\("\w+", |coordinates\([\w.()]+, )"([\w.-]+)"/g
  const used = [...text.matchAll(calls)].map((match) => match[1])
  for (const key of used) assert.ok(key in english.words, `${key} has no words`)
  // `say(`prayer.${name}`)` and such use a family of keys.
  const families = [...text.matchAll(/`([\w.-]+)\.\$\{/g)].map((match) => match[1])
  const quoted = new Set([...text.matchAll(/"([\w.-]+)"/g)].map((match) => match[1]))
  const lists = [...text.matchAll(/choose\("(\w+)"/g)].map((match) => match[1])
  for (const key of Object.keys(english.words)) {
    const isOfFamily = [...families, ...lists].some((family) => key.startsWith(`${family}.`))
    assert.ok(isOfFamily || quoted.has(key), `${key} is not used`)
  }
})

test("Arabic has a sentence and advice for each reason of the protocol's table", async () => {
  const arabic = await languageModule("ar")
  const protocol = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8")
  const table = protocol.slice(protocol.indexOf("| code | sentence | advice |"), protocol.indexOf("Not sent by this version"))
  const codes = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
  assert.ok(codes.length >= 30)
  assert.deepEqual(Object.keys(arabic.why).sort(), codes.sort())
  for (const [sentence, advice] of Object.values(arabic.why)) assert.ok(sentence && advice)
})

test("a reason that a language lacks is the daemon's own, and marked as English", async () => {
  speak(await languageModule("tr"))
  assert.deepEqual(reason("tilt", { tilt: { sentence: "S.", advice: "A." } }), { sentence: "S.", advice: "A.", language: "en" })
  assert.deepEqual(reason("of_a_later_version", {}), { sentence: "of_a_later_version", advice: "", language: "en" })
})

test("numbers, digits and clocks are those of the language", async () => {
  assert.equal(number(10785), "10,785")
  assert.equal(number(-0.04, 1), "0.0")
  assert.equal(number(-3.25, 1), "−3.3")
  speak(await languageModule("ar"))
  assert.equal(number(4795.2, 1), "٤٬٧٩٥٫٢")
  assert.equal(say("turn.right", { degrees: 38 }), "در يمينًا ٣٨°")
  assert.equal(clock("17:05"), "١٧:٠٥")
  speak(await languageModule("ar"), { digits: "latin", clock: "12" })
  assert.equal(clock("17:05"), "5:05 م")
  assert.equal(digits("17"), "17")
})

// Unicode Standard Annex 9: Arabic-Indic digits are of the class AN, beside which a minus or a hyphen runs from right to left.
test("in Arabic what has a sign, two numbers or a date is isolated, and its order forced", async () => {
  const forced = (text) => `\u2066\u202d${text}\u202c\u2069`
  const newest = {
    position: { latitude_deg: -33.87, longitude_deg: 151.21, status: "manual" }, reading: { declination_deg: -0.6 },
    field: { inclination_deg: -64.9, expected_inclination_deg: -64.2 },
    state: { calibration: { status: "ok", check: { kind: "sun", error_deg: -2.4, error68_deg: 0.9 } } },
  }
  const seen = () => facts({ newest }).map(([, text]) => text).join("\n")
  assert.equal(inOrder("−1°"), "−1°")
  assert.match(seen(), /^With the sun: −2\.4° ± 0\.9°\n−64\.9°, by the model −64\.2°\n−0\.6°\n/m)
  speak(await languageModule("ar"))
  for (const text of ["−٣٣٫٨٧٠°, ١٥١٫٢١٠°", "−٠٫٦°", "−٦٤٫٩°", "−٦٤٫٢°", "−٢٫٤° ± ٠٫٩°"]) assert.ok(seen().includes(forced(text)), text)
  assert.equal(dates({ times: [], date: "2026-11-27" }), forced("٢٠٢٦-١١-٢٧"))
  assert.equal(monthWeeks({ days: [{ day: 17, date: "2026-11-27", weekday: 5 }] })[0][4].date, forced("١١-٢٧"))
  assert.ok(basisWords("near_day:2026-01-20").includes(forced("٢٠٢٦-٠١-٢٠")))
})

test("twelve-hour clocks are right at noon and at midnight", () => {
  speak(english, { clock: "12" })
  const table = [["00:00", "12:00 am"], ["00:59", "12:59 am"], ["11:59", "11:59 am"], ["12:00", "12:00 pm"], ["23:59", "11:59 pm"]]
  for (const [given, shown] of table) assert.equal(clock(given), shown)
  assert.equal(clock("–"), "–")
})

test("the language is the viewer's, else the first of the browser's that the page has", () => {
  assert.equal(languageOf({ language: "" }, ["de-AT", "ur-PK", "en"]), "ur")
  assert.equal(languageOf({ language: "fr" }, ["ar"]), "fr")
  assert.equal(languageOf({ language: "" }, ["de"]), "en")
})

test("choices of a damaged storage become the defaults", () => {
  for (const given of [null, 7, "x", [], { theme: "plaid", accent: "red", sound: "yes", language: "../x" }]) assert.deepEqual(checked(given), defaults)
  assert.equal(checked({ theme: "night" }).theme, "night")
})

test("what a window has not chosen is as the browser keeps it, and as it was where the browser keeps nothing", (t) => {
  const kept = { getItem: () => JSON.stringify({ language: "ar", goal: "99" }) }
  globalThis.localStorage = kept
  t.after(() => delete globalThis.localStorage)
  const own = { ...defaults, theme: "night" }
  assert.deepEqual(load(own), { ...defaults, language: "ar", goal: "99" })
  kept.getItem = () => null
  assert.deepEqual(load(own), own)
  kept.getItem = () => {
    throw new Error("a private window")
  }
  assert.deepEqual([load(own), load()], [own, defaults])
})
