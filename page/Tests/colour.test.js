// Contrast of each theme, and colours of the viewer's own: make test-page
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { contrast, readable } from "../web/colour.js"
import { choices } from "../web/viewer.js"

const css = readFileSync(new URL("../web/style.css", import.meta.url), "utf8")

/** The colours of a theme, by the rules of style.css in their order. */
function tokens(theme, scheme) {
  const found = {}
  for (const [, selector, body] of css.matchAll(/^(:root[^{,]*) \{([^}]*)\}/gm)) {
    const themes = [...selector.matchAll(/\[data-theme="(\w+)"\]/g)].map((match) => match[1])
    const schemes = [...selector.matchAll(/\[data-scheme="(\w+)"\]/g)].map((match) => match[1])
    if (selector.includes("data-motion")) continue
    if (themes.some((each) => each !== theme) || schemes.some((each) => each !== scheme)) continue
    for (const [, name, value] of body.matchAll(/--([\w-]+): (#\w{6}|var\(--[\w-]+\))(?:\w\w)?;/g)) found[name] = value
  }
  for (const [name, value] of Object.entries(found)) if (value.startsWith("var(")) found[name] = found[value.slice(6, -1)]
  return found
}

for (const theme of choices.theme.filter(Boolean))
  for (const scheme of ["light", "dark"]) {
    test(`texts of ${theme}, ${scheme}, have a contrast of 4.5, marks of 3`, () => {
      const colours = tokens(theme, scheme)
      for (const ground of ["ground", "card"]) {
        for (const text of ["text", "soft", "north", "arrow", "accurate", "uncertain", "wrong"])
          assert.ok(contrast(colours[text], colours[ground]) >= 4.5, `${text} on ${ground}: ${contrast(colours[text], colours[ground]).toFixed(2)}`)
      }
      // What is drawn on the map.
      for (const ground of ["sea", "land"]) assert.ok(contrast(colours.arrow, colours[ground]) >= 3, `line on ${ground}: ${contrast(colours.arrow, colours[ground]).toFixed(2)}`)
    })
  }

// WCAG 2.1, "contrast ratio": black on white is 21:1, and #777777 on white is known for 4.48.
test("the contrast is that of WCAG", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21)
  assert.equal(contrast("#777777", "#ffffff").toFixed(2), "4.48")
})

test("a colour of the viewer's own is made readable, whatever it is", () => {
  for (const accent of ["#ffff00", "#ffffff", "#000000", "#7f7f7f", "#ff0000", "#00ff00", "#0000ff"])
    for (const [grounds, isDark] of [[["#f4f6f2", "#ffffff"], false], [["#101613", "#18211d"], true]])
      for (const ground of grounds) assert.ok(contrast(readable(accent, grounds, isDark), ground) >= 4.5, `${accent} on ${ground}`)
  assert.equal(readable("#00568c", ["#ffffff"], false), "#00568c")
})
