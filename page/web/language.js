// The words of the page in the viewer's language, which comes as a module: a browser loads one language.

export const languages = {
  en: "English", ar: "العربية", tr: "Türkçe", id: "Bahasa Indonesia", ur: "اردو", fr: "Français",
}

/** Before a language has come, a text is its key. */
let current = { code: "en", direction: "ltr", isReviewed: true, group: ",", point: ".", letters: ["", "", "", ""], words: {} }
/** The viewer's choices that change how numbers and times are written. */
let style = { digits: "own", clock: "24" }

/** The end of the modules' addresses: another one after each failure, which a browser may keep for the address. */
let query = ""

/** The module of a language; English for one that is not known. @throws where it does not come. */
export async function languageModule(code) {
  try {
    return (await import(`./words/${code in languages ? code : "en"}.js${query}`)).default
  } catch (error) {
    query += "?"
    throw error
  }
}

/** From now on `say` has these words. */
export function speak(module, { digits = "own", clock = "24" } = {}) {
  current = module
  style = { digits, clock }
}

export function language() {
  return current
}

/** The words of a key with its values put in; the key where there are none. */
export function say(key, values = {}) {
  const text = current.words[key] ?? key
  return digits(text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole))
}

/** The words of a key, or other ones where there are none: a later daemon has more. */
export function sayOr(key, other, values) {
  return key in current.words ? say(key, values) : other
}

/** The same text with the digits of the language, where the viewer wants them. */
export function digits(text) {
  if (!current.digits || style.digits === "latin") return text
  return text.replace(/[0-9]/g, (digit) => current.digits[digit])
}

/** A date, an angle with its sign and the like, kept in their order where the text around them runs from right to left, and where
 *  Arabic digits by themselves would move the sign and turn a date round. */
export function inOrder(text) {
  return current.direction === "rtl" ? `\u2066\u202d${text}\u202c\u2069` : text
}

/** The name of a target in the language, where it is the Kaaba; others stay as the user has written them. */
export function targetName(name) {
  return name === "Kaaba" ? say("target.kaaba") : name
}

/** A number with so many decimals and the language's separators. */
export function number(value, decimals = 0) {
  const [whole, part] = Math.abs(value).toFixed(decimals).split(".")
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, current.group)
  const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? "−" : ""
  return digits(sign + grouped + (part ? current.point + part : ""))
}

/** `17:05` as the viewer reads clocks. */
export function clock(text) {
  if (style.clock !== "12" || !/^\d\d:\d\d$/.test(text)) return digits(text)
  const [hour, minute] = text.split(":").map(Number)
  const half = say(hour < 12 ? "clock.am" : "clock.pm")
  return digits(`${((hour + 11) % 12) + 1}:${String(minute).padStart(2, "0")} ${half}`)
}

/** The sentence and the advice of a reason: the daemon's own in English, else those of the language where it has them. */
export function reason(code, table) {
  const own = current.why?.[code]
  if (own) return { sentence: own[0], advice: own[1], language: current.code }
  return { ...(table[code] ?? { sentence: code, advice: "" }), language: "en" }
}
