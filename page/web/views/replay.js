// A recording, dropped or chosen, in place of the stream.

import { byID, setText } from "../dom.js"
import { say } from "../language.js"
import { messagesOf, play } from "../replay.js"

export function make({ useMessages }) {
  let end = null

  async function use(file) {
    if (!file) return
    try {
      const messages = messagesOf(await file.text())
      end?.()
      setText("replay-problem", "")
      useMessages((restarted, take) => (end = play(messages, restarted, take)))
    } catch (error) {
      setText("replay-problem", say("replay.bad", { line: error.message }))
    }
  }

  byID("replay-file").onchange = (event) => use(event.target.files[0])
  addEventListener("dragover", (event) => event.preventDefault())
  addEventListener("drop", (event) => {
    event.preventDefault()
    use(event.dataTransfer.files[0])
  })
  return { draw() {} }
}
