// What the page asks the server to do: requests to the daemon, and permission for them. The server decides; the page
// only shows what it may.

import { button, element, renew, setNotice } from "./dom.js"
import { say } from "./language.js"

/** Milliseconds after which a question that failed is asked again. */
export const askedAgainAfter = 5000

/** Sends one request. @returns the answer. @throws an error with the server's or the daemon's sentence. */
export async function post(path, body = {}) {
  const reply = await get(path, {
    method: "POST", headers: { "Content-Type": "application/json", "X-Qibla": "1" }, body: JSON.stringify(body),
  })
  if (reply.type === "error") throw new Error([reply.message, reply.hint].filter(Boolean).join("; "))
  return reply
}

/** What the server has at `path`. @throws an error with the server's sentence and `status`. */
export async function get(path, options) {
  const answer = await fetch(path, options)
  const text = await answer.text()
  if (!answer.ok) throw Object.assign(new Error(text.trim()), { status: answer.status })
  return JSON.parse(text)
}

export const failed = ({ message }) => say("control.failed", { message })

/** Says in the browser's console what failed. */
export const warn = (what) => (error) => console.warn(`${what}: ${error}`)

/** @returns a function that gets what is at a path, once, and again some seconds after a failure. `take` has the answer, unless
 *  another path was asked for in the meantime. */
export function makeQuestion(what, take) {
  let asked = null
  let last = {}
  return (path, now) => {
    if (asked === path || (last.path === path && now - last.failedAt < askedAgainAfter)) return
    asked = path
    get(path)
      .then((answer) => asked === path && take(answer))
      .catch((error) => {
        warn(what)(error)
        if (asked === path) [asked, last] = [null, { path, failedAt: now }]
      })
  }
}

/** The digits of a code in ASCII, in whichever digits and with whichever spaces it was typed. */
export function digitsOfCode(text) {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) & 15).replace(/\D/g, "")
}

/** Whether this browser may change the device: `own`, `paired`, `denied`, `off`; nothing until the server has said so. */
export function makeControl(changed) {
  let access
  let failure = ""
  let isCodeShown = false

  async function refresh() {
    access = await get("/api/access").then((answer) => answer.control, warn("the server does not say what this browser may do"))
    draw()
    changed()
  }

  async function attempt(work) {
    failure = ""
    // The same failure is said again.
    draw()
    try {
      await work()
    } catch (error) {
      failure = error.status === 429 ? say("control.locked") : error.message
    }
    await refresh()
  }

  function ask() {
    return attempt(async () => {
      await post("/api/pair/start")
      isCodeShown = true
    })
  }

  const forget = () => attempt(() => post("/api/pair/forget"))

  function enter(code) {
    return attempt(async () => {
      const { result } = await post("/api/pair", { code })
      if (result !== "paired") failure = say(`control.${result}`)
      if (result !== "wrong") isCodeShown = false
    })
  }

  function denied() {
    const parts = [element("p", {}, say("control.denied")), element("p", {}, button("ask", say("control.ask"), ask))]
    if (isCodeShown) {
      const field = element("input", { name: "code", inputMode: "numeric", autocomplete: "off", minLength: 6, maxLength: 8, size: 8, required: true })
      const onsubmit = (event) => {
        event.preventDefault()
        enter(digitsOfCode(field.value))
      }
      const form = element("form", { onsubmit }, element("p", {}, say("control.shown")),
        element("label", {}, element("span", {}, say("control.code")), " ", field), " ", element("button", { name: "enter" }, say("control.enter")))
      parts.push(form)
    }
    return parts
  }

  function parts() {
    switch (access) {
      case "paired": return [element("p", {}, say("control.paired"), " ", button("forget", say("control.forget"), forget))]
      case "denied": return denied()
      case "own": case "off": return [element("p", { className: "soft" }, say(`control.${access}`))]
      default: return []
    }
  }

  /** Fills each place of the page that says who may change the device. */
  function draw() {
    for (const place of document.querySelectorAll(".control")) renew(place, ...parts(), element("p", { role: "alert" }, failure))
  }

  return { refresh, relabel: draw, isAllowed: () => access === "own" || access === "paired", send: (request) => post("/api/control", request) }
}

/** Shows the code for another browser on the device's own screen. */
export function showCode(code) {
  setNotice("banner", code ? say("control.banner", { code: code.replace(/(...)/, "$1\u00a0") }) : "")
}
