// The stream of the server: a message for each line. A hidden page closes it: a browser has six connections to a
// server, and a phone's battery is not for a page that its user does not see.

const again = 2000

/** Calls `opened` for each connection and `take(message)` for each message. @returns a function that ends it for good. */
export function follow(path, opened, take) {
  let source = null
  let isOver = false

  function open() {
    if (source || isOver || document.hidden) return
    opened()
    source = new EventSource(path)
    source.onmessage = (event) => take(JSON.parse(event.data))
    source.onerror = () => {
      // A browser connects again by itself, but not after an answer that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return
      source = null
      setTimeout(open, again)
    }
  }

  function close() {
    source?.close()
    source = null
  }

  // A page that the back button may bring again lives on with its connection, which the next page then lacks.
  addEventListener("pagehide", close)
  addEventListener("pageshow", open)
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()))
  open()
  return () => {
    isOver = true
    close()
  }
}
