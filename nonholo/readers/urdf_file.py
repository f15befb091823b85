"""A robot as its URDF file says: links and joints, every number exactly as it is written.

Decimals are rational numbers.  An angle is a multiple of pi where all of its printed digits are
those of one (1.5707963 is pi/2), and what is smaller than `NOISE` is 0, as programs that write
such files leave it; both are said.  Expressions of xacro are not evaluated.
Reference: wiki.ros.org/urdf/XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction

from nonholo.arithmetic.numbers import Rational, rational
from nonholo.dynamics.space import Vector, apply, identity, plus, product, turns
from nonholo.errors import BadCase
from nonholo.expression.graph import Expr, Graph
from nonholo.linear.elimination import Matrix
from nonholo.readers.xml_elements import Element, read_elements
from nonholo.words.sentence import say

MOST_LINKS = 1000
NOISE = Fraction(1, 10**9)
PI = Fraction("3.14159265358979323846264338327950288419716939937510")
QUARTER_DIGITS, TWELFTH_DIGITS = 3, 5  # that tell a multiple of pi/2, of pi/12
PARTS, NEARLY = ("link", "joint"), 0.8  # what is read; from where on another word is a slip
KINDS = ("continuous", "revolute", "prismatic", "fixed", "floating", "planar")
_NUMBER = re.compile(r"[-+]?(\d{1,300}(\.\d{0,300})?|\.\d{1,300})([eE][-+]?\d{1,2})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a frame stands in another one: its origin, and its axes as columns."""

    place: Vector
    axes: Matrix

    def then(self, other: Pose) -> Pose:
        """The pose of a frame given in this one."""
        return Pose(plus(self.place, apply(self.axes, other.place)), product(self.axes, other.axes))


@dataclass(frozen=True, slots=True)
class Shape:
    """A geometry: cylinder (about its z axis) or sphere with a radius; of others the kind alone."""

    kind: str
    pose: Pose
    radius: Expr | None = None


@dataclass(frozen=True, slots=True)
class Inertial:
    """The mass, the pose of the mass centre, and the inertia about it along the axes there."""

    pose: Pose
    mass: Expr
    inertia: Matrix


