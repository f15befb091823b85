"""The site builds from what is on the disk, with search, every case and every public name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonholo as nh

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_the_site_is_whole(tmp_path):
    pytest.importorskip("mkdocs", reason="pip install 'nonholo[site]'")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    index = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"] for entry in index["docs"]}
    assert {f"gallery.html#{name}" for name in nh.cases()} <= found
    assert {f"api.html#{name}" for name in nh.__all__} <= found
    recipes = re.findall("^## (.*)$", (ROOT / "docs/howto.md").read_text(), re.MULTILINE)
    assert len(list(tmp_path.glob("howto/*.html"))) == len(recipes)
    for page in tmp_path.rglob("*.html"):  # nothing is fetched from elsewhere
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img)[^>]*src="https?:', text), page.name
        assert not re.findall(r'<link[^>]*rel="stylesheet"[^>]*href="https?:', text), page.name
