// What the page asks the server to do: requests to the daemon, and permission for them. The server decides; the page
// only shows what it may.

import { byID, element } from "./dom.js"
import { digits, say } from "./language.js"

/** Sends one request. @returns the answer. @throws an error with the server's or the daemon's sentence. */
export async function post(path, body = {}) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json", "X-Qibla": "1" }, body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text.trim())
  const reply = JSON.parse(text)
  if (reply.type === "error") throw new Error([reply.message, reply.hint].filter(Boolean).join("; "))
  return reply
}

/** What the server has at `path`. */
export const get = async (path) => (await fetch(path)).json()

/** Says in the browser's console what failed. */
export const warn = (what) => (error) => console.warn(`${what}: ${error}`)

/** Whether this browser may change the device: `own`, `paired`, `denied`, `off`; null until the server has said so. */
export function makeControl(changed) {
  let access = null
  let failure = ""
  let isCodeShown = false

  async function refresh() {
    try {
      access = (await get("/api/access")).control
    } catch (error) {
      warn("the server does not say what this browser may do")(error)
      access = null
    }
    draw()
    changed()
  }

  async function attempt(work) {
    failure = ""
    try {
      await work()
    } catch (error) {
      failure = error.message
    }
    await refresh()
  }

  function ask() {
    return attempt(async () => {
      await post("/api/pair/start")
      isCodeShown = true
    })
  }

  function enter(code) {
    return attempt(async () => {
      const { result } = await post("/api/pair", { code })
      if (result !== "paired") failure = say(`control.${result}`)
      if (result !== "wrong") isCodeShown = false
    })
  }

  function denied() {
    const parts = [element("p", {}, say("control.denied"))]
    const button = element("button", { type: "button" }, say("control.ask"))
    button.addEventListener("click", ask)
    parts.push(element("p", {}, button))
    if (isCodeShown) {
      const field = element("input", { inputMode: "numeric", autocomplete: "off", maxLength: 6, size: 8, required: true, pattern: "[0-9]{6}" })
      const form = element("form", {}, element("p", {}, say("control.shown")),
        element("label", {}, element("span", {}, say("control.code")), " ", field), " ", element("button", {}, say("control.enter")))
      form.addEventListener("submit", (event) => {
        event.preventDefault()
        enter(field.value)
      })
      parts.push(form)
    }
    return parts
  }

  function paired() {
    const button = element("button", { type: "button" }, say("control.forget"))
    button.addEventListener("click", () => attempt(() => post("/api/pair/forget")))
    return [element("p", {}, say("control.paired"), " ", button)]
  }

  function parts() {
    switch (access) {
      case "paired": return paired()
      case "denied": return denied()
      case "own": case "off": return [element("p", { className: "soft" }, say(`control.${access}`))]
      default: return []
    }
  }

  /** Fills each place of the page that says who may change the device. */
  function draw() {
    for (const place of document.querySelectorAll(".control")) {
      place.replaceChildren(...parts())
      if (failure) place.append(element("p", { role: "alert" }, failure))
    }
  }

  return { refresh, relabel: draw, isAllowed: () => access === "own" || access === "paired", send: (request) => post("/api/control", request) }
}

/** Shows the code for another browser on the device's own screen. */
export function showCode(code) {
  const banner = byID("banner")
  banner.hidden = !code
  banner.textContent = code ? digits(say("control.banner", { code: code.replace(/(...)/, "$1\u00a0") })) : ""
}
