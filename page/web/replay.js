// A file of `qiblactl replay`, played in place of the stream. Pure but for `play`.

/** A file's lines as messages with the milliseconds at which each comes. @throws an error whose message is the line's number. */
export function messagesOf(text) {
  const messages = []
  let at = 0
  let first = null
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return
    let message
    try {
      message = JSON.parse(line)
    } catch {
      // Nothing is no message either.
    }
    if (typeof message?.type !== "string") throw new Error(String(index + 1))
    if (typeof message.t_us === "number") {
      first ??= message.t_us
      // A loop of the recording goes on where it was.
      at = Math.max(at, (message.t_us - first) / 1000)
    }
    messages.push({ at, message })
  })
  if (!messages.some(({ message }) => message.type === "reading")) throw new Error("1")
  return messages
}

/** Plays messages in their own time, again and again. @returns a function that ends it. */
export function play(messages, restarted, take) {
  let index = 0
  let begun = performance.now()
  const timer = setInterval(() => {
    const elapsed = performance.now() - begun
    while (index < messages.length && messages[index].at <= elapsed) take(messages[index++].message)
    if (index < messages.length) return
    ;[index, begun] = [0, performance.now()]
    restarted()
  }, 16)
  return () => clearInterval(timer)
}
