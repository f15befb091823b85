"""Every kind of page and picture, as people look at it: in a browser at 1280 and 390 px, light and
dark, with and without its script, and printed.

    python benchmarks/looks.py --out FOLDER [--only NAME] [--page FILE.html] [--axe axe.min.js]
                               [--nbconvert COMMAND]

FOLDER gets the pages, what the browser shows of them, and contact sheets to look through. What can
be measured is told a page at a time, and the exit status is 1 where it is a fault: a page that
scrolls sideways, raw LaTeX or numbers of machines in its text, more than a megabyte, more than two
seconds to open, an empty sheet of paper, a script without which something is not there, findings of
axe-core (where its file is given).

Needed are Chromium and, for paper, pdftoppm or mutool; pictures are put together by Pillow.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PIL import Image, ImageDraw, ImageSequence

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import CHROMIUM, Browser  # noqa: E402 (of this checkout)

COIN = ["simulate", "rolling_coin", "--rival", "substituted x"]
WHERE = ["--from", "x=0,y=0,theta=0,phi=0", "--to", "x=1,y=1,theta=pi/2,phi=9/4"]
STEADY = ["--steady", "xdot=v", "--over", "c"]
OWN = {  # cases as a reader might write them: file and text
    "trailer.toml": """
name = "Tractor with a trailer on an offset hitch"
coordinates = ["x", "y", "theta", "psi"]
lagrangian = "m/2*(x'^2 + y'^2) + J/2*theta'^2 + M/2*((x' + c*sin(theta)*theta' + d*sin(psi)*psi')^2 + (y' - c*cos(theta)*theta' - d*cos(psi)*psi')^2) + K/2*psi'^2"
constraints = [
  "x' sin(theta) = y' cos(theta)",
  "(x' + c*sin(theta)*theta' + d*sin(psi)*psi') sin(psi) = (y' - c*cos(theta)*theta' - d*cos(psi)*psi') cos(psi)",
]
parameters = { m = 1.3, M = 0.8, J = 0.2, K = 0.1, c = 0.3, d = 1 }
initial = { psi = 0.6, xdot = 1, thetadot = 0.5 }
""",
    "undecided.toml": """
