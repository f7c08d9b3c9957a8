"""Parts of `browser` that compare what Chromium draws with figures: angles, times, events, and what the keyboard reaches."""

import json
import math
import os
import pathlib
import signal
import subprocess
import time
import unicodedata

from PIL import Image

from browser_kit import check, wait

# A stream that the test feeds in place of the server's.
FED = """class Fed { constructor() { this.readyState = 1; window.fed = this } close() {} }
Object.defineProperty(window, "EventSource", { value: Fed })
window.feed = (message) => window.fed.onmessage({ data: JSON.stringify(message) })
window.reading = (heading, at, more) => window.feed({ type: "reading", seq: 0, t_us: Math.round(at * 1000), status: "accurate", why: [],
  heading_true_deg: heading, pointer_deg: 0, error68_deg: 1.5, turn_rate_dps: 0, ...more })
window.begin = () => { window.feed({ type: "web", daemon: "connected" }); window.feed({ type: "hello", protocol: { major: 1, minor: 0 } }) }"""
# Where the card stands, degrees anticlockwise: the heading that a viewer sees.
DRAWN = """window.drawn = () => { const m = document.querySelector("#dial svg > g").getScreenCTM()
  return ((-Math.atan2(m.b, m.a) * 180 / Math.PI) % 360 + 360) % 360 }"""


def fed_page(house, language="en", **options):
    page = house.page(viewer={"language": language}, **options)
    page.add_init_script(FED)
    page.add_init_script(DRAWN)
    page.goto(house.url)
    wait(page, "window.fed !== undefined")
    page.evaluate("begin()")
    return page


def north(house):
    """Over north the dial goes the short way, and each frame shows a heading that was sent."""
    page = fed_page(house)
    seen = page.evaluate("""() => new Promise((done) => {
      const frames = []; const start = performance.now(); let last = -1
      function frame() {
        const now = performance.now(); const step = Math.floor((now - start) / 40)
        if (step !== last) { last = step; reading(step % 2 ? 0.1 : 359.9, now) }
        if (now - start > 200) frames.push(drawn())
        if (now - start < 3000) requestAnimationFrame(frame); else done(frames) }
      frame() })""")
    off = [min(abs(angle - 359.9), abs(angle - 0.1)) for angle in seen]
    check("from 359.9° to 0.1° and back the dial never goes the long way round", len(seen) > 30 and max(off) < 0.06, (len(seen), max(off)))
    for heading in [0, 37, 143, 211, 359.7]:
        page.evaluate("(heading) => reading(heading, performance.now())", heading)
        page.wait_for_timeout(60)
        angle = page.evaluate("drawn()")
        letters = page.evaluate("""[...document.querySelectorAll("#dial .letter")].map((each) => { const m = each.getScreenCTM()
          return Math.abs(Math.atan2(m.b, m.a)) * 180 / Math.PI })""")
        check(f"at {heading}° the dial shows it, its letters upright",
              abs((angle - heading + 540) % 360 - 180) < 0.06 and max(letters) < 0.1, (angle, letters))
    for error in [0.3, 1.5, 12, 60, 120]:
        page.evaluate("(error) => reading(10, performance.now(), { error68_deg: error })", error)
        page.wait_for_timeout(60)
        x, y = page.evaluate("""document.querySelector("#dial .wedge").getAttribute("d").match(/^M0 0L(\\S+) (\\S+)A/).slice(1).map(Number)""")
        whole = 2 * math.degrees(math.atan2(-x, -y))
        check(f"the wedge of an error of {error}° is twice as wide, within 0.5°", abs(whole - 2 * error) <= 0.5, whole)
    page.context.close()


