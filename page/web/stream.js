// The stream of the server: a message for each line. A hidden page closes it, because a phone's battery is not for a page
// that its user does not see. So does the oldest of more windows than a browser has connections for.

const again = 2000
/** The server sends each second: without a message for so long the connection is lost, also where the browser does not notice. */
const lostAfter = 10_000
/** A browser has six connections to a server: two stay free, for a page that is opened and for what it asks. */
const mostWindows = 4

/** Other windows of this browser that have opened a stream since this one did. */
function makeWindows(tooMany) {
  const channel = new BroadcastChannel("stream")
  const own = Math.random()
  const newer = new Set()
  channel.onmessage = ({ data: { window, isOpen } }) => {
    newer[isOpen ? "add" : "delete"](window)
    if (newer.size >= mostWindows) tooMany()
  }
  return {
    opened() {
      newer.clear()
      channel.postMessage({ window: own, isOpen: true })
    },
    closed: () => channel.postMessage({ window: own, isOpen: false }),
  }
}

/** Calls `opened` before and `connected` after each connection, also one that the browser makes again, and `take(message)`. @returns a function that ends it for good. */
export function follow(path, opened, connected, take) {
  let source = null
  let cameAt = 0
  let isOver = false
  const windows = makeWindows(() => {
    if (source) opened()
    close()
  })

  function open() {
    if (source || isOver || document.hidden) return
    opened()
    windows.opened()
    connect()
  }

  function connect() {
    cameAt = performance.now()
    source = new EventSource(path)
    source.onopen = connected
    source.onmessage = (event) => {
      cameAt = performance.now()
      take(JSON.parse(event.data))
    }
    source.onerror = () => {
      // A browser connects again by itself, but not after an answer that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return
      source = null
      setTimeout(open, again)
    }
  }

  function close() {
    if (source) windows.closed()
    source?.close()
    source = null
  }

  // A page that the back button may bring again lives on with its connection, which the next page then lacks.
  addEventListener("pagehide", close)
  addEventListener("pageshow", open)
  // The window that its user turns to has the stream again.
  addEventListener("focus", open)
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()))
  const watch = setInterval(() => {
    if (!source || performance.now() - cameAt < lostAfter) return
    source.close()
    connect()
  }, 1000)
  open()
  return () => {
    isOver = true
    clearInterval(watch)
    close()
  }
}
