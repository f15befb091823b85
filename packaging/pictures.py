"""The pictures of README.md and of the tutorial, made again: `python packaging/pictures.py`.

The live page is photographed by Chromium (Debian: chromium); without one that picture is left.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from base64 import b64decode
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser import CHROMIUM, Browser  # noqa: E402 (found by the line above)

PICTURES = ROOT / "docs" / "pictures"
START = ["--set", "theta=0.3,thetadot=1.7,phidot=0.9", "--duration", "2"]
DRAWN = {
    "coin_graph.svg": ["graph", "coin.toml"],
    "coin_motions.svg": ["simulate", "coin.toml", *START, "--rival", "substituted x"],
}


def tutorial_case() -> str:
    """The case file that the tutorial writes."""
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    found = re.search(r"^```toml coin\.toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert found, "docs/tutorial.md writes no coin.toml"
    return found[1]


def live_page(folder: str) -> None:
    """The page of `nonholo explore` with its answers."""
    if CHROMIUM is None:
        print("no Chromium: explore.png is left as it is")
        return
    words = [sys.executable, "-m", "nonholo", "explore", "coin.toml", "--no-browser", "--json"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = json.loads(server.stdout.readline())["address"]
        browser = Browser(Path(folder, "browser"), address, "1280,860")
        try:
            browser.value('!document.querySelector(".answer.old") && document.images.length > 2')
            shot = browser.ask("Page.captureScreenshot", format="png")["data"]
            (PICTURES / "explore.png").write_bytes(b64decode(shot))
        finally:
            browser.close()
            server.terminate()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "coin.toml").write_text(tutorial_case(), encoding="utf-8")
        for name, words in DRAWN.items():
            output = ["-o", str(PICTURES / name)]
            subprocess.run(
                [sys.executable, "-m", "nonholo", *words, *output], cwd=folder, check=True
            )
        live_page(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