def old(house):
    """What comes late is not drawn."""
    page = fed_page(house)
    # Fifteen seconds of readings that a sleeping browser finds when it wakes, each in a task of its own, and then a new one.
    frames = page.evaluate("""() => new Promise((done) => {
      reading(10, performance.now())
      setTimeout(() => {
        const woken = performance.now(); const frames = []; let sent = 0
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          const age = 15000 - sent * 1000 / 60
          if (age > 600) { reading(90, woken - age); sent += 1; channel.port2.postMessage(0); return }
          setTimeout(() => reading(200, performance.now()), 100) }
        channel.port2.postMessage(0)
        const look = () => { frames.push([drawn(), document.body.className]); if (performance.now() - woken < 600) requestAnimationFrame(look); else done([sent, frames]) }
        look()
      }, 500) })""")
    sent, frames = frames
    check("of 15 s of old readings that come at once none is drawn", sent > 800 and all(abs(angle - 90) > 10 for angle, _ in frames), (sent, frames))
    check("the first new one is", abs(frames[-1][0] - 200) < 0.1 and frames[-1][1] == "accurate", frames[-1])
    # Silence: grey after a second, by the browser's own clock.
    grey = page.evaluate("""() => new Promise((done) => {
      const last = performance.now(); reading(20, last)
      const look = () => document.body.className === "waiting" ? done(performance.now() - last) : requestAnimationFrame(look)
      requestAnimationFrame(() => requestAnimationFrame(look)) })""")
    check("the dial is grey from 1 s to 1.5 s after the last reading", 1000 <= grey <= 1500, grey)
    # What a later daemon may send: the page's script fails in each frame until the next reading, which the console has.
    known = len(house.complaints)
    page.evaluate("reading(30, performance.now(), { why: null })")
    page.wait_for_timeout(200)
    page.evaluate("reading(50, performance.now())")
    page.wait_for_timeout(200)
    angle = page.evaluate("drawn()")
    check("after a reading that cannot be drawn the next one is", abs(angle - 50) < 0.1 and len(house.complaints) > known, (angle, house.complaints[known:]))
    del house.complaints[known:]
    page.context.close()


def sleep(house):
    """Chromium's own process sleeps for 15 seconds, with a daemon whose device turns."""
    house.compass("--simulate", "--scene", "slow-turn")
    page = house.page(viewer={"language": "en"})
    page.add_init_script(DRAWN)
    page.add_init_script("""window.came = []; const Real = EventSource
      window.EventSource = class extends Real { set onmessage(take) { super.onmessage = (event) => {
        const message = JSON.parse(event.data)
        if (message.type === "reading") came.push([performance.now(), message.t_us / 1000, message.heading_true_deg])
        take(event) } } }""")
    page.goto(house.url)
    page.wait_for_selector("body.accurate", timeout=30000)
    page.wait_for_timeout(1000)
    page.evaluate("""window.frames = []; const look = () => { window.frames.push([performance.now(), drawn(), document.body.className]); requestAnimationFrame(look) }; look()""")
    session = house.browser.new_browser_cdp_session()
    sleeping = [each["id"] for each in session.send("SystemInfo.getProcessInfo")["processInfo"] if each["type"] == "renderer"]
    for process in sleeping:
        os.kill(process, signal.SIGSTOP)
    time.sleep(15)
    for process in sleeping:
        os.kill(process, signal.SIGCONT)
    page.wait_for_timeout(3000)
    frames, came = page.evaluate("[window.frames, window.came]")
    offset = min(arrived - made for arrived, made, _ in came)
    gap = max(range(1, len(frames)), key=lambda index: frames[index][0] - frames[index - 1][0])
    slept = frames[gap][0] - frames[gap - 1][0]
    wrong = []
    for now, angle, status in frames[gap:]:
        if status == "waiting":
            continue
        recent = [heading for _, made, heading in came if heading is not None and -50 <= now - made - offset <= 700]
        if not any(abs((angle - heading + 540) % 360 - 180) < 1 for heading in recent):
            wrong.append((now, angle))
    check("after 15 s of sleep no heading is drawn that was over half a second old when it came", slept > 13_000 and not wrong, (slept, wrong[:3]))
    check("and headings are drawn again", frames[-1][2] != "waiting", frames[-1])
    page.context.close()


