"""A browser for tests and for pictures: Chromium without a window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """Chromium without a window, spoken to through its pipe: a message of JSON each way, ended by
    a null.
    """

    def __init__(self, folder: Path, address: str, size: str = "390,844"):
        theirs, self.writer = os.pipe()
        self.reader, ours = os.pipe()
        words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        words += [f"--user-data-dir={folder}", f"--window-size={size}", "about:blank"]
        command = f'exec "$0" "$@" 3<&{theirs} 4>&{ours}'
        self.run = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, *words],
            pass_fds=(theirs, ours),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(ours)
        self.heard, self.number, self.session = b"", 0, {}
        target = self.ask("Target.createTarget", url=address)["targetId"]
        found = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = {"sessionId": found["sessionId"]}

    def ask(self, method: str, **given) -> dict:
        self.number += 1
        message = {"id": self.number, "method": method, "params": given, **self.session}
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.heard:
                self.heard += os.read(self.reader, 1 << 16) or b'{"id": -1}\0'
            told, _, self.heard = self.heard.partition(b"\0")
            answer = json.loads(told)
            assert answer.get("id") != -1, "Chromium has ended"
            if answer.get("id") == self.number:
                return answer.get("result", {})

    def value(self, expression: str):
        """What a script says; it is asked again until it says something."""
        waiting = f"""new Promise((tell) => {{
            const look = () => {{
                let x;
                try {{ x = {expression}; }} catch {{ }} // not there yet
                x ? tell(x) : setTimeout(look, 50);
            }};
            look();
            setTimeout(() => tell(null), 40000);
        }})"""
        found: dict = {}
        while not found:  # a page that is only now loaded forgets what it was asked
            found = self.ask(
                "Runtime.evaluate", expression=waiting, awaitPromise=True, returnByValue=True
            )
        return found["result"].get("value")

    def type(self, field: str, text: str) -> None:
        """As if a field were typed anew."""
        self.value(f"""(() => {{ const one = document.getElementById("{field}");
            one.value = {json.dumps(text)};
            one.dispatchEvent(new Event("input", {{bubbles: true}})); return true; }})()""")

    def close(self) -> None:
        self.run.kill()
        self.run.wait()
        os.close(self.reader)
        os.close(self.writer)
