// One card for a small or an electronic-paper screen: the way to the Qibla and the next prayer.

import * as days from "../day.js"
import { makeDial } from "../dial.js"
import { byID, setText } from "../dom.js"
import * as words from "../words.js"

export function make({ day }) {
  const drawDial = makeDial(byID("glance-dial"))

  function draw({ now, shown }) {
    drawDial(shown)
    const newest = day.newest(now)
    setText("glance-turn", `${words.statusWords(shown.status)[0]} ${words.turnWords(shown)}`)
    setText("glance-notice", words.notice(shown))
    setText("glance-next", days.nextWords(newest))
    setText("glance-left", days.countdown(newest, day.clock(now)))
  }

  return { draw, relabel: drawDial.relabel }
}