def haptics(house):
    """The events of the golden file, no more and no fewer."""
    trace = pathlib.Path("Tests/Traces/turn_with_magnet.jsonl")
    golden = [json.loads(line) for line in trace.with_suffix(".expected.jsonl").read_text().splitlines() if '"haptic"' in line]
    house.end()
    page = house.page(viewer={"language": "en"})
    page.add_init_script("window.felt = []; Navigator.prototype.vibrate = (pattern) => { felt.push(pattern); return true }")
    page.goto(house.url)
    wait(page, "document.getElementById('turn').textContent.includes('does not run')", 8)
    page.click("#turn")  # a browser lets a page vibrate that its user has touched
    house.daemon = house.start(house.arguments.qiblad, "--replay", str(trace))
    wait(page, f"felt.length >= {len(golden)}", 40)
    page.wait_for_timeout(2000)
    felt, patterns = page.evaluate("import('/web/feel.js').then(({ patterns }) => [felt, patterns])")
    expected = [patterns[event["haptic"]] for event in golden]
    check(f"the browser vibrates for the {len(golden)} events of the golden file, each once", felt == expected, (felt, expected))
    page.context.close()


def flashes(house):
    """Where a browser cannot vibrate, as WebKit."""
    trace = pathlib.Path("Tests/Traces/turn_with_magnet.jsonl")
    count = sum('"haptic"' in line for line in trace.with_suffix(".expected.jsonl").read_text().splitlines())
    for motion, expected in [("auto", count), ("less", 0)]:
        house.end()
        page = house.page(viewer={"language": "en", "motion": motion})
        page.add_init_script("""delete Navigator.prototype.vibrate; window.lit = 0; window.heard = 0; const Real = EventSource
          window.EventSource = class extends Real { set onmessage(take) { super.onmessage = (event) => {
            take(event); if (JSON.parse(event.data).haptic) heard += 1 } } }
          const animate = Element.prototype.animate
          Element.prototype.animate = function (...given) { if (this.id === "flash") lit += 1; return animate.apply(this, given) }""")
        page.goto(house.url)
        wait(page, "document.getElementById('turn').textContent.includes('does not run')", 8)
        house.daemon = house.start(house.arguments.qiblad, "--replay", str(trace))
        wait(page, f"heard >= {count}", 40)
        lit = page.evaluate("lit")
        check(f"without vibration and with the motion {motion!r} the frame lights up {expected} times", lit == expected, lit)
        page.context.close()


def sun(house):
    """The mark of the sun, 25° to 30° from the zenith."""
    house.compass("--simulate", "--scene", "rest")
    page = house.page(viewer={"language": "en"})
    page.add_init_script("""window.sun = null; window.reading = null; const Real = EventSource
      window.EventSource = class extends Real { set onmessage(take) { super.onmessage = (event) => { take(event)
        const message = JSON.parse(event.data); if (message.type === "sun") window.sun = message; if (message.type === "reading") window.reading = message } } }""")
    page.goto(house.url)
    wait(page, "window.sun?.overhead")
    page.evaluate("""() => fetch("/api/control", { method: "POST", headers: { "Content-Type": "application/json", "X-Qibla": "1" }, body: JSON.stringify({
      do: "position", action: "set", latitude_deg: 25, longitude_deg: ((window.sun.overhead.longitude_deg + 20 + 540) % 360) - 180 }) })""")
    wait(page, "window.sun.altitude_deg > 20 && document.querySelector('#dial .sun').getAttribute('visibility') === 'inherit' && window.reading.heading_true_deg !== undefined")
    shown, expected = page.evaluate("""() => { const m = document.querySelector("#dial .sun").getScreenCTM()
      return [Math.atan2(m.b, m.a) * 180 / Math.PI, window.sun.azimuth_deg - window.reading.heading_true_deg] }""")
    off = abs((shown - expected + 540) % 360 - 180)
    check("the dial marks the sun in its direction in the room", off < 0.7, (shown, expected))
    page.click("#more summary")
    wait(page, "document.getElementById('facts').textContent.includes('shadows point')")
    page.context.close()


