"""One record for every question about constraints: judged by symbols, at random points, by
Chetaev's rule, or set by set where states fall apart.

What all of them know stands in `Verdict`; what only one of them has, in its `detail`.  An attribute
that a detail does not have is None, and `Verdict.lacks` says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NoReturn

from nonholo.errors import NotApplicable, NotPfaffian, OutOfReach
from nonholo.shows import shown
from nonholo.words.sentence import Sentence, say

if TYPE_CHECKING:  # a record computes nothing, so that views may import it
    from nonholo.decide.zero import Decision
    from nonholo.dynamics.system import Nonlinear
    from nonholo.expression.graph import Expr
    from nonholo.findings.dependency import Dependency
    from nonholo.findings.settling import Settling
    from nonholo.geometry.accessibility.accessibility import Accessibility
    from nonholo.geometry.constraints.pfaffian import Pfaffian, Redundant, Space
    from nonholo.geometry.curvature.curvature import Curvature
    from nonholo.geometry.curvature.integrability import FormVerdict
    from nonholo.geometry.curvature.varied import Violation
    from nonholo.geometry.distribution.displacements import Displacements
    from nonholo.geometry.distribution.distribution import Distribution
    from nonholo.geometry.flag.flag import Closure, Growth
    from nonholo.geometry.integrals.integrals import FirstIntegral, Integrals
    from nonholo.geometry.integrals.leaf import Leaf
    from nonholo.geometry.level_sets.level_set import LevelSet
    from nonholo.geometry.level_sets.level_set import Part as LevelPart
    from nonholo.geometry.level_sets.points import Values
    from nonholo.geometry.sampled.judge import Part
    from nonholo.geometry.survey import Survey
    from nonholo.readers.case import Case

VerdictWord = Literal["holonomic", "partly holonomic", "nonholonomic", "undecided"]
HOLONOMIC: Final = "holonomic"
PARTLY: Final = "partly holonomic"
NONHOLONOMIC: Final = "nonholonomic"
UNDECIDED: Final = "undecided"


@dataclass(frozen=True, slots=True)
class OnSet:
    """Where the answer holds: on f = 0.

    points: exact real points of that set, at which ranks and growth were found to be those of the
    answer; solved: the part of the set that was put into the rows, None if the rows are those
    given; parts: (words, verdict, h) of each part where there are several; words: on which part
    the answer holds, if others may exist or have another one; enclosed: such a point where no exact
    one is known, symbol -> number or "[middle +/- radius]".
    """

    level_set: LevelSet
    points: tuple[Values, ...]
    solved: LevelPart | None = None
    parts: tuple[tuple[str, str, int | None], ...] = ()
    words: str = ""
    enclosed: Mapping[str, str] = field(default_factory=dict)

    @property
    def several(self) -> bool:
        """The answer is that of several parts."""
        return len(self.level_set.parts) > 1 and self.level_set.here is None


@dataclass(frozen=True, slots=True)
class Letters:
    """Parameters without a value in the constraints, and for which numbers the answers hold.

    names: of the letters; special: sets of equations: only where all of one set hold can verdict,
    rank or growth be others, None where that is not known; everywhere: what is said of single
    points, too, holds for all numbers.
    """

    names: tuple[str, ...]
    special: tuple[tuple[Expr, ...], ...] | None
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Symbolic:
    """What symbols show beyond the verdict.

    distribution, curvature: of the independent rows `kept`; integrals: potentials of rows and first
    integrals of the set; singular: where the rank drops, None if that was not found; frozen: is the
    distribution of virtual displacements integrable with time held fixed?  survey: big flag,
    strata, growth at an asked point; generic: the closure for generic parameters where it differs
    from that at the given numbers; on_set: the set f = 0 on which all of this holds, if any.

    witness: a curvature component (l, J, I, B_l,JI) that surely does not vanish; leaf: that of the
    first integrals found, through the asked or the initial configuration; varied: the violation of
    the constraints on varied paths; vanishing: the factors of the condition of the split that can
    vanish; tried: methods for first integrals; assumed: what is declared of parameters that stand
    in the constraints and have no value; settled_by: assumptions under which what is open has an
    answer.
    """

    without: ClassVar[str] = say("the rows were judged by symbols, all at once")

    kept: tuple[int, ...]
    redundant: tuple[Redundant, ...]
    distribution: Distribution
    curvature: Curvature
    integrals: Integrals
    accessibility: Accessibility
    singular: tuple[Expr, ...] | None
    survey: Survey
    witness: tuple[int, int, int, Expr] | None = None
    leaf: Leaf | None = None
    generic: Closure | None = None
    on_set: OnSet | None = None
    tried: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    settled_by: tuple[Settling, ...] = ()

    @property
    def potentials(self) -> tuple[FirstIntegral | None, ...]:
        """Of each row: its potential with the integrating factor, if it was found."""
        return self.integrals.rows

    @property
    def big_growth(self) -> Growth:
        """The growth vector of the big flag, where `growth` is that of the small one."""
        return self.survey.big_at or self.survey.big

    def refuse(self, case: Case, what: str) -> NoReturn:
        """Say that something was not found.

        Raises OutOfReach with what to do.
        """
        raise OutOfReach(
            say(
                "{name}: {what} was not found; {without}",
                name=case.title,
                what=what,
                without=self.without,
            )
        )


@dataclass(frozen=True, slots=True)
class Sampled:
    """What random points show of a set too large for tables.

    parts: the connected components; redundant: (row, the rows it follows from); generic: bounds of
    h for generic parameters where they are others; solved: the holonomic constraints have been put
    into the rows.
    """

    without: ClassVar[str] = say(
        "so large a set is judged at random points, without tables of symbols"
    )

    parts: tuple[Part, ...]
    redundant: tuple[tuple[int, tuple[int, ...]], ...]
    generic: tuple[int, int] | None = None
    solved: bool = False

    def refuse(self, case: Case, what: str) -> NoReturn:
        """Say that something was not found.

        Raises OutOfReach with what to do.
        """
        rows = case.system.pfaffian
        raise OutOfReach(
            say(
                "{name}: {k} constraints on {value} coordinates are too many for {what}; "
                "`check` gives the verdict with its evidence",
                name=case.title,
                k=rows.k,
                value=rows.chart.n,
                what=what,
            )
        )


@dataclass(frozen=True, slots=True)
class Chetaev:
    """What is known where constraints are nonlinear in the velocities.

    nonlinear: those constraints; linear: the verdict on the other rows, None if there are none;
    bent: do the admissible velocities bend (None: they were not seen to)?  virtual: displacements
    by Chetaev's rule, for one constraint; space: "tq" if a constraint contains t or is not zero at
    rest; term: where it is not linear, in words; factors: where one is a product, the words of each
    factor with the verdict on it alone; sided: they are no factors, but equations each of which
    counts on one side of something; through: where velocities vanish by which constraints that
    have factors are divided, and the factors are not: y' = 0 of x'^2/y'^2 = 1.
    """

    without: ClassVar[str] = say(
        "integrability, growth and curvature are those of Pfaffian forms, and a "
        "constraint is nonlinear in the velocities"
    )

    nonlinear: tuple[Nonlinear, ...]
    linear: Verdict | None
    bent: Decision
    virtual: tuple[tuple[Expr, ...], ...]
    space: Space
    term: str
    factors: tuple[tuple[str, Verdict], ...] = ()
    sided: bool = False
    through: tuple[str, ...] = ()

    def refuse(self, case: Case, what: str) -> NoReturn:
        """Raise NotPfaffian, naming the term."""
        del case, what
        raise NotPfaffian(self.term)


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the sets into which states fall apart.

    words: the conditions that choose it; verdict: there, with its hidden constraints; None if it is
    open, with the `reason`.
    """

    words: str
    verdict: Verdict | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Branched:
    """What is known where hidden constraints leave several sets of states: one verdict on each.

    branches: those sets; space: "tq" if time takes part in one of them.
    """

    without: ClassVar[str] = say(
        "hidden constraints leave several sets of states, and each has an answer of its own"
    )

    branches: tuple[Branch, ...]
    space: Space

    def refuse(self, case: Case, what: str) -> NoReturn:
        """Raise NotApplicable, naming the sets."""
        raise NotApplicable(
            say(
                "{name}: asked was {what}; {without}: {sets}; try adding the condition of one to "
                "the constraints",
                name=case.title,
                what=what,
                without=self.without,
                sets=" | ".join(branch.words for branch in self.branches),
            )
        )


