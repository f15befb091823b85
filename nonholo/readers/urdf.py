"""A URDF file with wheels as a case for a robot on the plane.

    slip of a wheel, along its heading e = a x k and along its axis a, both turned by the angles
    phi_j = theta + delta_1 + ... + delta_j of the joints above it:

        e . P' - r q' = 0         a . P' = 0         P = (x, y) + sum_j R(phi_j) w_j

w_j: from joint to joint, the last one to the wheel's centre; q: the angle of the wheel.  The
masses become rigid bodies in the rest pose, so that the Lagrangian is theirs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from nonholo.dynamics.space import apply, cross, product
from nonholo.errors import BadCase, NonholoError, said
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.text import text, width
from nonholo.linear.elimination import Matrix, transpose
from nonholo.numerics.compile import constant
from nonholo.readers.case import Case
from nonholo.readers.case_file import parse_case
from nonholo.readers.file_names import named_file, opened
from nonholo.readers.name_list import name_list
from nonholo.readers.named import no_table
from nonholo.readers.numbers import parameter_value
from nonholo.readers.tokens import FUNCTIONS
from nonholo.readers.urdf_file import Joint, Mimic, Robot, read_robot
from nonholo.readers.urdf_steering import steered_one_by_one
from nonholo.readers.urdf_wheels import OnGround, Rigid, on_ground
from nonholo.words.sentence import say

LARGEST = 4_000_000  # bytes of a file
LONGEST = 60  # characters of a name
LONG, MOST = 100, 1000  # characters of a formula, of a mass and of a place
PLANE = ("x", "y", "theta")
G = "g"


def from_urdf(
    path: str | Path, motors: Sequence[str] = (), radii: Mapping[str, Any] | None = None
) -> Case:
    """The case of a robot on wheels on a level plane, from its URDF file.

        e . P' - r q' = 0        a . P' = 0        for each wheel: it rolls, and does not slip

    path: of the file.  The coordinates are x, y, theta, the place and heading of the base, and the
    angles of the joints that roll or steer, named as in the file.  Units are those of the file, m,
    kg, rad.  motors: joints driven by a torque, which becomes an input u_JOINT.  radii: m, of
    wheels whose shape is a mesh, by joint.  What was assumed is said in the notes of the case: a
    wheel touches the ground in one point, balls slide, other joints are held at 0, or where what
    they mimic puts them; without inertial elements there is no Lagrangian.

    Raises BadCase for what is no URDF file, or has no wheels, with everything that is wrong.

    >>> import tempfile
    >>> import nonholo as nh
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "cart.urdf")
    ...     _ = file.write_text('''<robot name="cart">
    ...       <link name="base"/>
    ...       <link name="wheel"><collision><origin rpy="1.5708 0 0"/>
    ...         <geometry><cylinder radius="0.1" length="0.02"/></geometry></collision></link>
    ...       <joint name="turn" type="continuous"><parent link="base"/><child link="wheel"/>
    ...         <axis xyz="0 1 0"/></joint></robot>''')
    ...     nh.from_urdf(file).system.pfaffian.labels
    ("x'*cos(theta) + y'*sin(theta) - 0.1*turn' = 0", "-x'*sin(theta) + y'*cos(theta) = 0")
    """
    told = case_text(path, motors, radii)
    return parse_case(told.text, str(path))


@dataclass(frozen=True, slots=True)
class Told:
    """The text of a case file, and what was assumed to make it."""

    text: str
    remarks: tuple[str, ...]


def case_text(
    path: str | Path, motors: Sequence[str] = (), radii: Mapping[str, Any] | None = None
) -> Told:
    """The case of `from_urdf` as the text of a case file.

    Raises BadCase as it does.
    """
    path, motors = named_file(path), name_list(motors, "motors")
    with opened(path) as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        what = say("larger than {most} bytes: no URDF file of a robot on wheels", most=LARGEST)
        raise BadCase(str(path), what)
    return text_of(content, path, motors, radii)


def text_of(
    content: bytes, path: Path, motors: Sequence[str] = (), radii: Mapping[str, Any] | None = None
) -> Told:
    """The same of what stands in the file.

    Raises BadCase as `from_urdf` does.
    """
    robot = read_robot(content, str(path))
    ground = on_ground(robot, _radii(robot.graph, radii or {}, str(path)), str(path))
    try:
        writer = _Writer(robot, ground)
        if complaints := list(writer.of_motors(motors)):
            raise BadCase(str(path), complaints)
        return writer.case(path.name, motors)
    except TooLong as error:
        raise BadCase(str(path), said(error)) from None


def _radii(graph: Graph, given: Mapping[str, Any], source: str) -> dict[str, Expr]:
    radii: dict[str, Expr] = {}
    complaints: list[str] = []
    if not isinstance(given, Mapping):
        raise BadCase(source, no_table("radii", given))
    for name, value in given.items():
        try:
            radius = Fraction(parameter_value(value) or 0)
        except (NonholoError, ValueError, ZeroDivisionError):
            radius = Fraction(0)
        if radius <= 0:
            complaints.append(
                say(
                    "radii.{name}: needed is a number above 0, given was {value!r}",
                    name=name,
                    value=value,
                )
            )
        radii[name] = graph.lift(radius)
    if complaints:
        raise BadCase(source, complaints)
    return radii


def _legal(word: str, taken: set[str]) -> str:
    """A name for something called so in the file: letters, digits and _, not taken; now it is."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", word)[:LONGEST]
    name = name if name[0].isalpha() or name[0] == "_" else f"q{name}"
    while _meanings(name) & {m for other in taken for m in _meanings(other)}:
        name += "_"
    taken.add(name)
    return name


