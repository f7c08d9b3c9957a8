"""What the tests of the page in a browser share: a daemon, a server, Chromium, and checks that are counted."""

import json
import pathlib
import subprocess
import time

from ports import free_port

results = []


def check(claim, holds, seen=""):
    results.append(bool(holds))
    print(f"{'ok    ' if holds else 'FAILED'} {claim}" + (f": {seen}" if seen and not holds else ""), flush=True)


WEDGE = """() => {
  const path = document.querySelector("#dial .wedge")
  const [, x, y] = path.getAttribute("d").match(/^M0 0L(\\S+) (\\S+)A/).map(Number)
  return [Math.atan2(-x, -y) * 180 / Math.PI, Number(path.dataset.error68)]
}"""
UPRIGHT = """() => [...document.querySelectorAll("#dial .letter")].map((letter) => {
  const m = letter.getScreenCTM(); return [Math.atan2(m.b, m.a) * 180 / Math.PI, m.a > 0 && m.d > 0] })"""
# A device that rests is not drawn anew, so the second in which most was drawn counts.
COUNT = """() => new Promise((done) => {
  const card = document.querySelector("#dial svg > g"); const counts = Array(10).fill(0); const start = performance.now()
  let last = ""
  function look() {
    const second = Math.floor((performance.now() - start) / 1000); const now = card.getAttribute("transform")
    if (now !== last && second < 10) counts[second] += 1
    last = now
    if (second < 10) requestAnimationFrame(look); else done(Math.max(...counts)) }
  look() })"""
WRITES = """(seconds) => new Promise((done) => {
  let count = 0
  const observer = new MutationObserver((records) => (count += records.length))
  observer.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true })
  setTimeout(() => { observer.disconnect(); done(count / seconds) }, seconds * 1000) })"""


def wait(page, condition, seconds=30):
    """Waits for a condition in JavaScript. Playwright's own way needs `eval`, which the page's policy refuses."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        if time.monotonic() > end:
            raise TimeoutError(f"not in {seconds} s: {condition}")
        page.wait_for_timeout(50)


class House:
    """A daemon and a server with a folder of their own, and a browser."""

    def __init__(self, arguments, browser, folder):
        self.arguments, self.browser, self.folder = arguments, browser, folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.pictures = pathlib.Path(arguments.pictures)
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.complaints = []
        self.daemon = None
        self.web = self.start(arguments.qibla_web, "--port", str(self.port), "--state", folder + "/state", "--trust-clock")
        time.sleep(1)

    def start(self, program, *options):
        return subprocess.Popen([program, "--socket-dir", self.folder, "--config", "/dev/null", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def compass(self, *options):
        """Starts the daemon, in place of the one that runs."""
        self.end()
        self.daemon = self.start(self.arguments.qiblad, "--position", "51.5,-0.12", "--date", "2026-11-25", *options)

    def end(self):
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
        self.daemon = None

    def page(self, viewer=None, width=412, height=860, **options):
        """A fresh browser profile; `viewer`: what it has kept."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        if viewer is not None:
            kept = json.dumps({"cardsSeen": True, **viewer})
            context.add_init_script(f"localStorage.getItem('viewer') ?? localStorage.setItem('viewer', {json.dumps(kept)})")
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def picture(self, page, name, full=False):
        page.wait_for_timeout(300)
        page.screenshot(path=self.pictures / f"{name}.png", full_page=full)
