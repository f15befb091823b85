"""The words of verdicts for people; nothing heavy is imported for them."""

from __future__ import annotations

from nonholo.words.sentence import Sentence, say

SAID: dict[str, Sentence] = {
    "holonomic": say("holonomic"),
    "partly holonomic": say("partly holonomic"),
    "nonholonomic": say("nonholonomic"),
    "unconstrained": say("unconstrained"),
    "unilateral": say("unilateral"),
    "undecided": say("undecided"),
}
