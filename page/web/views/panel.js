// One card for a small or an electronic-paper panel: the way to the Qibla and the next prayer.

import * as days from "../day.js"
import { makeDial } from "../dial.js"
import { byID, setText } from "../dom.js"
import * as words from "../words.js"

export function make({ day }) {
  const drawDial = makeDial(byID("panel-dial"))

  function draw({ now, shown }) {
    day.ask(now)
    drawDial(shown)
    const [shape] = words.statusWords(shown.status)
    setText("panel-turn", `${shape} ${words.turnWords(shown)}`)
    setText("panel-next", days.nextWords(day.newest()))
    setText("panel-left", days.countdown(day.newest(), day.elapsed(now)))
  }

  return { draw, relabel: drawDial.relabel }
}