def _meanings(name: str) -> set[str]:
    return {name, f"d{name}", f"{name}dot", f"{name}ddot", f"u_{name}"}


class TooLong(NonholoError):
    """A formula that nobody could read."""


class _Writer:
    """Writes the case file of the rigid parts of a robot."""

    def __init__(self, robot: Robot, ground: OnGround):
        self.robot, self.graph, self.ground = robot, robot.graph, ground
        self.parts = {part.name: part for part in ground.parts}
        self.joints = {p.joint.name: p.joint for p in ground.parts if p.joint is not None}
        self.taken = {*PLANE, *FUNCTIONS, "t", "pi", G}
        self.names = {joint: _legal(joint, self.taken) for joint in self.joints}
        self.numbers: dict[str, str] = {}
        self.rows = list(self.slips())

    def of_motors(self, motors: Sequence[str]) -> Iterator[str]:
        """What is wrong with the joints that are said to be driven."""
        names = ", ".join(self.names)
        for name in motors:
            if name not in self.names:
                yield say(
                    "motors: {n} neither rolls nor steers; there are {names}", n=name, names=names
                )
        if motors and not self.has_masses:
            yield say("motors: torques need masses; {why}", why=next(self.of_dynamics()))

    def case(self, file: str, motors: Sequence[str]) -> Told:
        bodies = list(self.bodies()) if self.has_masses else []
        remarks = [
            *self.robot.remarks,
            *self.ground.remarks,
            *self.of_steering(),
            *self.of_dynamics(),
        ]
        notes = [
            f"Made from {file}. A wheel touches the ground in the point below its centre.",
            *(f"{remark}." for remark in remarks),
        ]
        lines = [
            f"name = {_quoted(self.robot.name)}",
            f"notes = {_quoted(' '.join(notes))}",
            f"coordinates = {_list([*PLANE, *self.names.values()])}",
            "constraints = [",
            *(f"  {_quoted(row)}," for row in self.rows),
            "]",
        ]
        if relations := list(self.relations()):
            lines.append(f"holonomic_constraints = {_list(relations)}")
        if limits := list(self.limits()):
            lines += ["inequalities = [", *(f"  {_quoted(row)}," for row in limits), "]"]
        if motors:
            lines.append(f"inputs = {_list([f'u_{self.names[n]}' for n in dict.fromkeys(motors)])}")
        if self.is_unbalanced and bodies:
            lines.append(f'gravity = ["0", "0", "-{G}"]')
            self.numbers[G] = "9.81"
        lines += ["", "[meaning]", *self.meaning(), *bodies]
        if starts := list(self.starts()):
            lines += ["", "[initial]", *starts]
        if self.numbers:
            lines += ["", "[parameters]", *(f"{n} = {value}" for n, value in self.numbers.items())]
        forces = dict(self.forces(motors)) if bodies else {}
        if forces:
            lines += ["", "[forces]", *(f"{n} = {_quoted(f)}" for n, f in forces.items())]
        return Told("\n".join(lines) + "\n", tuple(remarks))

    @property
    def has_masses(self) -> bool:
        return not self.ground.lacking and any(not p.mass.is_zero for p in self.ground.parts)

    @property
    def is_unbalanced(self) -> bool:
        """The mass centre of a wheel lies beside its axis, so that gravity acts on it."""
        return any(
            not e.is_zero
            for part in self.ground.parts
            if part.wheel is not None and part.axis is not None and not part.mass.is_zero
            for e in cross(part.axis, [c - p for c, p in zip(part.centre, part.place)])
        )

    def of_dynamics(self) -> Iterator[str]:
        if self.ground.lacking:
            names = ", ".join(self.ground.lacking)
            yield say(
                "no Lagrangian: no inertial element, so no mass, is given of {names}", names=names
            )
        elif not self.has_masses:
            yield say("no Lagrangian: nothing has a mass")
        if self.numbers:
            names = ", ".join(self.numbers)
            yield say("{names}: long formulas, here parameters with rounded numbers", names=names)
        for joint in self.joints.values():
            if joint.has_friction:
                yield say("{name}: its dry friction is left out", name=joint.name)

    def of_steering(self) -> Iterator[str]:
        """How wheels that steer one by one are tied to one angle."""
        pairs = steered_one_by_one(self.ground.parts)
        if not pairs:
            return
        turn = _legal("s", set(self.taken))
        told = []
        for joint, ahead, aside, sign in pairs:
            below = _sum([(self.graph.one, "1"), (-aside, f"tan({turn})")])
            angle = f"atan({_sum([(ahead, f'tan({turn})')])}/({below}))"
            told.append(f'"{self.names[joint]} = {_sum([(sign, angle)])}"')
        yield say(
            "{names} steer one by one: they hold the robot fast unless the axes of the wheels "
            "meet; for a car add the coordinate {turn} and, under holonomic_constraints, {told}",
            names=", ".join(self.names[joint] for joint, *_ in pairs),
            turn=turn,
            told=", ".join(told),
        )

    def meaning(self) -> Iterator[str]:
        base = self.ground.parts[0].name
        yield f"x = {_quoted(f'place of {base}')}"
        yield f"y = {_quoted(f'place of {base}')}"
        yield f"theta = {_quoted(f'heading of {base}')}"
        for part in self.ground.parts[1:]:
            if part.joint is not None:
                what = "wheel" if part.wheel else "steering or caster"
                told = f"angle of {part.joint.name} ({what})"
                yield f"{self.names[part.joint.name]} = {_quoted(told)}"

    def relations(self) -> Iterator[str]:
        """f = 0 of joints that mimic others, also such that are held."""
        for joint in self.joints.values():
            if joint.mimic is not None:
                terms = [(self.graph.one, self.names[joint.name])]
                if joint.mimic.joint in self.names:
                    terms.append((-joint.mimic.multiplier, self.names[joint.mimic.joint]))
                yield _sum([*terms, (-joint.mimic.offset - self.following(joint.mimic), "1")])

    def following(self, mimic: Mimic) -> Expr:
        """What a joint that is held adds to the angle of one that mimics it."""
        return mimic.multiplier * self.ground.held.get(mimic.joint, self.graph.zero)

    def starts(self) -> Iterator[str]:
        """Angles that are not 0 where those that nothing follows from are."""
        for joint in self.joints.values():
            angle, factor = self.graph.zero, self.graph.one
            at: Joint | None = joint
            while at is not None and at.mimic is not None:
                angle = angle + factor * (at.mimic.offset + self.following(at.mimic))
                factor = factor * at.mimic.multiplier
                at = self.joints.get(at.mimic.joint)
            if not angle.is_zero:
                yield f"{self.names[joint.name]} = {_number(angle)}"

    def limits(self) -> Iterator[str]:
        for joint in self.joints.values():
            low, high = joint.limits
            if low is not None and high is not None and low is not high:
                name = self.names[joint.name]
                yield f"{name} >= {_number(low)}"
                yield f"{name} <= {_number(high)}"

    def forces(self, motors: Sequence[str]) -> Iterator[tuple[str, str]]:
        for joint in self.joints.values():
            name = self.names[joint.name]
            terms = [(self.graph.one, f"u_{name}")] if joint.name in motors else []
            terms.append((-joint.damping, f"{name}'"))
            if told := _sum(terms):
                yield name, told

    # constraints ----------------------------------------------------------------------------
    def slips(self) -> Iterator[str]:
        """Two for each wheel."""
        for part in self.ground.parts:
            if part.wheel is None or part.axis is None or part.joint is None:
                continue
            chain = self.chain(part)
            axis = part.axis if _leads(part.axis[1], part.axis[0]) else [-e for e in part.axis]
            ahead = [axis[1], -axis[0]]
            spin = -part.wheel.radius if axis is part.axis else part.wheel.radius
            rate = (spin, f"{self.names[part.joint.name]}'")
            yield f"{_sum([*self.slip(ahead, part, chain), rate])} = 0"
            yield f"{_sum(self.slip(axis[:2], part, chain))} = 0"

    def chain(self, part: Rigid) -> list[Rigid]:
        """The parts on which a wheel hangs, the base first."""
        links = [self.parts[part.parent]]
        while links[0].parent:
            links.insert(0, self.parts[links[0].parent])
        return links

    def slip(
        self, way: Sequence[Expr], part: Rigid, chain: Sequence[Rigid]
    ) -> Iterator[tuple[Expr, str]]:
        """way . P' as a sum, where `way` turns with the last part of the chain."""
        assert part.wheel is not None
        turned = [self.turn(p) for p in chain]
        heading = _sum(turned)
        wx, wy = way
        yield wx, f"x'*cos({heading})"
        yield -wy, f"x'*sin({heading})"
        yield wx, f"y'*sin({heading})"
        yield wy, f"y'*cos({heading})"
        ends = [*(p.place for p in chain[1:]), part.wheel.centre]
        for j, (link, end) in enumerate(zip(chain, ends, strict=True)):
            ax, ay = (b - a for a, b in zip(link.place[:2], end[:2]))
            rate = _sum([(c, f"{name}'") for c, name in turned[: j + 1]])
            rate = f"({rate})" if j else rate
            beyond = _sum(turned[j + 1 :])
            level, upright = ax * wy - ay * wx, ax * wx + ay * wy
            yield level, f"{rate}*cos({beyond})" if beyond else rate
            if beyond:
                yield upright, f"{rate}*sin({beyond})"

    def turn(self, part: Rigid) -> tuple[Expr, str]:
        """By which angle a part is turned on the plane: 1 or -1, and a coordinate."""
        if part.joint is None or part.axis is None:
            return self.graph.one, PLANE[2]
        return part.axis[2], self.names[part.joint.name]

    # bodies ---------------------------------------------------------------------------------
    def bodies(self) -> Iterator[str]:
        carrying = {part.parent for part in self.ground.parts}
        for part in self.ground.parts:
            if part.mass.is_zero and part.name not in carrying:
                continue
            yield from self.body(part)

    def body(self, part: Rigid) -> Iterator[str]:
        """The tables of a part; of a wheel across neither x nor y two, the first one its mount."""
        centre = [c - p for c, p in zip(part.centre, part.place)]
        parent, origin, inertia = part.parent, ["x", "y", "0"], part.inertia
        if parent:
            arm = [b - a for a, b in zip(self.parts[parent].place, part.place)]
            origin = [_number(e) for e in arm]
        steps, axes = self.rotation(part)
        if axes is not None:
            mount = f"{part.name} (mount)"
            yield from self.table(mount, parent, origin)
            yield f"rotation = [{', '.join(_list(map(_number, row)) for row in axes)}]"
            parent, origin, back = mount, ["0", "0", "0"], transpose(axes)
            centre, inertia = apply(back, centre), product(product(back, inertia), axes)
        yield from self.table(part.name, parent, origin)
        yield f"rotation = {_list(steps)}"
        places = zip("xyz", centre)
        yield f"centre = {_list(self.measured(f'{part.name}_{i}', e) for i, e in places)}"
        yield f"mass = {_quoted(_number(part.mass))}"
        yield f"inertia = {self.inertia(part.name, inertia)}"

    def measured(self, word: str, value: Expr) -> str:
        """A number as text; a parameter for one that is a long formula."""
        if value.is_number or width(value) <= LONG:
            return _number(value)
        name = _legal(word, self.taken)
        self.numbers[name] = f"{constant(value):.15g}"
        return name

    def inertia(self, part: str, rows: Matrix) -> str:
        entries = {"xx": rows[0][0], "yy": rows[1][1], "zz": rows[2][2]}
        products = {"xy": rows[0][1], "yz": rows[1][2], "xz": rows[0][2]}
        left = [*entries] if all(e.is_zero for e in products.values()) else [*entries, *products]
        told = {
            n: self.measured(f"{part}_{n}", e)
            for n, e in (entries | products).items()
            if n in left and (len(left) == 3 or not e.is_zero)
        }
        if len(left) == 3:
            return _list(told.values())
        return f"{{ {', '.join(f'{n} = {_quoted(e)}' for n, e in told.items())} }}"

    def table(self, name: str, parent: str, origin: Sequence[str]) -> Iterator[str]:
        yield from ("", "[[bodies]]", f"name = {_quoted(name)}")
        if parent:
            yield f"parent = {_quoted(parent)}"
        yield f"origin = {_list(origin)}"

    def rotation(self, part: Rigid) -> tuple[list[str], Matrix | None]:
        """The turn of a part, and the axes of its mount where it is none about x, y or z."""
        if part.joint is None or part.axis is None:
            return [f"z {PLANE[2]}"], None
        name = self.names[part.joint.name]
        for letter, e in zip("xyz", part.axis):
            if e.is_number and abs(e.args) == 1:
                return [f"{letter} {name}" if e.args == 1 else f"{letter} -{name}"], None
        zero, one = self.graph.zero, self.graph.one
        across, along = part.axis[:2]
        columns = [[along, -across, zero], list(part.axis), [zero, zero, one]]
        return [f"y {name}"], transpose(columns)