# Of qiblactl bearing: near the antipode and near Makkah the map is enlarged.
PLACES = [("London", 51.5074, -0.1278), ("Anchorage", 61.2181, -149.9003), ("Sydney", -33.8688, 151.2093), ("Suva", -18.1416, 178.4419),
          ("500 km from the antipode", -21.5, -145.0), ("Madinah", 24.4686, 39.6142), ("Tromsø", 69.6492, 18.9553), ("Ushuaia", -54.8019, -68.303),
          ("Kuala Lumpur", 3.139, 101.6869), ("New York", 40.7128, -74.006), ("Kiritimati", 1.87, -157.4), ("the Antarctic plateau", -85, 10)]
# The middle of the pixels of the Kaaba's colour, as a bearing from the middle of the map, and their number.
SQUARE = """() => { const canvas = document.getElementById("map"); const { width, height } = canvas
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height)
  const wanted = getComputedStyle(document.documentElement).getPropertyValue("--kaaba").trim()
  const colour = [1, 3, 5].map((index) => parseInt(wanted.slice(index, index + 2), 16))
  let [x, y, count] = [0, 0, 0]
  for (let index = 0; index < data.length; index += 4)
    if (colour.every((value, channel) => data[index + channel] === value)) { const at = index / 4; x += at % width + 0.5; y += Math.floor(at / width) + 0.5; count += 1 }
  return [(Math.atan2(x / count - width / 2, height / 2 - y / count) * 180 / Math.PI + 360) % 360, count] }"""


def places(house):
    """The map's line against the daemon's bearing."""
    house.compass("--simulate")
    page = house.page(viewer={"language": "en", "scheme": "light"}, device_scale_factor=3)
    page.add_init_script("""window.qibla = null; const Real = EventSource
      window.EventSource = class extends Real { set onmessage(take) { super.onmessage = (event) => {
        const message = JSON.parse(event.data); if (message.type === "qibla") window.qibla = message; take(event) } } }""")
    page.goto(house.url + "#/map")
    page.wait_for_selector("#map[data-key]", timeout=30000)
    for name, latitude, longitude in PLACES:
        page.evaluate("""([latitude_deg, longitude_deg]) => { window.qibla = null
          return fetch("/api/control", { method: "POST", headers: { "Content-Type": "application/json", "X-Qibla": "1" },
            body: JSON.stringify({ do: "position", action: "set", latitude_deg, longitude_deg }) }) }""", [latitude, longitude])
        wait(page, "window.qibla?.great_circle_deg !== undefined", 10)
        page.wait_for_timeout(400)
        if name == "Madinah":
            for _ in range(4):
                page.keyboard.press("+")
            page.wait_for_timeout(200)
        found, count = page.evaluate(SQUARE)
        wanted = page.evaluate("window.qibla.great_circle_deg")
        check(f"from {name} the map's line has the bearing of the stream, within 0.2°",
              count > 100 and abs((found - wanted + 540) % 360 - 180) <= 0.2, (found, wanted, count))
        if name == "Madinah":
            for _ in range(4):
                page.keyboard.press("-")
    page.context.close()


# The characters of an element from left to right, line by line, as they are drawn.
FROM_LEFT = """(selector) => { const drawn = []; const texts = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT)
  for (let text; (text = texts.nextNode());) for (let at = 0; at < text.data.length; at++) {
    const range = document.createRange(); range.setStart(text, at); range.setEnd(text, at + 1)
    const box = range.getBoundingClientRect()
    if (box.width > 0) drawn.push([Math.round(box.y / 10), box.x, text.data[at]]) }
  return drawn.sort(([line, x], [otherLine, otherX]) => line - otherLine || x - otherX).map((each) => each[2]).join("") }"""