@dataclass(frozen=True, slots=True)
class Link:
    """A rigid part; shapes: its collision geometry, or what is seen of it where there is none."""

    name: str
    inertial: Inertial | None
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Mimic:
    """The angle of a joint is multiplier * (that of another one) + offset."""

    joint: str
    multiplier: Expr
    offset: Expr


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint between two links; axis: in its own axes; limits: of its angle or shift,
    None for none."""

    name: str
    kind: str
    parent: str
    child: str
    pose: Pose
    axis: Vector
    limits: tuple[Expr | None, Expr | None]
    damping: Expr
    has_friction: bool
    mimic: Mimic | None


@dataclass(frozen=True, slots=True)
class Robot:
    """The links by name, the joints in the order of the file, and the link that hangs on none.

    remarks: how numbers were read.
    """

    name: str
    graph: Graph
    links: Mapping[str, Link]
    joints: tuple[Joint, ...]
    root: str
    remarks: tuple[str, ...]

    def below(self, link: str) -> list[Joint]:
        """The joints that hang on a link."""
        return [joint for joint in self.joints if joint.parent == link]


def read_robot(content: bytes, source: str) -> Robot:
    """The robot of a URDF text.

    Raises BadCase with everything that is wrong.
    """
    root = read_elements(content, source)
    if root.tag != "robot":
        what = say("is <{tag}>, no <robot>: not a URDF file", tag=root.tag)
        raise BadCase(source, what)
    if _has_xacro(root):
        raise BadCase(source, say("holds xacro; make a URDF first: xacro FILE > robot.urdf"))
    return _Reader(source).robot(root)


def _has_xacro(element: Element) -> bool:
    """Something that xacro would replace, but in the names of meshes, which are not read."""
    return (
        element.tag.startswith("xacro:")
        or any(
            "${" in text or "$(" in text
            for key, text in element.attributes.items()
            if key != "filename"
        )
        or any(_has_xacro(e) for e in element.inside if e.tag != "gazebo")
    )


def _of_a_body(inertia: Sequence[Sequence[Fraction]]) -> bool:
    """Whether masses can be placed so: tr(J)/2 - J, which is sum m r r^T, has no eigenvalue below
    0, but for a thousandth of tr(J), as printed digits are rounded."""
    trace = sum((inertia[i][i] for i in range(3)), Fraction(0))
    spread = [
        [trace * Fraction(501, 1000) * (i == j) - inertia[i][j] for j in range(3)] for i in range(3)
    ]
    pairs = ((0, 1), (0, 2), (1, 2))
    minors = [spread[i][i] * spread[j][j] - spread[i][j] ** 2 for i, j in pairs]
    (a, b, c), (_, d, e), (_, _, f) = spread
    whole = a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)
    return min(*(spread[i][i] for i in range(3)), *minors, whole) >= 0


class _Reader:
    """Reads the elements of one file and gathers what is wrong with them."""

    def __init__(self, source: str):
        self.source, self.graph = source, Graph(0)
        self.complaints: list[str] = []
        self.angles: dict[str, str] = {}
        self.noise: dict[str, None] = {}
        self.impossible: list[str] = []

    def robot(self, root: Element) -> Robot:
        links = self.named(root, "link", self.link)
        joints = self.named(root, "joint", self.joint)
        for element in root.inside:
            near = get_close_matches(element.tag.lower(), PARTS, 1, NEARLY)
            if element.tag not in PARTS and near:
                self.wrong(element, say("did you mean <{tag}>?", tag=near[0]))
        if len(links) > MOST_LINKS:
            self.complaints.append(say("more than {most} links", most=MOST_LINKS))
            self.stop()
        self.stop()
        base = self.tree(links, joints)
        self.stop()
        remarks = [
            say("{text} is read as {value}, by its printed digits", text=text, value=value)
            for text, value in self.angles.items()
        ]
        if self.noise:
            remarks.append(say("{names}: read as 0", names=", ".join(self.noise)))
        if self.impossible:
            told = say(
                "{names}: no body has this inertia, for a principal moment is negative or above "
                "the sum of the two others; it is taken as it stands",
                names=", ".join(self.impossible),
            )
            remarks.append(told)
        name = root.attributes.get("name", "").strip() or "robot"
        return Robot(name, self.graph, links, tuple(joints.values()), base, tuple(remarks))

    def stop(self) -> None:
        if self.complaints:
            raise BadCase(self.source, self.complaints)

    def wrong(self, element: Element, what: str) -> None:
        self.complaints.append(
            say("line {line}: <{tag}>: {what}", line=element.line, tag=element.tag, what=what)
        )

    def named(self, root: Element, tag: str, read) -> dict:
        """What the elements of one kind hold, by their names."""
        by_name: dict = {}
        for element in root.all(tag):
            name = element.attributes.get("name", "")
            if not name.strip() or not name.isprintable():
                self.wrong(element, say("needed is a name"))
            elif name in by_name:
                self.wrong(element, say("there are two of the name {name}", name=name))
            else:
                by_name[name] = read(element, name)
        return by_name

    # numbers --------------------------------------------------------------------------------
    def number(self, element: Element, key: str, text: str) -> Fraction:
        if not _NUMBER.fullmatch(text):
            what = say('{key}: needed is a decimal number, given was "{text}"', key=key, text=text)
            self.wrong(element, what)
            return Fraction(0)
        value = Fraction(text)
        if 0 < abs(value) < NOISE and key not in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
            self.noise[text] = None
            return Fraction(0)
        return value

    def numbers(self, element: Element | None, key: str, absent: str) -> list[Fraction]:
        texts = absent.split() if element is None else element.attributes.get(key, absent).split()
        if len(texts) != len(absent.split()) and element is not None:
            self.wrong(element, say("{key}: needed are three numbers", key=key))
            texts = absent.split()
        return [self.number(element or Element("", {}, 0), key, text) for text in texts]

    def value(self, element: Element | None, key: str, absent: str | None = None) -> Fraction:
        """One attribute; without `absent` it has to be there."""
        text = (element.attributes.get(key) if element is not None else None) or absent
        if text is None:
            if element is not None:
                self.wrong(element, say("{key} is missing", key=key))
            return Fraction(0)
        return self.number(element or Element("", {}, 0), key, text.strip())

    def lift(self, value: Fraction) -> Expr:
        return self.graph.number(rational(value))

    def angle(self, text: str, value: Fraction) -> Expr:
        """A multiple of pi where the printed digits are those of one, else the number."""
        twelfths = round(12 * value / PI)
        digits = len(re.sub(r"[eE].*|[-+.]", "", text).lstrip("0"))
        least = QUARTER_DIGITS if twelfths % 6 == 0 else TWELFTH_DIGITS
        if not twelfths or digits < least or abs(value - twelfths * PI / 12) > _last_digit(text):
            return self.lift(value)
        turn = self.graph.scale(self.graph.pi, Rational(twelfths, 12))
        self.angles[text] = str(turn)
        return turn

    # elements -------------------------------------------------------------------------------
    def pose(self, element: Element | None) -> Pose:
        """Of <origin> inside an element: turns about fixed axes x, y, z, one after the other."""
        origin = None if element is None else element.first("origin")
        place = [self.lift(v) for v in self.numbers(origin, "xyz", "0 0 0")]
        values = self.numbers(origin, "rpy", "0 0 0")
        if not any(values) or origin is None:
            return Pose(place, identity(self.graph))
        texts = origin.attributes["rpy"].split()
        roll, pitch, yaw = (self.angle(t, v) for t, v in zip(texts, values, strict=True))
        return Pose(place, turns(self.graph, [("z", yaw), ("y", pitch), ("x", roll)]))

    def link(self, element: Element, name: str) -> Link:
        seen = [*element.all("collision")] or [*element.all("visual")]
        return Link(name, self.inertial(element), tuple(map(self.shape, seen)))

    def shape(self, element: Element) -> Shape:
        geometry = element.first("geometry")
        form = geometry.inside[0] if geometry is not None and geometry.inside else None
        pose = self.pose(element)
        if form is None:
            self.wrong(element, say("has no geometry"))
        elif form.tag in ("cylinder", "sphere"):
            radius = self.value(form, "radius")
            if radius <= 0:
                self.wrong(form, say("radius: needed is a number above 0"))
            return Shape(form.tag, pose, self.lift(radius))
        return Shape("" if form is None else form.tag, pose)

    def inertial(self, link: Element) -> Inertial | None:
        element = link.first("inertial")
        if element is None:
            return None
        for word in ("mass", "inertia"):
            if element.first(word) is None:
                self.wrong(element, say("{key} is missing", key=f"<{word}>"))
        mass = self.value(element.first("mass"), "value")
        if mass < 0:
            self.wrong(element, say("a mass below 0"))
        table = element.first("inertia")
        values = [
            [self.value(table, key, None if key[1] == key[2] else "0") for key in row]
            for row in (("ixx", "ixy", "ixz"), ("ixy", "iyy", "iyz"), ("ixz", "iyz", "izz"))
        ]
        if not _of_a_body(values):
            self.impossible.append(link.attributes.get("name", ""))
        rows = [[self.lift(v) for v in row] for row in values]
        return Inertial(self.pose(element), self.lift(mass), rows)

    def joint(self, element: Element, name: str) -> Joint:
        kind = element.attributes.get("type", "")
        if kind not in KINDS:
            given = kind or say("nothing")
            told = say(
                "type: known are {names}; given was {given}", names=", ".join(KINDS), given=given
            )
            self.wrong(element, told)
        parent, child = (self.end(element, word) for word in ("parent", "child"))
        axis = self.numbers(element.first("axis"), "xyz", "1 0 0")
        if not any(axis) and kind in ("continuous", "revolute", "prismatic"):
            self.wrong(element, say("the axis is zero"))
        limit, friction = element.first("limit"), element.first("dynamics")
        has_limits = kind in ("revolute", "prismatic") and limit is not None
        low, high = (self.value(limit, k, "0") for k in ("lower", "upper"))
        if has_limits and limit is not None and low > high:
            self.wrong(limit, say("lower is above upper"))
        damping = self.value(friction, "damping", "0")
        return Joint(
            name,
            kind,
            parent,
            child,
            self.pose(element),
            [self.lift(v) for v in axis],
            (self.lift(low), self.lift(high)) if has_limits else (None, None),
            self.lift(damping),
            bool(self.value(friction, "friction", "0")),
            self.mimic(element.first("mimic"), kind in ("continuous", "revolute")),
        )

    def mimic(self, element: Element | None, turns: bool) -> Mimic | None:
        if element is None:
            return None
        joint = element.attributes.get("joint", "")
        if not joint:
            self.wrong(element, say("{key} is missing", key="joint"))
        factor, offset = (
            self.value(element, key, absent)
            for key, absent in (("multiplier", "1"), ("offset", "0"))
        )
        text = element.attributes.get("offset", "0")
        place = self.angle(text, offset) if turns else self.lift(offset)
        return Mimic(joint, self.lift(factor), place)

    def end(self, joint: Element, word: str) -> str:
        """The link at one end of a joint."""
        element = joint.first(word)
        link = "" if element is None else element.attributes.get("link", "")
        if not link:
            self.wrong(joint, say("{key} is missing", key=f"<{word} link>"))
        return link

    def tree(self, links: Mapping[str, Link], joints: Mapping[str, Joint]) -> str:
        """The link that hangs on none, of which all others hang."""
        children: dict[str, str] = {}
        for joint in joints.values():
            for end in (joint.parent, joint.child):
                if end not in links:
                    told = say("joint {name}: there is no link {end}", name=joint.name, end=end)
                    self.complaints.append(told)
            if joint.child in children:
                self.complaints.append(say("link {end} hangs on two joints", end=joint.child))
            children[joint.child] = joint.parent
        if not links:
            self.complaints.append(say("there are no links"))
        roots = [name for name in links if name not in children]
        if links and len(roots) != 1:
            names = ", ".join(roots[:5]) or "0"
            self.complaints.append(
                say("needed is one link that hangs on no joint; there are: {names}", names=names)
            )
        for joint in joints.values():
            self.complaints += self.of_mimic(joint, joints)
        self.stop()
        reached, front = {roots[0]}, [roots[0]]
        hanging: dict[str, list[str]] = {}
        for child, parent in children.items():
            hanging.setdefault(parent, []).append(child)
        while front:
            front = [child for link in front for child in hanging.get(link, ())]
            reached |= set(front)
        if len(reached) < len(links):
            names = ", ".join([name for name in links if name not in reached][:5])
            self.complaints.append(say("joints in a circle: {names}", names=names))
        return roots[0]

    def of_mimic(self, joint: Joint, joints: Mapping[str, Joint]) -> Iterator[str]:
        """What is wrong with the joints that a joint follows."""
        met, at = [joint.name], joint
        while at.mimic is not None:
            if at.mimic.joint not in joints:
                yield say(
                    "joint {name}: mimics {other}, and there is no joint of this name",
                    name=at.name,
                    other=at.mimic.joint,
                )
                return
            at = joints[at.mimic.joint]
            if at.name in met:
                told = " -> ".join([*met, at.name])
                yield say("joint {name}: mimics itself: {names}", name=joint.name, names=told)
                return
            met.append(at.name)


def _last_digit(text: str) -> Fraction:
    """One unit of the last printed digit."""
    digits, _, exponent = text.lower().partition("e")
    return Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))