name = "A slope whose sign decides"
coordinates = ["x", "y", "z"]
lagrangian = "m/2*(x'^2 + y'^2 + z'^2)"
constraints = ["dz = (abs(a) - a) y dx"]
parameters = ["a", "m"]
""",
}
MADE: dict[str, list[str]] = {  # file: the command that writes it
    "report.html": ["report", "heisenberg"],
    "report_coin.html": ["report", "rolling_coin", "--restricted", "x,y"],
    "report_space.html": ["report", "rolling_disk", "--lang", "pt"],
    "report_inputs.html": ["report", "driven_knife_edge", "--lang", "es"],
    "report_functions.html": ["report", "mechanism_of_any_law"],
    "report_levels.html": ["report", "particle_on_sphere"],
    "report_families.html": ["report", "two_spheres_1_3", "--families", "--lang", "es"],
    "report_steady.html": ["report", "whipple_bicycle", *STEADY],
    "report_nonlinear.html": ["report", "appell_hamel", "--lang", "pt"],
    "report_long.html": ["report", "rattleback"],
    "report_own.html": ["report", "trailer.toml"],
    "report_undecided.html": ["report", "undecided.toml"],
    "report_affine.html": ["report", "lemos_affine_particle", "--lang", "es"],
    "report_rheonomic.html": ["report", "moving_circle_any_centre", "--lang", "pt"],
    "report_matrix.html": ["report", "ball_in_rotation_matrix"],
    "report_rests.html": ["report", "bead_on_hoop", "--equilibrium"],
    "report_strata.html": ["report", "crossing_martinet"],
    "report_no_lagrangian.html": ["report", "one_trailer", "--lang", "pt"],
    "report_steered.html": ["report", "snakeboard"],
    "report_path.html": ["report", "kinematic_car", "--lang", "es"],
    "together.html": ["report", "heisenberg", "lemos_integrable_pair", "gas_in_box"],
    "site/": ["report", "heisenberg", "lemos_integrable_pair", "two_wheels_on_axle", "engel"],
    "lesson.html": ["explain", "rolling_coin"],
    "lesson_es.html": ["explain", "chaplygin_sleigh", "--lang", "es"],
    "lesson_pt.html": ["explain", "two_wheels_on_axle", "--lang", "pt"],
    "exercise.html": ["explain", "heisenberg", "--exercise", "hide"],
    "exercise_es.html": ["explain", "heisenberg", "--exercise", "error", "--lang", "es"],
    "motion.html": COIN,
    "motion_space.html": ["simulate", "rolling_disk", "--duration", "3", "--lang", "es"],
    "motion_nonlinear.html": ["simulate", "appell_hamel", "--lang", "pt"],
    "steering.html": ["steer", "kinematic_car", "--to", "x=0,y=1,theta=0,phi=0"],
    "steering.svg": ["steer", "kinematic_car", "--to", "x=0,y=1,theta=0,phi=0", "--lang", "pt"],
    "varied.svg": ["steer", "rolling_coin", *WHERE, "--vary", "theta=sin(pi*t)/3"],
    "motion.svg": COIN,
    "phase.svg": ["simulate", "chaplygin_sleigh", "--plot", "phase", "--lang", "es"],
    "section.svg": ["simulate", "bead_on_hoop", "--plot", "section", "--crossing", "theta - 1"],
    "space.svg": [*COIN, "--plot", "space"],
    "motion.png": COIN,
    "graph.png": ["graph", "rolling_coin"],
    "graph.svg": ["graph", "two_wheels_on_axle", "--lang", "es"],
    "families.svg": ["families", "-c", "dz = a*y dx + c*x dy", "--map", "a,c"],
    "families_stability.svg": [
        "families",
        "whipple_bicycle",
        "--of",
        "stability",
        "--at",
        "xdot=v",
        "--over",
        "c",
    ],
    "eigenvalues.svg": ["linearise", "whipple_bicycle", "--sweep", "xdot=0:10:41"],
    "lesson.pdf": ["explain", "rolling_coin", "--lang", "es"],
    "lesson_own.html": ["explain", "trailer.toml", "--lang", "pt"],
    "lesson.md": ["explain", "rolling_coin"],
    "lesson_own.md": ["explain", "trailer.toml", "--lang", "es"],
    "exercise.md": ["explain", "chaplygin_sleigh", "--exercise", "hide", "--lang", "pt"],
    "lesson.tex": ["explain", "rolling_coin"],
    "exercise.tex": ["explain", "heisenberg", "--exercise", "error", "--lang", "pt"],
    "graph.dot": ["graph", "rolling_coin"],
    "motion.gif": COIN,
    "motion.mp4": COIN,
    "space.gif": ["simulate", "rolling_disk", "--duration", "1", "--plot", "space"],
}
LIVE = "live.html"
NOTEBOOKS = [f"notebook_{p.stem}.html" for p in sorted((ROOT / "docs/notebooks").glob("*.ipynb"))]
PICTURES = (".svg", ".png", ".gif", ".mp4", ".pdf")
TAKEN_APART = {  # pictures of a film or of sheets: the command and what the pictures are called
    ".mp4": (["ffmpeg", "-y", "-i", "FILE", "-vf", "fps=1"], "%02d.png"),
    ".pdf": (["pdftoppm", "-png", "-r", "70", "FILE"], ""),
}
RENDERED = {  # what other programs show: the command, and the ending of what it writes
    ".md": (["pandoc", "-s", "-f", "commonmark_x", "--mathml", "-o", "WRITTEN", "FILE"], ".html"),
    ".tex": (["pdflatex", "-interaction=nonstopmode", "-output-directory=FOLDER", "FILE"], ".pdf"),
    ".dot": (["dot", "-Tsvg", "-o", "WRITTEN", "FILE"], ".svg"),
}
WIDTHS, SCHEMES, SCRIPTS = (1280, 390), ("light", "dark"), ("bare", "script")
MOST_BYTES, MOST_SECONDS = 1_000_000, 2.0
HIGHEST = 6000  # pixels of a page taken at once
SHEET = {1280: (0.62, 2), 390: (1.0, 4), 794: (0.75, 3)}  # width: its scale and its columns
TALL = 1500  # pixels of a column
MACHINE = {  # what no person writes
    "LaTeX": r"\\[a-zA-Z]{2,}|[_^]\{",
    "a number of a machine": r"\d(?:\.\d+)?e[-+]?\d+\b|\bnan\b|\d\.\d{10,}",
    "a word of Python": r"\bNone\b|\*\*|<class|\bobject at 0x",
}
FOUND = """(() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const shown = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const inside = walk.currentNode.parentElement;
    if (!inside.closest("script, style, annotation, textarea, code, pre, kbd, option"))
      shown.push(walk.currentNode.textContent);
  }
  const [seen] = performance.getEntriesByType("navigation");
  const boxes = [...document.querySelectorAll(".table")].filter((b) => b.scrollWidth > b.clientWidth + 1);
  return { wide, boxes: boxes.length, shown: shown.join("\\n"), seconds: seen ? seen.loadEventEnd / 1000 : 0,
           tall: Math.ceil(document.documentElement.scrollHeight) };
})()"""


# --- pages ----------------------------------------------------------------------------------------


def make(name: str, folder: Path) -> None:
    """Write one page or picture."""
    file = folder / name
    if name.endswith("/"):
        command = [*MADE[name], "-o", f"{file}/"]
    elif name in MADE:
        command = [*MADE[name], "-o", str(file)]
    else:
        raise ValueError(name)
    for word in set(command) & set(OWN):
        (folder / word).write_text(OWN[word], encoding="utf-8")
        command = [str(folder / word) if w == word else w for w in command]
    done = subprocess.run(
        [sys.executable, "-m", "nonholo", *command], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"nonholo {' '.join(command)}: {done.stderr}")


def notebook(name: str, folder: Path, nbconvert: str) -> None:
    """Run a notebook and write it as a page, as nbconvert does."""
    source = ROOT / "docs/notebooks" / f"{name.removeprefix('notebook_').removesuffix('.html')}"
    words = ["--to", "html", "--execute", f"--output={name}", f"--output-dir={folder}"]
    command = [*nbconvert.split(), *words, f"{source}.ipynb"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)


def framed(file: Path) -> Path:
    """A page that shows one picture as a page of ours would; of a film some of its frames."""
    shown = [file.name]
    if file.suffix == ".gif":
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(file))]
        shown = [f"{file.stem}_{part}.png" for part in (0, 1, 2)]
        for part, name in enumerate(shown):
            frames[part * (len(frames) - 1) // 2].save(file.with_name(name))
    elif file.suffix in TAKEN_APART:
        command, ending = TAKEN_APART[file.suffix]
        words = [str(file) if word == "FILE" else word for word in command]
        subprocess.run([*words, f"{file}{ending}"], check=True, capture_output=True)
        shown = sorted(one.name for one in file.parent.glob(f"{file.name}*.png"))
    images = "".join(f'<img src="{name}" alt="">' for name in shown)
    style = ":root {color-scheme: light dark} img {max-width: 100%} body {margin: 12px}"
    page = file.with_name(f"{file.name}.html")
    head = f'<meta charset="utf-8"><title>{file.name}</title><style>{style}</style>'
    page.write_text(
        f'<!DOCTYPE html><html lang="en">{head}<main><h1>{file.name}</h1>{images}</main></html>'
    )
    return page


def rendered(file: Path) -> Path:
    """What another program makes of a file: a page or a picture."""
    command, ending = RENDERED[file.suffix]
    source = file.with_name(f"{file.stem}_{file.suffix[1:]}{file.suffix}")
    shutil.copy(file, source)
    put = {"FILE": source, "WRITTEN": source.with_suffix(ending), "FOLDER": file.parent}
    words = [re.sub("FILE|WRITTEN|FOLDER", lambda m: str(put[m[0]]), word) for word in command]
    subprocess.run(words, check=True, capture_output=True, cwd=file.parent)
    return put["WRITTEN"]


# --- the browser ----------------------------------------------------------------------------------


class Eye:
    """One window, which can be as wide, as dark and as bare of scripts as is asked for."""

    def __init__(self, folder: Path):
        shutil.rmtree(folder, ignore_errors=True)
        self.browser = Browser(folder, "about:blank", "1280,900")
        self.browser.ask("Page.enable")

    def value(self, expression: str, wait: bool = False):
        found = self.browser.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=wait, returnByValue=True
        )
        return found.get("result", {}).get("value")

    def open(self, address: str, script: str, until: str = "") -> None:
        ask = self.browser.ask
        ask("Emulation.setScriptExecutionDisabled", value=script == "bare")
        self.show(WIDTHS[0], SCHEMES[0])
        ask("Page.navigate", url="about:blank")
        ask("Page.navigate", url=address)
        ready = 'document.readyState === "complete" && location.href !== "about:blank"'
        for _ in range(600):
            if self.value(ready) and (not until or script == "bare" or self.value(until)):
                break
            time.sleep(0.05)
        time.sleep(0.4)  # fonts

    def show(self, width: int, scheme: str) -> None:
        """The page that is open, so wide and so dark."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.browser.ask("Emulation.setDeviceMetricsOverride", **size)
        wished = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        self.browser.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": name, "value": value} for name, value in wished.items()],
        )

    def picture(self, width: int, tall: int) -> Image.Image:
        whole = Image.new("RGB", (width, tall), "white")
        for top in range(0, tall, HIGHEST):
            clip = {"x": 0, "y": top, "width": width, "height": min(HIGHEST, tall - top)}
            told = self.browser.ask(
                "Page.captureScreenshot",
                clip={**clip, "scale": 1},
                captureBeyondViewport=True,
                optimizeForSpeed=True,
            )
            whole.paste(Image.open(io.BytesIO(base64.b64decode(told["data"]))), (0, top))
        return whole

    def paper(self, file: Path) -> list[Image.Image]:
        """The sheets of A4 that the page is printed on."""
        told = self.browser.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
        pdf = file.with_suffix(".pdf")
        pdf.write_bytes(base64.b64decode(told["data"]))
        for old in file.parent.glob(f"{file.name}_sheet*.png"):
            old.unlink()
        sheets = f"{file}_sheet"
        if tool := shutil.which("pdftoppm"):
            subprocess.run([tool, "-png", "-r", "96", str(pdf), sheets], check=True)
        else:
            words = ["mutool", "draw", "-q", "-r", "96", "-o", f"{sheets}%03d.png", str(pdf)]
            subprocess.run(words, check=True)
        return [
            Image.open(p).convert("RGB") for p in sorted(file.parent.glob(f"{file.name}_sheet*"))
        ]

    def axe(self, source: str) -> list[str]:
        self.value(source + ";0")
        run = "axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes[0].html, v.nodes.length]))"
        found = self.value(run, wait=True)
        if found is None:
            return ["axe-core did not run"]
        return [f"axe-core: {rule} ({count}): {html[:120]}" for rule, html, count in found]


