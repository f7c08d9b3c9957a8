// Three cards for who sees the page for the first time.

import { byID, setText } from "./dom.js"
import { say } from "./language.js"

export function makeCards(seen) {
  const dialog = byID("cards")
  let card = 1

  function draw() {
    setText("card-title", say(`cards.${card}.title`))
    setText("card-text", say(`cards.${card}.text`))
    setText("card-next", say(card < 3 ? "cards.next" : "cards.start"))
  }

  byID("card-next").onclick = () => {
    if (++card > 3) dialog.close()
    else draw()
  }
  dialog.addEventListener("close", seen)
  return {
    show() {
      card = 1
      draw()
      dialog.showModal()
    },
    relabel: draw,
  }
}
