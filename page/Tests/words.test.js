// The page's languages: make test-page
import assert from "node:assert/strict"
import { readFileSync, readdirSync } from "node:fs"
import { afterEach, test } from "node:test"
import english from "../web/words/en.js"
import { clock, digits, languageModule, languages, number, reason, say, speak } from "../web/language.js"
import { checked, defaults, languageOf } from "../web/viewer.js"

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
  const used = [...text.matchAll(/(?:say\(|data-word=|data-label=)"([\w.-]+)"/g)].map((match) => match[1])
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