def order(house):
    """Signs, pairs and dates between words that run from right to left: the sign in front, the latitude and the year first."""
    for language, zero in [("ar", "٠"), ("ur", "۰")]:
        own = lambda text: "".join(chr(ord(zero) + int(each)) if each.isdigit() else "٫" if each == "." else each for each in text)
        page = fed_page(house, language)
        wait(page, f"document.documentElement.lang === '{language}'")
        page.evaluate("""() => { feed({ type: "position", status: "manual", latitude_deg: -33.87, longitude_deg: 151.21 })
          feed({ type: "field", inclination_deg: -64.9, expected_inclination_deg: -64.2 })
          feed({ type: "state", calibration: { status: "ok", check: { kind: "turn", error_deg: -2.4, error68_deg: 0.9 } } })
          feed({ type: "day", date: "2026-11-27", times: [], night: [], method: "karachi" })
          reading(40, performance.now(), { declination_deg: -0.6 }) }""")
        page.click("#more summary")
        wait(page, "document.querySelectorAll('#facts tr').length > 4")
        drawn = page.evaluate(FROM_LEFT, "#facts")
        house.picture(page, f"order-{language}", full=True)
        wanted = [own(each) for each in ["−33.870°, 151.210°", "−64.9°", "−64.2°", "−2.4° ± 0.9°", "−0.6°"]]
        check(f"in {language} signs stand in front, and the latitude does", all(each in drawn for each in wanted), (wanted, drawn))
        page.evaluate("location.hash = '#/prayers'")
        wait(page, "document.getElementById('dates').textContent !== ''")
        drawn = page.evaluate(FROM_LEFT, "#dates")
        check("and a date begins with its year", drawn == own("2026-11-27"), drawn)
        page.context.close()


# All that a user can work with in the view that is shown.
WORKABLE = """() => [...document.querySelectorAll("a[href], button, select, input, textarea, summary")]
  .filter((each) => each.getClientRects().length && !each.disabled && !each.closest("fieldset:disabled") && !each.closest("dialog"))
  .map((each, index) => { each.dataset.number ??= String(index); return each.dataset.number })"""


def keyboard(house):
    """Each view without a mouse."""
    if not house.daemon:
        house.compass("--simulate")
    page = house.page(viewer={"language": "en"})
    page.goto(house.url)
    page.wait_for_selector("body.accurate", timeout=30000)
    for position, view in enumerate(["qibla", "map", "prayers", "tasbih", "settings"]):
        page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges()")
        page.evaluate("document.querySelectorAll('#views a')[0].focus()")
        for _ in range(position):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#view-{view}:visible")
        page.wait_for_timeout(600)
        for summary in page.locator(f"#view-{view} summary").all():
            summary.focus()
            page.keyboard.press("Enter")
        page.wait_for_timeout(400)
        wanted = set(page.evaluate(WORKABLE))
        reached, faint = {str(page.evaluate("document.querySelector('#views a').dataset.number"))}, []
        page.evaluate("document.querySelector('#views a').focus()")
        # A field for a time of day has a stop for each of its parts.
        for _ in range(3 * len(wanted)):
            page.keyboard.press("Tab")
            number, outline = page.evaluate("[document.activeElement.dataset.number ?? '', getComputedStyle(document.activeElement).outlineStyle]")
            reached.add(number)
            if number and outline == "none":
                faint.append(number)
        check(f"in the view {view} the Tab key reaches all {len(wanted)} that can be worked, and shows where it is",
              wanted <= reached and not faint, (sorted(wanted - reached), faint))
    page.context.close()


def windows(house):
    """A seventh window of one browser: it opens, and the oldest gives up its connection and says so."""
    if not house.daemon:
        house.compass("--simulate")
    context = house.browser.new_context(viewport={"width": 412, "height": 860})
    context.add_init_script("""localStorage.setItem("viewer", JSON.stringify({ cardsSeen: true, language: "en" }))""")
    pages = [context.new_page() for _ in range(7)]
    for page in pages:
        page.goto(house.url, timeout=15000)
        page.wait_for_selector("body.accurate", timeout=15000)
    check("the seventh window of one browser shows the heading", True)
    wait(pages[0], "document.getElementById('turn').textContent === 'No answer'", 10)
    check("the first says why it shows none", "Another window" in pages[0].inner_text("#advice"), pages[0].inner_text("#advice"))
    pages[0].evaluate("dispatchEvent(new Event('focus'))")
    pages[0].wait_for_selector("body.accurate", timeout=10000)
    check("and shows it again when its user turns to it", True)
    context.close()


