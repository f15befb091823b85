"""Pages as people use them: columns are sorted, what moves is played and scrubbed, what is folded
is opened, in a browser.
"""

from __future__ import annotations

import time

import pytest

import nonholo as nh
from tests.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
CASES = [
    nh.System("x y", constraints=["x' = y'"], name="line"),
    nh.System("x y z", constraints=["z' = y*x'"], name="contact"),
    nh.System("a b c d", constraints=["c' = b*a'", "d' = c*a'"], name="chain"),
]
FIRST = (
    "[...document.querySelectorAll('table.sortable tbody tr')].map((r) => r.cells[{}].textContent)"
)
HEAD = "document.querySelectorAll('table.sortable thead th')[{}]"
PLAYER = "document.querySelector('.moving .player')"
CLOCK = "document.querySelector('.moving svg').getCurrentTime()"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    one = Browser(tmp_path_factory.mktemp("browser"), "about:blank", "1280,900")
    one.ask("Page.enable")
    yield one
    one.close()


def opened(browser: Browser, file, **media: str) -> None:
    features = [
        {"name": f"prefers-{name.replace('_', '-')}", "value": v} for name, v in media.items()
    ]
    browser.ask("Emulation.setEmulatedMedia", features=features)
    browser.ask("Page.navigate", url=file.as_uri())
    assert browser.value(
        f'document.readyState === "complete" && location.href === "{file.as_uri()}"'
    )


def told(browser: Browser, expression: str):
    """What an expression is now, be it nothing."""
    return browser.value(f"({{it: ({expression}) ?? null}})")["it"]


@pytest.fixture(scope="module")
def moving(tmp_path_factory):
    page = tmp_path_factory.mktemp("moving") / "coin.html"
    nh.report("rolling_coin", output=page)
    return page


def test_a_click_on_a_heading_sorts_and_another_turns_the_order(browser, tmp_path):
    nh.report(*CASES, output=f"{tmp_path}/site/")
    opened(browser, tmp_path / "site/index.html")
    for column in range(
        told(browser, "document.querySelectorAll('table.sortable thead th').length")
    ):
        orders = []
        for _ in range(2):
            told(browser, f"{HEAD.format(column)}.querySelector('button').click()")
            orders.append(told(browser, FIRST.format(column)))
        (up, down), sort = orders, told(browser, f"{HEAD.format(column)}.getAttribute('aria-sort')")
        assert sort == "descending" and len(up) == len(CASES)
        assert sorted(up) == sorted(down) and (up[0], up[-1]) == (down[-1], down[0])
        assert up == down if len(set(up)) == 1 else up[0] != up[-1]
    numbers = told(browser, FIRST.format(2))
    told(browser, f"{HEAD.format(2)}.querySelector('button').click()")
    assert told(browser, FIRST.format(2)) == sorted(numbers)  # each one digit
    assert told(browser, "document.querySelectorAll('[aria-sort]').length") == 1


def test_a_motion_is_played_stopped_scrubbed_and_hastened(browser, moving):
    opened(browser, moving)
    told(browser, "document.querySelectorAll('details').forEach((d) => (d.open = true))")
    button = f"{PLAYER}.querySelector('button')"
    assert browser.value(f"{PLAYER} && {button}.textContent === 'Pause'")  # it plays by itself
    assert browser.value(f"{CLOCK} > 0.2")
    told(browser, f"{button}.click()")
    at = told(browser, CLOCK)
    assert told(browser, f"{button}.textContent") == "Play"
    time.sleep(0.2)
    assert told(browser, CLOCK) == at
    slider = f"{PLAYER}.querySelector('input')"
    told(
        browser,
        f"(() => {{ {slider}.value = 3; {slider}.dispatchEvent(new Event('input')); }})()",
    )
    assert told(browser, CLOCK) == pytest.approx(3, abs=0.01)
    wheel = "document.querySelector('.moving svg polygon').getBoundingClientRect()"
    places = []
    for moment in (0, 2):
        told(
            browser,
            f"(() => {{ {slider}.value = {moment}; {slider}.dispatchEvent(new Event('input')); }})()",
        )
        places.append(told(browser, f"[{wheel}.x, {wheel}.y]"))
    assert places[0] != places[1]
    speed = f"{PLAYER}.querySelector('select')"
    assert told(browser, f"[...{speed}.options].map((o) => o.value)") == ["0.25", "0.5", "1", "2"]


def test_who_wants_no_motion_gets_none_until_it_is_asked_for(browser, moving):
    opened(browser, moving, reduced_motion="reduce")
    told(browser, "document.querySelectorAll('details').forEach((d) => (d.open = true))")
    button = f"{PLAYER}.querySelector('button')"
    assert browser.value(f"{PLAYER} && {button}.textContent === 'Play'")
    assert told(browser, CLOCK) == 0
    told(browser, f"{button}.click()")
    assert browser.value(f"{CLOCK} > 0.1")


def test_what_is_folded_opens_and_is_printed_open(browser, moving):
    opened(browser, moving)
    folded = "document.querySelectorAll('details:not([open])').length"
    before = told(browser, folded)
    told(browser, "document.querySelector('details:not([open]) > summary').click()")
    assert before > 3 and told(browser, folded) == before - 1
    shown = "[...document.querySelectorAll('details:not([open], .long)')].length"
    told(browser, "window.dispatchEvent(new Event('beforeprint'))")
    printed = told(browser, shown)
    told(browser, "window.dispatchEvent(new Event('afterprint'))")
    assert printed == 0 and told(browser, folded) == before - 1


def test_a_dark_page_is_dark_with_its_pictures(browser, moving):
    light, dark = [], []
    for scheme, colours in (("light", light), ("dark", dark)):
        opened(browser, moving, color_scheme=scheme)
        for one in ("body", "figure"):
            style = f"getComputedStyle(document.querySelector('{one}'))"
            colours.append(told(browser, f"[{style}.backgroundColor, {style}.color]"))
    assert all(a != b for a, b in zip(light, dark))


def test_the_solution_of_an_exercise_is_folded(browser, tmp_path):
    page = tmp_path / "exercise.html"
    nh.explain("heisenberg", exercise="hide", output=page)
    opened(browser, page)
    inside = "document.querySelector('details > :not(summary)')"
    seen = f"{inside}.checkVisibility()"
    assert not told(browser, seen)
    told(browser, "document.querySelector('details > summary').click()")
    assert told(browser, seen)