def emptiness(sheet: Image.Image) -> bool:
    """Is there nothing but paper?"""
    low, high = sheet.convert("L").getextrema()
    return high - low < 8


# --- contact sheets -------------------------------------------------------------------------------


def contact(pictures: list[Image.Image], width: int, title: str, base: Path) -> list[Path]:
    """Pictures one below the other, cut into columns, as files to be looked at."""
    scale, columns = SHEET[width]
    slices = [
        picture.crop((0, top, picture.width, min(top + round(TALL / scale), picture.height)))
        for picture in pictures
        for top in range(0, picture.height, round(TALL / scale))
    ]
    slices = [s.resize((round(s.width * scale), round(s.height * scale))) for s in slices]
    files = []
    for number, first in enumerate(range(0, len(slices), columns), start=1):
        shown = slices[first : first + columns]
        wide, tall = sum(s.width + 8 for s in shown), max(s.height for s in shown)
        sheet = Image.new("RGB", (wide, tall + 20), "#c33")
        ImageDraw.Draw(sheet).text((4, 4), f"{title}, {number}", fill="white")
        left = 0
        for one in shown:
            sheet.paste(one, (left, 20))
            left += one.width + 8
        files.append(base.with_name(f"{base.name}-{number}.png"))
        sheet.save(files[-1], compress_level=1)
    return files