def hostile(house):
    """A target's name that would be markup, a path, or longer than a screen."""
    house.compass("--simulate")
    page = house.page(viewer={"language": "ar"}, width=320, height=640)
    for view in ["qibla", "map"]:
        page.goto(house.url + f"#/{view}")
        page.wait_for_selector(f"#view-{view}:visible")
    for name in ["<img src=x onerror=alert(1)>", "\u202egnirts desrever", "W" * 64, "\"};alert(1);//"]:
        page.evaluate("""(name) => fetch("/api/control", { method: "POST", headers: { "Content-Type": "application/json", "X-Qibla": "1" },
          body: JSON.stringify({ do: "target", action: "set", name, latitude_deg: 10, longitude_deg: 10 }) })""", name)
        # A daemon may refuse a name; what it takes is shown as text, and breaks no view.
        page.wait_for_timeout(700)
        wide = page.evaluate("document.documentElement.scrollWidth")
        check(f"the target {name[:20]!r} is text and cuts nothing at 320 px", page.locator("img:not(#certificate)").count() == 0 and wide <= 320, wide)
    page.evaluate("""fetch("/api/control", { method: "POST", headers: { "Content-Type": "application/json", "X-Qibla": "1" },
      body: JSON.stringify({ do: "target", action: "reset" }) })""")
    page.context.close()


def take_marks(page):
    """Makes a check with eight marks, with made-up sights: the simulated device does not turn by 45° as a user would."""
    sights = json.dumps([{"heading_deg": (10 + 45 * mark + 3 * (mark == 2)) % 360, "is_true": True, "error68_deg": 1.5} for mark in range(8)])
    page.evaluate(f"""() => {{ const sights = {sights}; const real = window.fetch
      const sight = () => new Promise((done) => setTimeout(done, 100, new Response(JSON.stringify(sights.shift()))))
      window.fetch = (path, options) => path === "/api/check/sight" ? sight() : real(path, options) }}""")
    page.fill("#check-options input[type=number]", "10")
    page.click("#check-buttons button[name=turn]")
    for mark in range(8):
        wait(page, f"document.getElementById('check-point').textContent.startsWith('{mark + 1} of 8')", 8)
        if mark == 1:
            check("the button that measures keeps the focus while it does", page.evaluate("document.activeElement.name") == "take")
        page.click("#check-buttons button[name=take]")
    wait(page, "document.querySelectorAll('#check-rows tr').length === 8", 8)


def checking(house):
    """A check with eight marks, and one with the sun, which a simulation is refused."""
    house.compass("--simulate", "--scene", "rest")
    page = house.page(viewer={"language": "en"})
    page.goto(house.url + "#/check")
    take_marks(page)
    rows = dict(line.split("\t") for line in page.inner_text("#check-rows").splitlines()[1:])
    check("a check with eight marks has its coefficients", rows.get("A") == "+0.4°", rows)
    wait(page, "document.getElementById('certificate').naturalWidth > 0", 8)
    check("and shows the certificate to print", page.locator("#check-print a").is_visible())
    house.picture(page, "check", full=True)
    page.context.close()
    page = house.page(viewer={"language": "en"})
    page.goto(house.url + "#/check")
    page.click("#check-buttons button[name=sun]", timeout=8000)
    for number in range(3):
        wait(page, f"document.getElementById('check-point').textContent.startsWith('{number + 1} of 3')", 8)
        page.click("#check-buttons button[name=take]")
    wait(page, "document.getElementById('check-failed').textContent.includes('simulation')", 10)
    check("a simulation is not compared with the sun, and the page says so", True)
    page.context.close()