def _of_detail(name: str) -> Any:
    """An attribute of the detail; None where that kind of detail has none."""
    return property(lambda verdict: getattr(verdict.detail, name, None))


def asked(by: str, key: str = "", label: Sentence | None = None) -> Any:
    """A field of `Verdict` that a function of geometry/ answers where symbols judge; else None.

    by: "chapter.file.function"; of rows, split, curvature and flag the function gets what the types
    of its parameters name (`Pfaffian`, `Distribution`, `Curvature`, `Closure`).  key, label: of
    the answer in JSON and in the text, where no view has words of its own for it.
    """
    return field(default=None, metadata={"by": by, "key": key, "label": label})


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Is it holonomic, and why: what is known of the constraints of one case.

    verdict: in one word; full: all rows that are linear in the velocities; independent: k, None if
    it is open; bounds: h lies between them; proved: bounds of h that are proved; evidence: what h
    rests on; joint: integrable together?  forms: each row of `full` alone; closure: h and the
    generic growth vector, None where there are none; accessible: every configuration from every
    other; at_point: the growth vector at the point that was asked for; letters: parameters without
    a value, and for which of their numbers all this holds; displacements: virtual and possible
    ones; frozen: is the distribution of virtual displacements integrable with time held fixed?
    varied: the violation of the constraints on varied paths; vanishing: the factors of the
    condition of the split that can vanish; detail: what only this way of judging shows, each also
    an attribute of the verdict: `distribution`, `parts`, `nonlinear`, `branches`.

        h = k   holonomic;     0 < h < k   partly holonomic;     h = 0   nonholonomic

    >>> import nonholo as nh
    >>> found = nh.check(nh.constraints("dx + dy = 0", "dz = y du", also=["u"]))
    >>> found.verdict, found.relations, found.independent, found.growth.vector
    ('partly holonomic', 1, 2, (2, 3))
    >>> [own.function for own in found.integrals.together]
    [x + y]
    >>> found.parts is None, found.lacks("parts")
    (True, 'the rows were judged by symbols, all at once')
    """

    case: Case
    verdict: VerdictWord
    full: Pfaffian
    independent: int | None
    bounds: tuple[int, int]
    proved: tuple[int, int]
    evidence: Decision
    joint: Decision
    forms: tuple[FormVerdict, ...]
    closure: Closure | None
    accessible: bool | None
    detail: Symbolic | Sampled | Chetaev | Branched
    point: Mapping[Expr, Expr] | None = None
    at_point: Growth | None = None
    letters: Letters | None = None

    displacements: Displacements = asked("distribution.displacements.legible")
    frozen: Decision = asked("curvature.integrability.frozen_integrable")
    varied: Violation = asked("curvature.varied.violation")
    vanishing: tuple[Expr, ...] | None = asked("distribution.condition.vanishing")

    kept = _of_detail("kept")
    redundant = _of_detail("redundant")
    distribution = _of_detail("distribution")
    curvature = _of_detail("curvature")
    integrals = _of_detail("integrals")
    potentials = _of_detail("potentials")
    accessibility = _of_detail("accessibility")
    singular = _of_detail("singular")
    survey = _of_detail("survey")
    big_growth = _of_detail("big_growth")
    witness = _of_detail("witness")
    leaf = _of_detail("leaf")
    generic = _of_detail("generic")
    on_set = _of_detail("on_set")
    tried = _of_detail("tried")
    assumed = _of_detail("assumed")
    settled_by = _of_detail("settled_by")
    parts = _of_detail("parts")
    solved = _of_detail("solved")
    nonlinear = _of_detail("nonlinear")
    linear = _of_detail("linear")
    bent = _of_detail("bent")
    factors = _of_detail("factors")
    sided = _of_detail("sided")
    through = _of_detail("through")
    term = _of_detail("term")
    branches = _of_detail("branches")

    @property
    def relations(self) -> int | None:
        """h, the number of independent hidden holonomic relations; None if its bounds differ."""
        return self.bounds[0] if self.bounds[0] == self.bounds[1] else None

    @property
    def reason(self) -> str:
        """Why h is open; empty where it is known."""
        return self.evidence.reason if self.relations is None else ""

    @property
    def space(self) -> Space:
        """Where the flag lives: "tq" if time takes part, else "q"."""
        return getattr(self.detail, "space", self.full.space)

    @property
    def growth(self) -> Growth | None:
        """The growth vector at the asked point, else the generic one; None if it is not known."""
        grown = self.at_point or (self.closure and self.closure.growth)
        return grown if grown and grown.vector else None

    @property
    def virtual(self) -> Any:
        """A basis of the virtual displacements; by Chetaev's rule where constraints are bent."""
        if self.displacements is not None:
            return self.displacements.virtual
        return getattr(self.detail, "virtual", None)

    @property
    def virtual_integrable(self) -> bool | None:
        """Is the distribution of virtual displacements integrable, time frozen?"""
        return None if self.frozen is None else self.frozen.answer

    @property
    def unilateral(self) -> bool:
        """Only inequalities: nonholonomic in the broad sense, and no Pfaffian form to judge."""
        system = self.case.system
        return not self.full.k and not system.nonlinear and bool(system.inequalities)

    @property
    def unconstrained(self) -> bool:
        """No row is left and nothing bounds the motion: h = k = 0, holonomic as nothing is."""
        return self.independent == 0 and not self.case.system.inequalities

    def lacks(self, name: str) -> str:
        """Why the attribute `name` is None for every set that is judged in this way; else empty.

        >>> import nonholo as nh
        >>> nh.check("appell_hamel").lacks("growth")
        'integrability, growth and curvature ... nonlinear in the velocities'
        """
        by_symbols = {f.name for f in fields(self) if "by" in f.metadata}
        has = self.distribution is not None if name in by_symbols else hasattr(self.detail, name)
        return "" if has else self.detail.without

    def require(self, name: str, what: str) -> Any:
        """The attribute `name`, for a question that needs it: `what`, in words for the refusal.

        Raises OutOfReach for what large sets do not have, NotPfaffian for what nonlinear ones do
        not, NotApplicable where states fall apart.

        >>> import nonholo as nh
        >>> nh.check("heisenberg").require("growth", "a path").vector
        (2, 3)
        """
        value = getattr(self, name)
        if value is None:
            self.detail.refuse(self.case, what)
        return value

    def __repr__(self) -> str:
        lower, upper = self.bounds
        h = f"h = {lower}" if lower == upper else f"{lower} <= h <= {upper}"
        growth = "" if self.growth is None else f", growth {self.growth.vector}"
        return f"<Verdict on {self.case.name!r}: {self.verdict}, {h} of {self.independent}{growth}>"

    def __str__(self) -> str:
        return str(shown("notebook.in_words", self))

    def graph(self) -> Dependency:
        """Which velocity is eliminated by what; a notebook shows the picture.

        Raises OutOfReach for a set too large for it, NotPfaffian for nonlinear constraints.

        >>> import nonholo as nh
        >>> nh.check("heisenberg").graph()
        <Dependency: 1 steps, rank 1, 8 nodes>
        """
        dependency: Dependency = shown("pictures.graph_of_check", self)
        return dependency

    def _repr_html_(self) -> str:
        """The constraints and the verdict; of large sets what `nonholo check` says."""
        return str(shown("notebook.verdict_html", self))

    def _repr_latex_(self) -> str | None:
        """The constraints and the verdict, for a notebook; None where only words are at hand."""
        if self.distribution is None:
            return None
        assert self.growth is not None  # symbols give one
        write = self.distribution.chart.latex()
        rows = [rf"{write(self.full.value(l), presented=False)} = 0" for l in range(self.full.k)]
        rows.append(
            rf"\text{{{self.verdict}}},\quad h = {self.relations},\quad "
            rf"\text{{growth }}({', '.join(map(str, self.growth.vector))})"
        )
        return r"$\displaystyle \begin{array}{l}" + r" \\ ".join(rows) + r"\end{array}$"


def bounds_of(h: int | None, most: int) -> tuple[int, int]:
    """Bounds of h, which is known or at most so many; those of an open h differ."""
    return (0, max(1, most)) if h is None else (h, h)


def word_of(
    case: Case, k: int | None, bounds: tuple[int, int], joint: bool | None = None
) -> VerdictWord:
    """The verdict on k independent rows with h between bounds; joint: are all integrable together?

    0 < h < k is enough for "partly holonomic"; h itself may be open.
    """
    if k == 0 and case.system.inequalities:
        return NONHOLONOMIC
    lower, upper = bounds
    if lower == upper:
        return HOLONOMIC if lower == k else PARTLY if lower else NONHOLONOMIC
    return PARTLY if lower and joint is False else HOLONOMIC if joint else UNDECIDED