# --- one page -------------------------------------------------------------------------------------


def looked(
    eye: Eye, address: str, name: str, out: Path, axe: str, until: str = ""
) -> Iterator[str]:
    """Look at one page in every way, keep what is seen, and tell the faults that can be measured."""
    base = out / "sheets" / re.sub(r"\W", "_", name)
    texts = {}
    for script in SCRIPTS:
        eye.open(address, script, until)
        found = eye.value(FOUND)
        texts[script] = found["shown"]
        if found["seconds"] > MOST_SECONDS:
            yield f"{script}: opens in {found['seconds']:.1f} s"
        for what, pattern in MACHINE.items():
            told = sorted({m[0] for m in re.finditer(pattern, found["shown"])})
            if told and not name.startswith("notebook"):
                yield f"{script}: {what}: {told[:5]}"
        for width, scheme in product(WIDTHS, SCHEMES):
            eye.show(width, scheme)
            found, where = eye.value(FOUND), f"{width} px, {scheme}, {script}"
            if found["wide"] > 0:
                yield f"{where}: scrolls sideways by {found['wide']} px"
            if found["boxes"] > 0:
                yield f"{where}: {found['boxes']} tables scroll sideways in their boxes"
            ending = f"-{width}-{scheme}-{script}"
            picture = eye.picture(width, found["tall"])
            contact([picture], width, f"{name}: {where}", base.with_name(base.name + ending))
            if axe and (script, width) == ("script", WIDTHS[0]):
                yield from (f"{where}: {told}" for told in eye.axe(axe))
    if set(texts["bare"].split()) - set(texts["script"].split()):
        yield "a script takes words away"
    for scheme in SCHEMES:
        eye.show(WIDTHS[0], scheme)
        sheets = eye.paper(out / "sheets" / f"{base.name}-{scheme}")
        if not sheets or any(map(emptiness, sheets)):
            yield f"paper, {scheme}: an empty sheet of {len(sheets)}"
        if scheme == "dark" and sheets and sum(sheets[0].getpixel((3, 3))) < 600:
            yield "paper is dark"
        if scheme == "light":
            title = f"{name}: paper"
            contact(sheets, 794, title, base.with_name(f"{base.name}-paper"))


