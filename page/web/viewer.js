// What the viewer has chosen for this browser. `checked` is pure; the rest keeps it in the browser's storage.

export const choices = {
  language: ["", "en", "ar", "tr", "id", "ur", "fr"],
  theme: ["", "green", "ocean", "forest", "sunset", "custom", "contrast", "night"],
  scheme: ["auto", "light", "dark"],
  digits: ["own", "latin"],
  clock: ["24", "12"],
  motion: ["auto", "less"],
}
export const defaults = {
  language: "", theme: "", scheme: "auto", accent: "#1f7a4d", digits: "own", clock: "24", motion: "auto", sound: false, vibrate: true, flash: true,
  cardsSeen: false, goal: "33",
}
const key = "viewer"

/** Choices as they may be: an unknown word becomes the default. */
export function checked(given) {
  const result = { ...defaults }
  if (typeof given !== "object" || given === null) return result
  for (const [name, words] of Object.entries(choices)) if (words.includes(given[name])) result[name] = given[name]
  for (const name of ["sound", "vibrate", "flash", "cardsSeen"]) if (typeof given[name] === "boolean") result[name] = given[name]
  if (/^#[0-9a-f]{6}$/i.test(given.accent)) result.accent = given.accent
  if (["33", "99", "100", "1000", "3x33"].includes(given.goal)) result.goal = given.goal
  return result
}

export function load() {
  try {
    return checked(JSON.parse(localStorage.getItem(key) ?? "{}"))
  } catch {
    return { ...defaults }
  }
}

/** @returns false where the browser keeps nothing, as in a private window. */
export function keep(viewer) {
  try {
    localStorage.setItem(key, JSON.stringify(viewer))
    return true
  } catch {
    return false
  }
}

/** The first language of the browser that the page has. */
export function languageOf(viewer, browserLanguages) {
  if (viewer.language) return viewer.language
  const codes = browserLanguages.map((each) => each.slice(0, 2).toLowerCase())
  return codes.find((code) => code && choices.language.includes(code)) ?? "en"
}
