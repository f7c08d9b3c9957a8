// Settings: those of this browser, and those of the device, which everybody who uses it shares.

import { post, warn } from "../control.js"
import { element, byID, setHidden, setText } from "../dom.js"
import { has, language, languages, say } from "../language.js"
import { methodName } from "../day.js"
import { choices } from "../viewer.js"

const prayers = ["fajr", "dhuhr", "asr", "maghrib", "isha"]

function labelled(words, input) {
  return element("label", { className: "field" }, element("span", {}, words), input)
}

function select(entries, value, changed) {
  const made = element("select", {}, ...entries.map(([key, words]) => element("option", { value: key, selected: key === value }, words)))
  made.addEventListener("change", () => changed(made.value))
  return made
}

function check(words, value, changed) {
  const input = element("input", { type: "checkbox", checked: value })
  input.addEventListener("change", () => changed(input.checked))
  return element("label", { className: "field" }, input, element("span", {}, words))
}

function button(words, work) {
  const made = element("button", { type: "button" }, words)
  made.addEventListener("click", work)
  return made
}

export function make({ viewer, keepViewer, control, shownNow }) {
  let device = null
  let isAsked = false
  let hadPosition = false

  function drawViewer() {
    const chosen = viewer()
    const words = (name, prefix, list = choices[name]) => list.filter(Boolean).map((each) => [each, say(`${prefix}.${each}`)])
    const choose = (name) => (value) => keepViewer({ [name]: value })
    const form = byID("viewer")
    form.replaceChildren(
      labelled(say("settings.language"), select(Object.entries(languages), language().code, choose("language"))),
      labelled(say("settings.theme"), select(words("theme", "theme"), document.documentElement.dataset.theme, choose("theme"))),
      labelled(say("settings.scheme"), select(words("scheme", "scheme"), chosen.scheme, choose("scheme"))),
      ...(document.documentElement.dataset.theme === "custom" ? [labelled(say("settings.accent"), accent(chosen.accent, choose("accent")))] : []),
      labelled(say("settings.digits"), select(words("digits", "digits"), chosen.digits, choose("digits"))),
      labelled(say("settings.clock"), select(words("clock", "clock"), chosen.clock, choose("clock"))),
      labelled(say("settings.motion"), select(words("motion", "motion"), chosen.motion, choose("motion"))),
      check(say("settings.sound.on"), chosen.sound, choose("sound")),
      navigator.vibrate ? check(say("settings.vibrate"), chosen.vibrate, choose("vibrate")) : check(say("settings.flash"), chosen.flash, choose("flash")),
    )
    setHidden("unreviewed", language().isReviewed)
  }

  function accent(value, changed) {
    const input = element("input", { type: "color", value })
    input.addEventListener("change", () => changed(input.value))
    return input
  }

  async function attempt(work) {
    try {
      await work()
      setText("device-result", say("settings.saved"))
      await ask()
    } catch (error) {
      setText("device-result", say("control.failed", { message: error.message }))
    }
  }

  async function ask() {
    const answer = await fetch("/api/settings")
    if (!answer.ok) throw new Error(await answer.text())
    device = await answer.json()
    // A simulation has no mount.
    if (control.isAllowed()) device.mount = await control.send({ do: "mount", action: "show" }).catch(() => null)
    drawDevice()
  }

  const save = (changes) => attempt(() => post("/api/settings", changes))
  const tell = (request) => attempt(() => control.send(request))

  function section(title, note, ...children) {
    return element("fieldset", {}, element("legend", {}, title), ...children, ...(note ? [element("p", { className: "soft" }, note)] : []))
  }

  function place() {
    const position = shownNow().newest.position
    const number = (value) => element("input", { type: "number", step: "any", required: true, value: value === undefined ? "" : String(value) })
    const [latitude, longitude] = [number(position?.latitude_deg), number(position?.longitude_deg)]
    return section(say("settings.place"), say("settings.place.note"),
      labelled(say("settings.latitude"), latitude), labelled(say("settings.longitude"), longitude),
      button(say("settings.place.set"), () => tell({ do: "position", action: "set", latitude_deg: latitude.valueAsNumber, longitude_deg: longitude.valueAsNumber })), " ",
      button(say("settings.place.forget"), () => tell({ do: "position", action: "forget" })))
  }

  function target() {
    const used = shownNow().newest.qibla?.target
    const name = element("input", { value: used?.name ?? "", maxLength: 64 })
    const number = (value) => element("input", { type: "number", step: "any", value: value === undefined ? "" : String(value) })
    const [latitude, longitude] = [number(used?.latitude_deg), number(used?.longitude_deg)]
    return section(say("fact.target"), say("settings.place.note"), labelled(say("settings.name"), name),
      labelled(say("settings.latitude"), latitude), labelled(say("settings.longitude"), longitude),
      button(say("settings.target.set"), () => tell({ do: "target", action: "set", name: name.value, latitude_deg: latitude.valueAsNumber, longitude_deg: longitude.valueAsNumber })), " ",
      button(say("settings.target.reset"), () => tell({ do: "target", action: "reset" })))
  }

  function prayerSettings() {
    const { configured, chosen, methods } = device
    const list = (names, word, key) => [["", `${say("settings.configured")}: ${configured[key] ? word(configured[key]) : "–"}`], ...names.map((name) => [name, word(name)])]
    const choose = (key) => (value) => save({ [key]: value })
    const offsets = element("input", { value: chosen.offsets ?? "", placeholder: "fajr=2,isha=-3" })
    offsets.addEventListener("change", () => save({ offsets: offsets.value.trim() }))
    return section(say("view.prayers"), say("settings.prayers.note"),
      labelled(say("day.method"), select(list(methods, methodName, "method"), chosen.method ?? "", choose("method"))),
      labelled(say("settings.madhab"), select(list(["shafi", "hanafi"], (name) => say(`madhab.${name}`), "madhab"), chosen.madhab ?? "", choose("madhab"))),
      labelled(say("settings.rule"), select(list(["middleOfTheNight", "seventhOfTheNight", "twilightAngle"], (name) => has(`rule.${name}`) ? say(`rule.${name}`) : name, "high_latitude"), chosen.high_latitude ?? "", choose("high_latitude"))),
      labelled(say("settings.offsets"), offsets))
  }

  function bell() {
    const { bell } = device
    const rows = prayers.flatMap((name) => {
      const used = bell.prayers[name] ?? { sound: "off", before_min: 0 }
      const sound = select(["off", "chime", "file"].map((each) => [each, say(`bell.${each}`)]), used.sound, (value) => keep(name, { sound: value }))
      const before = element("input", { type: "number", min: 0, max: 30, value: String(used.before_min) })
      before.addEventListener("change", () => keep(name, { before_min: before.valueAsNumber }))
      before.setAttribute("aria-label", `${say(`prayer.${name}`)}: ${say("bell.before")}`)
      return [element("div", { className: "bell" }, labelled(say(`prayer.${name}`), sound), before)]
    })
    const keep = (name, change) => save({ bell: { ...bell, prayers: { ...bell.prayers, [name]: { sound: "off", before_min: 0, ...bell.prayers[name], ...change } } } })
    const time = (key) => {
      const input = element("input", { type: "time", value: bell[key] ?? "" })
      input.setAttribute("aria-label", say("bell.quiet"))
      input.addEventListener("change", () => save({ bell: { ...bell, [key]: input.value || undefined } }))
      return input
    }
    return section(say("bell.title"), bell.player ? bell.player : say("bell.none"), element("p", { className: "soft" }, say("bell.before")), ...rows,
      element("p", {}, element("span", {}, say("bell.quiet")), " ", time("quiet_from"), " ", time("quiet_to")),
      check(say("settings.motor.unmute"), bell.motor, (value) => save({ bell: { ...bell, motor: value } })),
      button(say("bell.test"), () => attempt(() => post("/api/bell/test"))), " ", button(say("bell.stop"), () => attempt(() => post("/api/bell/stop"))))
  }

  function motor() {
    return section(say("settings.motor"), "",
      button(say("settings.motor.mute"), () => tell({ do: "haptic", action: "mute" })), " ",
      button(say("settings.motor.unmute"), () => tell({ do: "haptic", action: "unmute" })))
  }

  function mount() {
    const used = device.mount
    const words = used ? [used.magnetometer, used.inertial].filter(Boolean).join("; ") : "–"
    return section(say("fact.mount"), say("settings.mount.note"), element("p", { dir: "ltr" }, words))
  }

  function drawDevice() {
    const node = byID("device")
    if (!device) return
    hadPosition = shownNow().newest.position?.latitude_deg !== undefined
    const parts = [place(), target(), prayerSettings(), bell(), motor(), mount()]
    node.replaceChildren(...parts)
    for (const part of parts) part.disabled = !control.isAllowed()
  }

  function draw({ shown }) {
    // The fields of the place were drawn before the position came.
    if (device && !hadPosition && shown.newest.position?.latitude_deg !== undefined) drawDevice()
    if (isAsked) return
    isAsked = true
    drawViewer()
    ask().catch(warn("the device's settings did not come"))
  }

  function relabel() {
    drawViewer()
    drawDevice()
  }

  return { draw, relabel, opened: () => (isAsked = false) }
}
