// The compass: dial, what to do, status, the first reason, numbers, and on request all that is known.

import { makeDial } from "../dial.js"
import { element, byID, row, setHidden, setRows, setText } from "../dom.js"
import { reason } from "../language.js"
import * as words from "../words.js"

/** A text in a language that may be another one than the page's. */
function setForeign(id, text, language) {
  setText(id, text)
  const node = byID(id)
  const wanted = language && language !== document.documentElement.lang ? language : ""
  if (node.lang !== wanted) node.lang = wanted
  const direction = wanted === "en" ? "ltr" : ""
  if (node.dir !== direction) node.dir = direction
}

export function make() {
  const drawDial = makeDial(byID("dial"))

  function draw({ shown, why }) {
    drawDial(shown)
    const [shape, word] = words.statusWords(shown.status)
    const first = words.firstReason(shown, why)
    setText("shape", shape)
    setText("word", word)
    setText("turn", words.turnWords(shown))
    setForeign("reason", first.sentence, first.language)
    setForeign("advice", first.advice, shown.phase === "live" ? first.language : "")
    setHidden("to-calibrate", shown.status !== "calibrating" && !["calibration_stale", "calibration_poor"].includes(shown.why[0]))
    setText("heading", words.degrees(shown.heading))
    setText("bearing", words.degrees(shown.newest.qibla?.bearing_deg))
    setText("distance", words.distanceWords(shown.newest.qibla?.distance_km))
    setText("error", words.errorWords(shown.error))
    if (!byID("more").open) return
    setRows("reasons", shown.why, (code) => {
      const { sentence, advice, language } = reason(code, why)
      return element("li", { lang: language, dir: "auto" }, `${sentence} ${advice}`)
    })
    setRows("facts", words.facts(shown), row)
  }

  return { draw, relabel: drawDial.relabel }
}
