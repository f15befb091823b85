"""One set of equations of a comparison: picked by name, in quasi-velocities of one's own, as
code.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonholo.errors import NotApplicable, Place
from nonholo.findings.comparison import Comparison, Entry, compare_one
from nonholo.formulations.hamel import hamel
from nonholo.formulations.kane import kane
from nonholo.geometry.curvature.frames import frame
from nonholo.languages import language
from nonholo.readers.case import Case


def pick(comparison: Comparison, form: str) -> Entry:
    """The entry of a name; "substituted" means the asked or the full elimination."""
    names = [e.equations.name for e in comparison.entries]
    form = form.replace("-", "_").lower() if form not in names else form
    if form == "substituted" and comparison.errors:
        form = "substituted " + ", ".join(comparison.errors[0].eliminated)
    if any(r.name == form for r in comparison.refused):
        return comparison.entry(form)
    if form not in names:
        raise NotApplicable(
            f"there is no form {form!r} for this case; there are: {'; '.join(names)}"
        )
    return comparison.entry(form)


def in_quasi_velocities(
    comparison: Comparison, case: Case, form: str, definitions: Sequence[str]
) -> Entry:
    """The equations of Hamel or Kane in quasi-velocities given as "v = x'*cos(theta)"."""
    derive = {"hamel": hamel, "kane": kane}.get(form)
    if derive is None:
        raise NotApplicable(
            f"--quasi is for hamel and kane, and for control; {form} has no quasi-velocities"
        )
    quasi, scope = {}, case.over(comparison.system).scope
    for text in definitions:
        name, sign, meaning = text.partition("=")
        if not sign or not name.strip().isidentifier():
            raise NotApplicable(f"--quasi {text!r}: needed is NAME = sum of coefficient * velocity")
        place = Place("command line", f"--quasi {name.strip()}")
        quasi[name.strip()] = scope.expression(meaning.strip(), place)
    own = frame(comparison.distribution, quasi)
    return compare_one(comparison, derive(comparison.system, comparison.distribution, own))


def code(entry: Entry, name: str) -> str:
    """A function of accelerations in a language of `LANGUAGES`."""
    if entry.equations.name == "vakonomic":
        raise NotApplicable(
            "vakonomic: the mu are unknowns with rates of their own, and a function of "
            "accelerations alone would hold them constant; --as text or json gives the "
            "rates too"
        )
    return language(name).source(entry)
