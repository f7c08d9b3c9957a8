"""docs/accuracy.md, and the files with its numbers."""

import csv

from .headings import Failure
from .recordings import ROOT

NAME = "docs/accuracy.md"
FOLDER = ROOT / "docs" / "accuracy"
CUTS_NAME = "docs/accuracy/vqf-cuts.csv"
# What the marks around a report are called.
MAIN, INERTIAL = "bench-heading", "bench-heading --inertial-errors"
STARTS, MISSING = "bench-heading --starts", "bench-heading --missing"
BROKEN = "bench-heading --broken"


def update(text, marker):
    """Puts the report between the document's marks."""
    begin, end = f"<!-- {marker} -->", f"<!-- end of {marker} -->"
    path = ROOT / NAME
    old = path.read_text(encoding="utf-8")
    if begin not in old or end not in old:
        raise Failure(f"{NAME} has no {begin} and {end}")
    before, _, rest = old.partition(begin)
    _, _, after = rest.partition(end)
    path.write_text(f"{before}{begin}\n{text}{end}{after}", encoding="utf-8")


def write_cuts(results):
    """VQF's numbers on the cuts; `results` are the rows of each group."""
    rows = [row for some in results.values() for row in some if row]
    path = ROOT / CUTS_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_cuts():
    """VQF's numbers on the cuts by the recording's name."""
    try:
        with open(ROOT / CUTS_NAME, newline="") as file:
            return {row["recording"]: row for row in csv.DictReader(file)}
    except FileNotFoundError:
        raise Failure(f"{CUTS_NAME} is not there: --vqf-cuts makes it") from None
