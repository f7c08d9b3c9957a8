"""Parts of `browser` in which something is lost or refused: a position, a request, a language, a connection; and two windows."""

import socket
import threading
import time

from browser_exact import fed_page
from browser_kit import check, wait


def forgotten(house):
    """A position that is forgotten while the map and the dial show it."""
    page = fed_page(house)
    page.evaluate("""() => { feed({ type: "position", status: "manual", latitude_deg: -33.87, longitude_deg: 151.21 })
      feed({ type: "qibla", bearing_deg: 277.5, distance_km: 13000, method: "great_circle", target: { name: "Kaaba", latitude_deg: 21.42, longitude_deg: 39.83 } })
      window.sending = setInterval(() => reading(40, performance.now()), 50); location.hash = "#/map" }""")
    drawn = """(() => { const { width, height } = document.getElementById("map")
      return document.getElementById("map").getContext("2d").getImageData(0, 0, width, height).data.some((each) => each) })()"""
    wait(page, drawn)
    page.evaluate("""() => { clearInterval(window.sending); feed({ type: "position", status: "none" })
      window.sending = setInterval(() => reading(undefined, performance.now(), { heading_magnetic_deg: 40, pointer_deg: undefined }), 50) }""")
    wait(page, f"!{drawn}", 5)
    label = page.get_attribute("#map", "aria-label")
    check("without a position the map is empty, and its name says so", label == page.inner_text("#map-words") and "no map" in label, label)
    page.evaluate("location.hash = '#/qibla'")
    page.wait_for_timeout(300)
    seen = [page.inner_text(each) for each in ["#bearing", "#distance", "#turn"]]
    check("and there is no bearing, no distance and no direction to turn", seen == ["–", "–", "No position, so no Qibla"], seen)
    page.context.close()


def unsaved(house):
    """A setting that does not reach the device."""
    page = house.page(viewer={"language": "en"})
    page.goto(house.url + "#/settings")
    page.wait_for_selector("#device select[name=isha]")
    before = page.input_value("#device select[name=isha]")
    page.route("**/api/settings", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("#device select[name=isha]").scroll_into_view_if_needed()
    page.select_option("#device select[name=isha]", "file" if before == "chime" else "chime")
    wait(page, "document.getElementById('device-result').textContent.startsWith('Not done')", 8)
    page.wait_for_timeout(200)
    after = page.input_value("#device select[name=isha]")
    check("a setting that was not saved is shown as the device has it", after == before, (before, after))
    boxes = [page.locator(each).bounding_box() for each in ["#device-result", "#device select[name=isha]"]]
    height = page.viewport_size["height"]
    check("and the reason is seen beside it", all(0 <= box["y"] and box["y"] + box["height"] <= height for box in boxes), boxes)
    page.unroute("**/api/settings")
    page.route("**/api/control", lambda route: route.abort())
    page.fill("#device [name=latitude_deg] >> nth=0", "12.5")
    page.fill("#device [name=longitude_deg] >> nth=0", "20.5")
    page.click("#device button[name=set] >> nth=0")
    page.wait_for_timeout(1000)
    kept = page.input_value("#device [name=latitude_deg] >> nth=0")
    check("a place that was not taken stays as it was typed", kept == "12.5" and "Not done" in page.inner_text("#device-result"), kept)
    house.complaints[:] = [each for each in house.complaints if "ERR_FAILED" not in each]
    page.context.close()


def words_lost(house):
    """A language that does not come at first."""
    page = house.page(viewer={"language": "ar"})
    failures = []

    def once(route):
        failures.append(route.request.url)
        route.abort() if len(failures) == 1 else route.fallback()

    page.route("**/web/words/ar.js*", once)
    page.goto(house.url)
    wait(page, "document.querySelector('#views a').textContent !== ''", 5)
    check("where a language does not come the page has English words", page.get_attribute("html", "lang") == "en" and page.inner_text("#views a >> nth=0") == "Qibla")
    wait(page, "document.documentElement.lang === 'ar'", 10)
    check("and the language once it has come", page.get_attribute("html", "dir") == "rtl" and len(failures) == 2, failures)
    house.complaints[:] = [each for each in house.complaints if "ERR_FAILED" not in each]
    page.context.close()


def two_windows(house):
    """Two windows of one browser, each with choices of its own user's."""
    context = house.browser.new_context(locale="en-US", viewport={"width": 412, "height": 860})
    context.add_init_script("""localStorage.getItem("viewer") ?? localStorage.setItem("viewer", JSON.stringify({ cardsSeen: true, language: "en" }))""")
    one, other = context.new_page(), context.new_page()
    one.goto(house.url + "#/settings")
    other.goto(house.url + "#/tasbih")
    one.wait_for_selector("#viewer select[name=language]")
    other.wait_for_selector("#tasbih-goal option", state="attached")
    one.select_option("#viewer select[name=language]", "ar")
    one.select_option("#viewer select[name=theme]", "night")
    wait(other, "document.documentElement.lang === 'ar' && document.documentElement.dataset.theme === 'night'", 5)
    check("a language and a theme that one window chooses are the other's too", True)
    other.select_option("#tasbih-goal", "99")
    wait(one, "JSON.parse(localStorage.viewer).goal === '99'", 5)
    kept = one.evaluate("(({ language, theme, goal }) => [language, theme, goal])(JSON.parse(localStorage.viewer))")
    check("and what the other chooses leaves them", kept == ["ar", "night", "99"], kept)
    context.close()


class Wire:
    """Passes connections on to a port; those that are there can be made to carry nothing any more, and stay open."""

    def __init__(self, port):
        self.target, self.held = port, threading.Event()
        self.count, self.cut = 0, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            far = socket.create_connection(("127.0.0.1", self.target))
            for ends in [(near, far), (far, near)]:
                threading.Thread(target=self.carry, args=(*ends, self.count), daemon=True).start()

    def carry(self, source, sink, number):
        try:
            while data := source.recv(65536):
                if number <= self.cut:
                    self.held.wait()  # nothing arrives, and nothing ends
                sink.sendall(data)
        except OSError:
            pass
        source.close()
        sink.close()

    def end(self):
        self.cut = 0
        self.held.set()
        self.listener.close()


def dead_wire(house):
    """A connection that carries nothing any more, without an end that the browser would notice, as of a phone that was far away."""
    if not house.daemon:
        house.compass("--simulate")
    wire = Wire(house.port)
    page = house.page(viewer={"language": "en"})
    page.goto(f"http://127.0.0.1:{wire.port}/")
    page.wait_for_selector("body:not(.waiting)", timeout=30000)
    wire.cut = wire.count
    begun = time.monotonic()
    page.wait_for_selector("body.waiting", timeout=10000)
    page.wait_for_selector("body:not(.waiting)", timeout=30000)
    passed = time.monotonic() - begun
    check("a stream that carries nothing is opened again after ten seconds", 9 < passed < 16, passed)
    page.context.close()
    wire.end()


PARTS = [forgotten, unsaved, words_lost, two_windows, dead_wire]