def addresses(name: str, folder: Path) -> list[tuple[str, str]]:
    """What is opened of a file that was written: names and addresses."""
    if name.endswith("/"):
        files = [
            folder / name / "index.html",
            folder / name / "heisenberg_brockett_integrator.html",
        ]
        files = [file for file in files if file.exists()]
    else:
        file = folder / name
        file = rendered(file) if file.suffix in RENDERED else file
        files = [framed(file) if file.suffix in PICTURES else file]
    return [(str(file.relative_to(folder)), file.as_uri()) for file in files]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--page", action="append", default=[], type=Path, metavar="FILE.html")
    parser.add_argument("--axe", type=Path, metavar="FILE", help="axe.min.js of axe-core")
    parser.add_argument("--nbconvert", metavar="COMMAND", help="such as 'jupyter nbconvert'")
    parser.add_argument(
        "--keep", action="store_true", help="pages that are there are not made again"
    )
    options = parser.parse_args()
    if CHROMIUM is None:
        parser.error("there is no chromium here")
    for page in options.page:
        if not page.is_file():
            parser.error(f"there is no file {page}")
    out = options.out.resolve()
    pages = out / "pages"
    for folder in (pages, out / "sheets"):
        folder.mkdir(parents=True, exist_ok=True)
    names = [*MADE, *(NOTEBOOKS if options.nbconvert else ()), LIVE]
    asked = options.only or ([] if options.page else names)
    names = [n for n in names if n in asked]
    axe = options.axe.read_text(encoding="utf-8") if options.axe else ""
    eye, faults = Eye(out / "browser"), {}
    try:
        for name in names:
            faults |= _one(eye, name, pages, out, axe, options)
        for page in options.page:
            faults[page.name] = list(looked(eye, page.resolve().as_uri(), page.name, out, axe))
            print(f"{page.name}: {'; '.join(faults[page.name]) or 'nothing'}")
    finally:
        eye.browser.close()
    (out / "looks.json").write_text(json.dumps(faults, indent=1))
    return int(any(faults.values()))


def _one(eye: Eye, name: str, pages: Path, out: Path, axe: str, options) -> dict[str, list[str]]:
    """Make a page, look at it, tell what is wrong with it."""
    found: dict[str, list[str]] = {}
    if name == LIVE:
        found[name] = list(_live(eye, out, axe))
    else:
        if not (options.keep and (pages / name).exists()):
            if name in NOTEBOOKS:
                notebook(name, pages, options.nbconvert)
            else:
                make(name, pages)
        for shown, address in addresses(name, pages):
            found[shown] = list(looked(eye, address, shown, out, axe))
            size = (pages / shown).stat().st_size
            if size > MOST_BYTES and name not in NOTEBOOKS:
                found[shown].append(f"{size / 1e6:.2f} MB")
    for shown, told in found.items():
        print(f"{shown}: {'; '.join(told) or 'nothing'}", flush=True)
    return found


def _live(eye: Eye, out: Path, axe: str) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "nonholo", "explore", "rolling_coin", "--no-browser"]
    run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ)
    try:
        address = run.stdout.readline().strip().split()[-1]
        until = 'document.querySelector("#verdict")?.textContent.includes("HOLONOMIC")'
        yield from looked(eye, address, LIVE, out, axe, until)
    finally:
        run.terminate()
        run.wait()


if __name__ == "__main__":
    raise SystemExit(main())
