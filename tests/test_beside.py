"""What a second process makes meanwhile is what this one would have made."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial

import pytest

import nonholo as nh
from nonholo.beside import beside
from nonholo.views.page.html import along_all, document, in_numbers, page

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="a second process is begun on Linux")
HERE = os.getpid()


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Two cores and no other thread, whatever runs the tests."""
    monkeypatch.setattr("threading.active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1}, raising=False)


def childless() -> bool:
    """No process is left that this one has begun."""
    try:
        return os.waitpid(-1, os.WNOHANG) == (0, 0)
    except ChildProcessError:
        return True


@LINUX
def test_it_is_made_by_another_process():
    with beside(os.getpid) as made:
        assert made() != HERE


@pytest.mark.parametrize(
    "elsewhere",
    [
        lambda: 1 / 0,
        lambda: os.kill(os.getpid(), signal.SIGKILL),
        lambda: sys.exit(3),
        lambda: lambda: "what can't be sent",
    ],
)
def test_what_fails_there_is_made_here(elsewhere):
    def make():
        return "made here" if os.getpid() == HERE else elsewhere()

    with beside(make) as made:
        assert made() == "made here"


def test_an_error_is_raised_where_it_is_asked_for():
    with pytest.raises(ZeroDivisionError), beside(lambda: 1 / 0) as made:
        made()


def test_much_is_sent_as_a_whole():
    with beside(lambda: bytes(3_000_000)) as made:
        assert made() == bytes(3_000_000)


@LINUX
def test_nothing_is_left_of_what_nobody_waits_for():
    with pytest.raises(KeyError), beside(signal.pause):
        raise KeyError
    with beside(signal.pause):
        pass
    assert childless()


def test_on_one_core_nothing_is_begun(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0}, raising=False)
    with beside(os.getpid) as made:
        assert made() == HERE


@pytest.mark.parametrize("name", ["rolling_coin", "knife_edge_incline", "appell_hamel", "engel"])
def test_a_page_is_the_same_to_the_last_byte(name):
    alone = document([page(nh.analyze(nh.case(name), deeper=2000))])
    dossier = nh.analyze(nh.case(name), deeper=2000)
    with (
        beside(partial(in_numbers, dossier)) as moving,
        beside(partial(along_all, dossier)) as conserved,
    ):
        assert document([page(dossier, lambda: {**moving(), **conserved()})]) == alone
