// Settings: those of this browser, and those of the device, which everybody who uses it shares.

import { askedAgainAfter, failed, get, post } from "../control.js"
import { button, byID, element, renew, setHidden, setText, typed } from "../dom.js"
import { language, languages, say, sayOr } from "../language.js"
import { methodName } from "../day.js"
import { choices } from "../viewer.js"

const prayers = ["fajr", "dhuhr", "asr", "maghrib", "isha"]

function labelled(words, input) {
  return element("label", { className: "field" }, element("span", {}, words), input)
}

// What a field has sent is its default from then on: `renew` then finds it as it is, and nothing is typed any more.

function input(name, properties, changed) {
  const made = element("input", { name, ...properties })
  made.addEventListener("change", () => changed((made.defaultValue = made.value)))
  return made
}

function select(name, entries, value, changed) {
  const made = element("select", { name }, ...entries.map(([key, words]) => element("option", { value: key, defaultSelected: key === value }, words)))
  made.addEventListener("change", () => {
    for (const each of made.options) each.defaultSelected = each.selected
    changed(made.value)
  })
  return made
}

function check(name, words, value, changed) {
  const made = element("input", { name, type: "checkbox", defaultChecked: value })
  made.addEventListener("change", () => changed((made.defaultChecked = made.checked)))
  return element("label", { className: "field" }, made, element("span", {}, words))
}

function section(title, note, ...children) {
  return element("fieldset", {}, element("legend", {}, title), ...children, ...(note ? [element("p", { className: "soft" }, note)] : []))
}