def states(house):
    """Each status is a word, a shape and a colour with its first reason and what to do, also 320 pixels wide and in Arabic."""
    cases = [
        ("accurate", {}), ("uncertain", {"why": ["tilt"]}), ("calibrating", {"why": ["uncalibrated"], "error68_deg": 70}),
        ("interference", {"why": ["interference_strength"], "error68_deg": 25}),
        ("unavailable", {"why": ["sensor_missing"], "heading_true_deg": None, "pointer_deg": None, "error68_deg": None}),
        ("no-position", {"status": "uncertain", "why": ["no_position"], "heading_true_deg": None, "heading_magnetic_deg": 40, "pointer_deg": None}),
    ]
    for language in ["en", "ar"]:
        page = fed_page(house, width=320, height=700)
        page.evaluate("(language) => localStorage.setItem('viewer', JSON.stringify({ cardsSeen: true, language }))", language)
        page.reload()
        wait(page, f"window.fed !== undefined && document.documentElement.lang === '{language}'")
        page.evaluate("begin()")
        seen = []
        for name, more in cases:
            page.evaluate("""([status, more]) => { clearInterval(window.sending)
              const send = () => reading(40, performance.now(), { status, ...more, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value === null).map(([key]) => [key, undefined])) })
              send(); window.sending = setInterval(send, 50) }""", [name, more])
            page.wait_for_timeout(400)
            house.picture(page, f"state-{name}-{language}")
            colour = page.evaluate("getComputedStyle(document.getElementById('status')).color")
            texts = [page.inner_text(f"#{each}") for each in ["word", "shape", "reason", "advice", "turn"]]
            seen.append((name, page.evaluate("document.body.className"), colour, *texts, page.evaluate("document.documentElement.scrollWidth")))
        words = {each[3] for each in seen[:5]}
        check(f"each of the five states has its word and its shape in {language}", len(words) == 5 and len({each[4] for each in seen[:5]}) == 5, seen)
        check("and its reason with advice, but for accurate", all(bool(each[5] and each[6]) == (each[0] != "accurate") for each in seen), seen)
        check("without a heading or a position there is no direction to turn", all(not any(digit in each[7] for digit in "0123456789٠١٢٣٤٥٦٧٨٩") for each in seen[4:]), seen[4:])
        check("and no arrow", not page.locator("#dial .arrow").is_visible(), seen[-1])
        page.evaluate("clearInterval(window.sending); window.feed({ type: 'hello', protocol: { major: 2, minor: 0 } }); reading(90, performance.now())")
        page.wait_for_timeout(200)
        newer = [page.evaluate("document.body.className"), page.locator("#dial svg > g").first.is_visible(), page.inner_text("#advice"), page.inner_text("#heading")]
        check("of a daemon of a newer protocol nothing is drawn, and the advice is to update", newer[:2] == ["waiting", False] and "qibla-web" in newer[2] and newer[3] == "–", newer)
        check("nothing is wider than 320 pixels", all(each[8] <= 320 for each in seen), [each[8] for each in seen])
        page.context.close()


# Of what is shown: texts that are not black, grounds that are not white, what goes beyond the paper, and what one could press.
ON_PAPER = """() => {
  const shown = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility({ opacityProperty: true }) && each.id !== "spoken")
  const name = (each) => each.id || each.className || each.tagName
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const isBlack = (colour) => channels(colour).slice(0, 3).every((each) => each === 0)
  const isWhite = (colour) => channels(colour)[3] === 0 || channels(colour).slice(0, 3).every((each) => each === 255)
  const hasText = (each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  const style = (each) => getComputedStyle(each)
  return {
    ink: shown.filter((each) => hasText(each) && !isBlack(style(each).color)).map(name),
    ground: [document.documentElement, document.body, ...shown].filter((each) => !isWhite(style(each).backgroundColor)).map(name),
    beyond: shown.filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5 || each.getBoundingClientRect().left < -0.5).map(name),
    pressed: shown.filter((each) => each.closest("nav, a, button, select, input")).map(name) } }"""
# A4 between margins of 15 mm, in CSS pixels of 1/96 inch.
PAPER_WIDTH = round((210 - 2 * 15) / 25.4 * 96)


def printed(house, page, name):
    """Prints to a PDF of A4: its text, and its pages as pictures of 72 pixels an inch."""
    file = house.pictures / f"{name}.pdf"
    page.emulate_media(media="null")
    # The margin is that of Chromium's print dialog for what has none of its own.
    page.pdf(path=file, format="A4", print_background=True, prefer_css_page_size=True, margin=dict.fromkeys(["top", "right", "bottom", "left"], "0.4in"))
    text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout
    # A font may have one sign for two letters, as for fi.
    text = unicodedata.normalize("NFKC", text)
    for each in house.pictures.glob(f"{name}-*.png"):
        each.unlink()
    subprocess.run(["pdftoppm", "-r", "72", "-png", file, file.with_suffix("")], check=True)
    return text, [Image.open(each).convert("L") for each in sorted(house.pictures.glob(f"{name}-*.png"))]


