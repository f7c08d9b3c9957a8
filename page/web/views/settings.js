// Settings: those of this browser, and those of the device, which everybody who uses it shares.

import { askedAgainAfter, failed, get, post } from "../control.js"
import { button, byID, element, renew, setHidden, setText, typed } from "../dom.js"
import { language, languages, say, sayOr } from "../language.js"
import { methodName } from "../day.js"
import { choices } from "../viewer.js"

const prayers = ["fajr", "dhuhr", "asr", "maghrib", "isha"]

function labelled(key, input) {
  return element("label", { className: "field" }, element("span", {}, say(key)), input)
}

// What a field has sent is its default from then on: `renew` then finds it as it is, and nothing is typed any more.

function input(name, properties, changed) {
  return element("input", { name, ...properties, onchange: ({ target }) => changed((target.defaultValue = target.value)) })
}

function select(name, entries, value, changed) {
  const onchange = ({ target }) => {
    for (const each of target.options) each.defaultSelected = each.selected
    changed(target.value)
  }
  return element("select", { name, onchange }, ...entries.map(([key, words]) => element("option", { value: key, defaultSelected: key === value }, words)))
}

function check(name, key, value, changed) {
  const onchange = ({ target }) => changed((target.defaultChecked = target.checked))
  const made = element("input", { name, type: "checkbox", defaultChecked: value, onchange })
  return element("label", { className: "field" }, made, element("span", {}, say(key)))
}

function section(title, note, ...children) {
  return element("fieldset", {}, element("legend", {}, say(title)), ...children, note && element("p", { className: "soft" }, note))
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
    const tick = (name, key) => check(name, key, chosen[name], keep(name))
    renew(byID("viewer"),
      labelled("settings.language", select("language", Object.entries(languages), language().code, keep("language"))),
      labelled("settings.theme", choose("theme", theme)),
      labelled("settings.scheme", choose("scheme")),
      ...(theme === "custom" ? [labelled("theme.custom", input("accent", { type: "color", defaultValue: chosen.accent }, keep("accent")))] : []),
      labelled("settings.digits", choose("digits")),
      labelled("settings.clock", choose("clock")),
      labelled("settings.motion", choose("motion")),
      tick("sound", "settings.sound.on"),
      navigator.vibrate ? tick("vibrate", "settings.vibrate") : tick("flash", "settings.flash"),
    )
    setHidden("unreviewed", language().isReviewed)
  }

  async function attempt(work, sent = []) {
    const failure = await work().then(() => "", failed)
    setText("device-result", failure || say("settings.saved"))
    if (!failure) return ask().catch(() => (askAt = 0))
    // What was typed for a button stays; else the device's values are shown again.
    for (const each of sent) each.defaultValue = ""
    if (waiting === 0) drawDevice()
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

  function doer(name, key, work) {
    return button(name, say(key), ({ target }) => {
      const sent = typed(target.closest("fieldset"))
      for (const each of sent) each.defaultValue = each.value
      attempt(work, sent)
    })
  }

  const teller = (name, key, request) => doer(name, key, () => control.send(request))

  /** Fields of a place on Earth, and a button that sends them. */
  function coordinates(used, key, request) {
    const field = (name) => element("input", { name, type: "number", step: "any", required: true, defaultValue: used?.[name] ?? "" })
    const [latitude, longitude] = [field("latitude_deg"), field("longitude_deg")]
    const set = () => control.send({ ...request(), action: "set", latitude_deg: latitude.valueAsNumber, longitude_deg: longitude.valueAsNumber })
    return [labelled("settings.latitude", latitude), labelled("settings.longitude", longitude), doer("set", key, set), " "]
  }

  function place() {
    return section("settings.place", say("settings.place.note"),
      ...coordinates(shownNow().newest.position, "settings.place.set", () => ({ do: "position" })),
      teller("forget", "settings.place.forget", { do: "position", action: "forget" }))
  }

  function target() {
    const used = shownNow().newest.qibla?.target
    const name = element("input", { name: "name", defaultValue: used?.name ?? "", maxLength: 64 })
    return section("fact.target", say("settings.place.note"), labelled("settings.name", name),
      ...coordinates(used, "settings.target.set", () => ({ do: "target", name: name.value })),
      teller("reset", "settings.target.reset", { do: "target", action: "reset" }))
  }

  function prayerSettings() {
    const { configured, chosen, methods } = device
    const choose = (key, names, word) => {
      const asConfigured = ["", `${say("settings.configured")}: ${configured[key] ? word(configured[key]) : "–"}`]
      return select(key, [asConfigured, ...names.map((name) => [name, word(name)])], chosen[key] ?? "", (value) => save({ [key]: value }))
    }
    return section("view.prayers", say("settings.prayers.note"),
      labelled("day.method", choose("method", methods, methodName)),
      labelled("settings.madhab", choose("madhab", ["shafi", "hanafi"], (name) => say(`madhab.${name}`))),
      labelled("settings.rule", choose("high_latitude", ["middleOfTheNight", "seventhOfTheNight", "twilightAngle"], (name) => sayOr(`rule.${name}`, name))),
      labelled("settings.offsets", input("offsets", { defaultValue: chosen.offsets ?? "", placeholder: "fajr=2,isha=-3" }, (value) => save({ offsets: value.trim() }))))
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
      return element("div", { className: "bell" }, labelled(`prayer.${name}`, sound), before)
    })
    const time = (key) => input(key, { type: "time", defaultValue: bell[key] ?? "", "aria-label": say("bell.quiet") }, (value) => keep({ [key]: value }))
    return section("bell.title", bell.player ?? say("bell.none"), element("p", { className: "soft" }, say("bell.before")), ...rows,
      element("p", {}, element("span", {}, say("bell.quiet")), " ", time("quiet_from"), " ", time("quiet_to")),
      check("motor", "settings.motor.unmute", bell.motor, (motor) => keep({ motor })),
      doer("test", "bell.test", () => post("/api/bell/test")), " ", doer("stop", "bell.stop", () => post("/api/bell/stop")))
  }

  function motor() {
    return section("settings.motor", "",
      teller("mute", "settings.motor.mute", { do: "haptic", action: "mute" }), " ",
      teller("unmute", "settings.motor.unmute", { do: "haptic", action: "unmute" }))
  }

  function mount() {
    const used = device.mount
    const words = used ? [used.magnetometer, used.inertial].filter(Boolean).join("; ") : "–"
    return section("fact.mount", say("settings.mount.note"), element("p", { dir: "ltr" }, words))
  }

  function drawDevice() {
    if (!device) return
    hadPosition = Boolean(shownNow().newest.position)
    for (const { make, node } of sections) {
      const made = make()
      made.disabled = !control.isAllowed()
      // What is being typed is sent when its user leaves the field: one that is made anew would not notice.
      if (!typed(node).includes(document.activeElement)) renew(node, made)
    }
  }

  function draw({ now, shown }) {
    // The fields of the place were drawn before the position came.
    if (device && !hadPosition && shown.newest.position) drawDevice()
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