export function make({ viewer, keepViewer, control, shownNow }) {
  let device = null
  /** When the device's settings are asked for; null then. */
  let askAt = 0
  let hadPosition = false
  let saved = Promise.resolve()
  let waiting = 0
  const sections = [place, target, prayerSettings, bell, motor, mount].map((make) => ({ make, node: element("div") }))
  byID("device").append(...sections.map(({ node }) => node))

  function drawViewer() {
    const chosen = viewer()
    const { theme } = document.documentElement.dataset
    const keep = (name) => (value) => keepViewer({ [name]: value })
    const choose = (name, used = chosen[name]) => select(name, choices[name].filter(Boolean).map((each) => [each, say(`${name}.${each}`)]), used, keep(name))
    const tick = (name, words) => check(name, words, chosen[name], keep(name))
    renew(byID("viewer"),
      labelled(say("settings.language"), select("language", Object.entries(languages), language().code, keep("language"))),
      labelled(say("settings.theme"), choose("theme", theme)),
      labelled(say("settings.scheme"), choose("scheme")),
      ...(theme === "custom" ? [labelled(say("theme.custom"), input("accent", { type: "color", defaultValue: chosen.accent }, keep("accent")))] : []),
      labelled(say("settings.digits"), choose("digits")),
      labelled(say("settings.clock"), choose("clock")),
      labelled(say("settings.motion"), choose("motion")),
      tick("sound", say("settings.sound.on")),
      navigator.vibrate ? tick("vibrate", say("settings.vibrate")) : tick("flash", say("settings.flash")),
    )
    setHidden("unreviewed", language().isReviewed)
  }

  async function attempt(work) {
    try {
      await work()
      setText("device-result", say("settings.saved"))
      await ask()
    } catch (error) {
      setText("device-result", failed(error))
    }
  }

  async function ask() {
    device = await get("/api/settings")
    // A simulation has no mount.
    if (control.isAllowed()) device.mount = await control.send({ do: "mount", action: "show" }).catch(() => null)
    if (waiting === 0) drawDevice()
  }

  /** Sends what has changed, one change after the other: the rest may be another browser's by now. */
  function save(changes) {
    waiting += 1
    saved = saved.then(() => attempt(() => {
      waiting -= 1
      return post("/api/settings", changes)
    }))
  }

  function doer(name, words, work) {
    const made = button(name, words, () => {
      for (const each of typed(made.closest("fieldset"))) each.defaultValue = each.value
      attempt(work)
    })
    return made
  }

  const teller = (name, words, request) => doer(name, words, () => control.send(request))

  /** Fields of a place on Earth, and a button that sends them. */
  function coordinates(used, words, request) {
    const field = (name) => element("input", { name, type: "number", step: "any", required: true, defaultValue: used?.[name] ?? "" })
    const [latitude, longitude] = [field("latitude_deg"), field("longitude_deg")]
    const set = () => control.send({ ...request(), action: "set", latitude_deg: latitude.valueAsNumber, longitude_deg: longitude.valueAsNumber })
    return [labelled(say("settings.latitude"), latitude), labelled(say("settings.longitude"), longitude), doer("set", words, set), " "]
  }

  function place() {
    return section(say("settings.place"), say("settings.place.note"),
      ...coordinates(shownNow().newest.position, say("settings.place.set"), () => ({ do: "position" })),
      teller("forget", say("settings.place.forget"), { do: "position", action: "forget" }))
  }

  function target() {
    const used = shownNow().newest.qibla?.target
    const name = element("input", { name: "name", defaultValue: used?.name ?? "", maxLength: 64 })
    return section(say("fact.target"), say("settings.place.note"), labelled(say("settings.name"), name),
      ...coordinates(used, say("settings.target.set"), () => ({ do: "target", name: name.value })),
      teller("reset", say("settings.target.reset"), { do: "target", action: "reset" }))
  }

  function prayerSettings() {
    const { configured, chosen, methods } = device
    const choose = (key, names, word) => {
      const asConfigured = ["", `${say("settings.configured")}: ${configured[key] ? word(configured[key]) : "–"}`]
      return select(key, [asConfigured, ...names.map((name) => [name, word(name)])], chosen[key] ?? "", (value) => save({ [key]: value }))
    }
    return section(say("view.prayers"), say("settings.prayers.note"),
      labelled(say("day.method"), choose("method", methods, methodName)),
      labelled(say("settings.madhab"), choose("madhab", ["shafi", "hanafi"], (name) => say(`madhab.${name}`))),
      labelled(say("settings.rule"), choose("high_latitude", ["middleOfTheNight", "seventhOfTheNight", "twilightAngle"], (name) => sayOr(`rule.${name}`, name))),
      labelled(say("settings.offsets"), input("offsets", { defaultValue: chosen.offsets ?? "", placeholder: "fajr=2,isha=-3" }, (value) => save({ offsets: value.trim() }))))
  }

  function bell() {
    const { bell } = device
    const keep = (change) => save({ bell: change })
    const rows = prayers.map((name) => {
      const used = bell.prayers[name] ?? { sound: "off", before_min: 0 }
      const change = (key) => (value) => keep({ prayers: { [name]: { [key]: value } } })
      const sound = select(name, ["off", "chime", "file"].map((each) => [each, say(`bell.${each}`)]), used.sound, change("sound"))
      const before = input(`${name}-before`, { type: "number", min: 0, max: 30, defaultValue: used.before_min, "aria-label": `${say(`prayer.${name}`)}: ${say("bell.before")}` },
        (value) => change("before_min")(Number(value)))
      return element("div", { className: "bell" }, labelled(say(`prayer.${name}`), sound), before)
    })
    const time = (key) => input(key, { type: "time", defaultValue: bell[key] ?? "", "aria-label": say("bell.quiet") }, (value) => keep({ [key]: value }))
    return section(say("bell.title"), bell.player ?? say("bell.none"), element("p", { className: "soft" }, say("bell.before")), ...rows,
      element("p", {}, element("span", {}, say("bell.quiet")), " ", time("quiet_from"), " ", time("quiet_to")),
      check("motor", say("settings.motor.unmute"), bell.motor, (motor) => keep({ motor })),
      doer("test", say("bell.test"), () => post("/api/bell/test")), " ", doer("stop", say("bell.stop"), () => post("/api/bell/stop")))
  }

  function motor() {
    return section(say("settings.motor"), "",
      teller("mute", say("settings.motor.mute"), { do: "haptic", action: "mute" }), " ",
      teller("unmute", say("settings.motor.unmute"), { do: "haptic", action: "unmute" }))
  }

  function mount() {
    const used = device.mount
    const words = used ? [used.magnetometer, used.inertial].filter(Boolean).join("; ") : "–"
    return section(say("fact.mount"), say("settings.mount.note"), element("p", { dir: "ltr" }, words))
  }

  function drawDevice() {
    if (!device) return
    hadPosition = shownNow().newest.position?.latitude_deg !== undefined
    for (const { make, node } of sections) {
      const made = make()
      made.disabled = !control.isAllowed()
      // What is being typed is sent when its user leaves the field: one that is made anew would not notice.
      if (!typed(node).includes(document.activeElement)) renew(node, made)
    }
  }

  function draw({ now, shown }) {
    // The fields of the place were drawn before the position came.
    if (device && !hadPosition && shown.newest.position?.latitude_deg !== undefined) drawDevice()
    if (askAt === null || now < askAt) return
    askAt = null
    drawViewer()
    ask().then(() => setText("device-result", ""), (error) => {
      setText("device-result", failed(error))
      askAt = now + askedAgainAfter
    })
  }

  function relabel() {
    drawViewer()
    drawDevice()
  }

  return { draw, relabel, opened: () => (askAt = 0) }
}