def has_white_edges(picture):
    """Whether nothing is printed within 7 mm of the paper's edges, which many printers do not reach."""
    edge = round(7 / 25.4 * 72)
    inner = picture.copy()
    inner.paste(255, (edge, edge, picture.width - edge, picture.height - edge))
    return picture.size == (596, 843) and inner.getextrema()[0] > 250


def paper(house):
    """The month with the times of prayer, and the certificate of a check, on A4."""
    house.compass("--simulate", "--scene", "rest")
    for language, theme in [("en", "night"), ("ar", "custom")]:
        page = house.page(viewer={"language": language, "theme": theme, "scheme": "dark", "accent": "#ffee55"})
        page.goto(house.url + "#/prayers")
        page.wait_for_selector("#prayers tr.next, #prayers tr.now")
        for summary in page.locator("#view-prayers summary").all():
            summary.click()
        page.wait_for_selector("#month-weeks td.today")
        shown = page.evaluate("""[...document.querySelectorAll("#prayers td, #month-weeks strong, #month-weeks small, #events td")].map((each) => each.innerText)""")
        page.emulate_media(media="print")
        page.set_viewport_size({"width": PAPER_WIDTH, "height": 1000})
        page.wait_for_timeout(300)
        seen = page.evaluate(ON_PAPER)
        check(f"the month is printed black on white, in {language} and with the theme {theme}", not seen["ink"] and not seen["ground"], seen)
        check("and with nothing to press", not seen["pressed"], seen["pressed"])
        check("and within the paper", not seen["beyond"] and page.evaluate("document.documentElement.scrollWidth") <= PAPER_WIDTH, seen["beyond"])
        text, pages = printed(house, page, f"paper-month-{language}")
        check("on two pages with white edges", len(pages) == 2 and all(map(has_white_edges, pages)), [each.size for each in pages])
        if language == "en":
            words = text.split()
            missing = [each for each in shown if any(words.count(word) < 1 for word in each.split())]
            check("with each time, each day of the month and each event", len(shown) >= 6 + 2 * 29 and not missing, missing)
            check("and without what holds only now", page.inner_text("#countdown") not in text, text)
            for summary in page.locator("#view-prayers summary").all():
                summary.click()
            text, pages = printed(house, page, "paper-times")
            check("a part that is closed is not printed", len(pages) == 1 and "Fajr" in text and page.inner_text("#month-open summary") not in text, text)
        page.context.close()
    page = house.page(viewer={"language": "en", "theme": "night", "scheme": "dark"})
    page.goto(house.url + "#/check")
    take_marks(page)
    wait(page, "document.getElementById('certificate').naturalWidth > 0", 8)
    rows = page.evaluate("[...document.querySelectorAll('#check-rows td')].map((each) => each.innerText)")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER_WIDTH, "height": 1000})
    page.wait_for_timeout(300)
    seen = page.evaluate(ON_PAPER)
    check("a check is printed black on white with its certificate, without anything to press, within the paper",
          not any(seen.values()) and page.locator("#certificate").is_visible(), seen)
    text, pages = printed(house, page, "paper-check")
    check("with each row, on one page with white edges", len(pages) == 1 and all(map(has_white_edges, pages)) and all(each in text for each in rows), (len(pages), rows, text))
    page.goto(house.url + "api/check/certificate.svg")
    lines = page.evaluate("[...document.querySelectorAll('text')].map((each) => each.textContent)")
    text, pages = printed(house, page, "paper-certificate")
    check("so is the certificate alone, with each of its lines", len(pages) == 1 and has_white_edges(pages[0]) and all(each in text for each in lines), (len(pages), lines, text))
    page.context.close()


PARTS = [states, north, old, places, order, keyboard, windows, hostile, checking, haptics, flashes, sun, sleep, paper]
