// What the viewer has chosen for this browser. `checked` is pure; the rest keeps it in the browser's storage.

export const choices = {
  language: ["", "en", "ar", "tr", "id", "ur", "fr"],
  theme: ["", "green", "ocean", "forest", "sunset", "custom", "contrast", "night"],
  scheme: ["auto", "light", "dark"],
  digits: ["own", "latin"],
  clock: ["24", "12"],
  motion: ["auto", "less"],
  goal: ["33", "99", "100", "1000", "3x33"],
}
export const defaults = {
  language: "", theme: "", scheme: "auto", accent: "#1f7a4d", digits: "own", clock: "24", motion: "auto", sound: false, vibrate: true, flash: true,
  cardsSeen: false, goal: "33",
}
const key = "viewer"

/** Choices as they may be: what is none of them becomes the default. */
export function checked(given) {
  return Object.fromEntries(Object.entries(defaults).map(([name, usual]) => {
    const value = given?.[name]
    const isOne = choices[name]?.includes(value) ?? (name === "accent" ? /^#[0-9a-f]{6}$/i.test(value) : typeof value === "boolean")
    return [name, isOne ? value : usual]
  }))
}

/** What the browser has kept; `others` where that is nothing. */
export function load(others = defaults) {
  try {
    return checked(JSON.parse(localStorage.getItem(key)) ?? others)
  } catch {
    return { ...others }
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