def _leads(first: Expr, second: Expr) -> bool:
    """Is the first of two numbers that is not 0 above 0?"""
    return not text(second if first.is_zero else first).startswith("-")


# texts ------------------------------------------------------------------------------------------
def _sum(terms: Sequence[tuple[Expr, str]] | Iterator[tuple[Expr, str]]) -> str:
    """The sum of coefficient * factor."""
    written = ""
    for c, factor in terms:
        if c.is_zero:
            continue
        size = _number(c)
        size = f"({size})" if c.kind == "sum" else size
        sign, size = ("-", size[1:]) if size.startswith("-") else ("+", size)
        product = factor if size == "1" else size if factor == "1" else f"{size}*{factor}"
        written += f" {sign} {product}"
    return written[3:] if written.startswith(" + ") else written.replace(" - ", "-", 1)


def _number(value: Expr) -> str:
    """A constant as text, a rational number as a decimal where it is one."""
    if not value.is_number:
        if width(value) > MOST:
            raise TooLong(say("a place is too long a formula: write simpler angles"))
        return text(value)
    number = Fraction(int(value.args.p), int(value.args.q))
    denominator, places = number.denominator, 0
    while denominator % 2 == 0 or denominator % 5 == 0:
        denominator //= 10 if denominator % 10 == 0 else 5 if denominator % 5 == 0 else 2
        places += 1
    if denominator > 1:
        return str(number)
    digits = f"{abs(int(number * 10**places)):0{places + 1}d}"
    told = f"{digits[:-places]}.{digits[-places:].rstrip('0')}" if places else digits
    return f"{'-' if number < 0 else ''}{told.rstrip('.') if places else told}"


def _quoted(word: str) -> str:
    """A text of TOML."""
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(words: Any) -> str:
    return f"[{', '.join(map(_quoted, words))}]"
