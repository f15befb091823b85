"""Which joints of a robot are wheels, which steer, and which rigid parts the others leave.

Everything is told in the rest pose, along the axes of the base: all joints at 0, but for those that
are held where what they mimic puts them.  A wheel turns
about a horizontal axis and is a cylinder or a sphere about it that reaches the lowest place where
one does.  A vertical joint between the base and a wheel steers, or is that of a caster.  All other
joints are held, which is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nonholo.decide.zero import surely_zero
from nonholo.dynamics.space import Vector, apply, cross, identity, plus, product, scaled
from nonholo.errors import BadCase
from nonholo.expression.graph import Expr, Graph
from nonholo.expression.ranges import range_of
from nonholo.linear.elimination import Matrix, dot, transpose
from nonholo.numerics.compile import constant
from nonholo.readers.urdf_file import Inertial, Joint, Pose, Robot, Shape
from nonholo.words.sentence import say

TURNING = ("continuous", "revolute")
ALMOST = 1e-3  # of a radius, or rad: so far beside its axis a wheel still counts as round
NEAR = 0.05  # of its radius: so far above the ground a wheel still counts as touching it


@dataclass(frozen=True, slots=True)
class Wheel:
    """A round shape that turns about the axis of a joint; centre: along the axes of the base."""

    radius: Expr
    centre: Vector

    @property
    def lowest(self) -> float:
        """The height of its lowest place."""
        return constant(self.centre[2] - self.radius)


@dataclass(frozen=True, slots=True)
class Rigid:
    """What moves as one: the base, or what a joint turns, with its mass and inertia about centre.

    place: of its frame, in the rest pose; joint, axis: what turns it, None for the base; parent:
    the name of the rigid part on which it hangs; wheel: where it rolls.
    """

    name: str
    place: Vector
    mass: Expr
    centre: Vector
    inertia: Matrix
    joint: Joint | None = None
    axis: Vector | None = None
    parent: str = ""
    wheel: Wheel | None = None


@dataclass(frozen=True, slots=True)
class OnGround:
    """The rigid parts of a robot, each behind the one that it hangs on.

    lacking: those of which nothing has a mass, though they have a shape; held: where joints are
    held that are not held at 0.
    """

    parts: tuple[Rigid, ...]
    lacking: tuple[str, ...]
    remarks: tuple[str, ...]
    held: Mapping[str, Expr]


def on_ground(robot: Robot, radii: Mapping[str, Expr], source: str) -> OnGround:
    """The wheels of a robot on the plane, and what they carry.

    radii: of wheels whose shape has none, by the names of their joints.  Raises BadCase for a
    robot without wheels, with rollers, or with a joint that cannot be told in such a case.
    """
    standing = _Standing(robot, radii, {})
    standing.find_wheels()
    if held := standing.held_elsewhere():
        standing = _Standing(robot, radii, held)
        standing.find_wheels()
    complaints = standing.complaints()
    if complaints:
        raise BadCase(source, complaints)
    parts = tuple(standing.rigid_parts())
    return OnGround(parts, tuple(standing.lacking), tuple(standing.remarks), held)


class _Standing:
    """A robot in its rest pose; what is found of it, step by step."""

    def __init__(self, robot: Robot, radii: Mapping[str, Expr], held: Mapping[str, Expr]):
        self.robot, self.radii, self.held_at, self.graph = robot, radii, held, robot.graph
        self.base = _base(robot)
        still = Pose([self.graph.zero] * 3, identity(self.graph))
        self.poses = {self.base: still}
        self.paths: dict[str, tuple[Joint, ...]] = {self.base: ()}
        self.order = [self.base]
        for link in self.order:  # which grows
            for joint in robot.below(link):
                self.poses[joint.child] = self.poses[link].then(joint.pose).then(self.turn(joint))
                self.paths[joint.child] = (*self.paths[link], joint)
                self.order.append(joint.child)
        self.joints = [j for j in robot.joints if j.child in self.poses and j.child != self.base]
        self.axes = {j.name: self.axis(j) for j in self.joints if j.kind in TURNING}
        self.round: dict[str, Wheel] = {}
        self.rolling: dict[str, Wheel] = {}
        self.steering: dict[str, Joint] = {}
        self.lacking: list[str] = []
        self.remarks: list[str] = []

    def turn(self, joint: Joint) -> Pose:
        """What the value at which a joint is held does, in its own axes (Rodrigues)."""
        graph, still = self.graph, identity(self.graph)
        value = self.held_at.get(joint.name, graph.zero)
        if value.is_zero or joint.kind not in (*TURNING, "prismatic"):
            return Pose([graph.zero] * 3, still)
        axis = [e / graph.sqrt(dot(graph, joint.axis, joint.axis)) for e in joint.axis]
        if joint.kind == "prismatic":
            return Pose(scaled(value, axis), still)
        c, s = graph.cos(value), graph.sin(value)
        sides = [cross(axis, e) for e in still]  # columns of the cross product
        axes = [
            [c * still[i][j] + s * sides[j][i] + (1 - c) * axis[i] * axis[j] for j in range(3)]
            for i in range(3)
        ]
        return Pose([graph.zero] * 3, axes)

    def held_elsewhere(self) -> dict[str, Expr]:
        """Where joints that neither roll nor steer are put by what they mimic, if not at 0."""
        joints = {joint.name: joint for joint in self.robot.joints}
        moving = self.rolling.keys() | self.steering.keys()

        def value(name: str) -> Expr:
            mimic = joints[name].mimic
            if name in moving or mimic is None:
                return self.graph.zero
            return mimic.multiplier * value(mimic.joint) + mimic.offset

        values = {joint.name: value(joint.name) for joint in self.joints}
        return {name: angle for name, angle in values.items() if not angle.is_zero}

    def axis(self, joint: Joint) -> Vector:
        """A unit vector along the axis, at rest; components that vanish are 0."""
        direction = apply(self.poses[joint.parent].then(joint.pose).axes, joint.axis)
        size = self.graph.sqrt(dot(self.graph, joint.axis, joint.axis))
        return [self.graph.zero if surely_zero(e) else e / size for e in direction]

    def is_level(self, joint: Joint) -> bool:
        return joint.kind in TURNING and self.axes[joint.name][2].is_zero

    def is_upright(self, joint: Joint) -> bool:
        return joint.kind in TURNING and all(e.is_zero for e in self.axes[joint.name][:2])

    # what rolls -----------------------------------------------------------------------------
    def find_wheels(self) -> None:
        for joint in filter(self.is_level, self.joints):
            wheel = self.given(joint) or self.about_axis(joint)
            if wheel is not None:
                self.round[joint.name] = wheel
        ground = min((w.lowest for w in self.round.values()), default=0.0)
        for name, wheel in self.round.items():
            gap = wheel.lowest - ground
            if gap <= NEAR * constant(wheel.radius):
                self.rolling[name] = wheel
            if gap > 1e-12:
                told = say("touches the ground") if name in self.rolling else say("hangs above it")
                self.remarks.append(
                    say(
                        "{name}: {gap} above the lowest wheel, {told}",
                        name=name,
                        gap=f"{gap:.3g}",
                        told=told,
                    )
                )
        for joint in self.joints:
            if joint.name in self.rolling:
                above = self.paths[joint.parent]
                self.steering |= {j.name: j for j in above if self.is_upright(j)}
        self.remarks += self.sliding(ground)
        self.remarks += self.on_other_axles()

    def given(self, joint: Joint) -> Wheel | None:
        radius = self.radii.get(joint.name)
        return None if radius is None else Wheel(radius, self.poses[joint.child].place)

    def about_axis(self, joint: Joint) -> Wheel | None:
        """The greatest cylinder or sphere about the axis among what turns with the joint."""
        axis, hub = self.axes[joint.name], self.poses[joint.child].place
        hubs = []
        for link in self.fixed_to(joint.child):
            for shape in self.robot.links[link].shapes:
                pose = self.poses[link].then(shape.pose)
                if shape.radius is None or not _is_about(axis, hub, shape, pose):
                    continue
                arm = [a - b for a, b in zip(pose.place, hub)]
                centre = plus(hub, scaled(dot(self.graph, axis, arm), axis))
                hubs.append(Wheel(shape.radius, centre))
        return max(hubs, key=lambda wheel: constant(wheel.radius), default=None)

    def fixed_to(self, link: str) -> list[str]:
        """The link and what is fixed to it."""
        links = [link]
        for base in links:  # which grows
            links += [j.child for j in self.robot.below(base) if j.kind == "fixed"]
        return links

    def sliding(self, ground: float) -> Iterator[str]:
        """What is said of spheres fixed to something that does not roll, where they touch."""
        turned = {link for name in self.rolling for link in self.fixed_to(self.child(name))}
        for link in self.order:
            for shape in self.robot.links[link].shapes:
                if shape.kind != "sphere" or shape.radius is None or link in turned:
                    continue
                centre = self.poses[link].then(shape.pose).place
                if constant(centre[2] - shape.radius) - ground <= NEAR * constant(shape.radius):
                    yield say(
                        "{name}: a ball that slides on the ground without friction", name=link
                    )

    def on_other_axles(self) -> Iterator[str]:
        """What is said of wheels that do not steer where their axles are not one line."""
        fast = [name for name in self.rolling if not self.turned(name)]
        for name in fast[1:]:
            arm = [a - b for a, b in zip(self.rolling[name].centre, self.rolling[fast[0]].centre)]
            along = self.axes[fast[0]]
            if not all(surely_zero(e) for e in cross(along, [*arm[:2], self.graph.zero])):
                yield say(
                    "{name} and {other} do not steer, and their axles are not one line: without "
                    "slip the robot goes straight on alone; for one that skids take the second "
                    "row of such wheels out of the case file; of wheels with rollers keep the "
                    "sum or difference of the two rows",
                    name=fast[0],
                    other=name,
                )
                return

    def turned(self, name: str) -> bool:
        """A joint above the wheel steers it."""
        above = self.paths[self.child(name)][:-1]
        return any(joint.name in self.steering for joint in above)

    def child(self, name: str) -> str:
        return next(joint.child for joint in self.joints if joint.name == name)

    # what is wrong --------------------------------------------------------------------------
    def complaints(self) -> list[str]:
        complaints: list[str] = [
            say(
                "joint {name}: rolls or steers where what it mimics puts it, and not at 0; needed "
                "is one or the other",
                name=name,
            )
            for name in self.held_at
            if name in self.rolling or name in self.steering
        ]
        complaints += [
            say("radii.{name}: no joint with a level axis has this name", name=name)
            for name in self.radii
            if name not in self.round
        ]
        complaints += [
            say(
                "joint {name}: of type {kind}, which a robot on a plane has at its root alone",
                name=joint.name,
                kind=joint.kind,
            )
            for joint in self.joints
            if joint.kind in ("floating", "planar")
        ]
        complaints += [
            say(
                "joint {name}: its axis is level but for {tilt}, and has to be so exactly; write "
                "the digits of pi/2 as they are, or the axis in whole numbers",
                name=joint.name,
                tilt=f"{tilt:.1g}",
            )
            for joint in self.joints
            if joint.kind in TURNING
            for tilt in [abs(constant(self.axes[joint.name][2]))]
            if 0 < tilt < 10 * ALMOST
        ]
        if not self.rolling and not complaints:
            complaints.append(self.no_wheel())
        for joint in self.joints:
            over = [j.name for j in self.paths[joint.child][:-1] if j.name in self.rolling]
            if over and joint.kind != "fixed":
                complaints.append(
                    say(
                        "joint {name} hangs below the wheel {wheel}: wheels with rollers (omni, "
                        "mecanum) are not told by a URDF file; write their constraints yourself",
                        name=joint.name,
                        wheel=over[0],
                    )
                )
        return complaints

    def no_wheel(self) -> str:
        level = ", ".join(joint.name for joint in self.joints if self.is_level(joint))
        hint = (
            say("; level axes are those of {names}: a mesh has no radius, give it", names=level)
            if level
            else ""
        )
        return say(
            "there is no wheel: needed is a continuous or revolute joint with a level axis, whose "
            "link has a cylinder or a sphere about it{hint}",
            hint=hint,
        )

    # rigid parts ----------------------------------------------------------------------------
    def rigid_parts(self) -> Iterator[Rigid]:
        """The base and what the joints that roll or steer turn, in order."""
        moving = self.rolling.keys() | self.steering.keys()
        leader: dict[str, str] = {}
        members: dict[str, list[str]] = {}
        for link in self.order:
            joint = self.paths[link][-1] if self.paths[link] else None
            leads = joint is None or joint.name in moving
            leader[link] = link if leads or joint is None else leader[joint.parent]
            members.setdefault(leader[link], []).append(link)
            if joint is not None and not leads and joint.kind != "fixed":
                self.remarks.append(self.held(joint))
        for name, links in members.items():
            place = self.poses[name].place
            mass, centre, inertia = self.together(links)
            bare = [
                n for n in links if self.robot.links[n].shapes and not self.robot.links[n].inertial
            ]
            if bare and mass.is_zero:
                self.lacking.append(name)
            elif bare:
                told = say(
                    "{names}: without mass, having no inertial element", names=", ".join(bare)
                )
                self.remarks.append(told)
            if not self.paths[name]:
                yield Rigid(name, place, mass, centre, inertia)
                continue
            joint = self.paths[name][-1]
            yield Rigid(
                name,
                place,
                mass,
                centre,
                inertia,
                joint,
                self.axes[joint.name],
                leader[joint.parent],
                self.rolling.get(joint.name),
            )

    def held(self, joint: Joint) -> str:
        over_wheel = any(joint in self.paths[self.child(name)] for name in self.rolling)
        if over_wheel and joint.kind in TURNING:
            return say(
                "{name}: held at 0; it carries a wheel, and its axis is not upright",
                name=joint.name,
            )
        if joint.mimic is not None:
            return say(
                "{name}: held at {value} ({kind}); it mimics {other}, which is not followed here",
                name=joint.name,
                value=self.held_at.get(joint.name, self.graph.zero),
                kind=joint.kind,
                other=joint.mimic.joint,
            )
        low, high = joint.limits
        if low is not None and high is not None and _apart_from_0(low, high):
            return say(
                "{name}: held at 0 ({kind}), beyond its limits, {low} to {high}",
                name=joint.name,
                kind=joint.kind,
                low=low,
                high=high,
            )
        return say("{name}: held at 0 ({kind})", name=joint.name, kind=joint.kind)

    def together(self, links: list[str]) -> tuple[Expr, Vector, Matrix]:
        """Mass, mass centre and inertia about it of some links, at rest (Steiner)."""
        graph = self.graph
        heavy: list[tuple[Inertial, Pose]] = [
            (body, self.poses[link].then(body.pose))
            for link in links
            for body in [self.robot.links[link].inertial]
            if body is not None
        ]
        total = graph.add(graph.zero, *(body.mass for body, _ in heavy))
        if total.is_zero:
            return total, self.poses[links[0]].place, [[graph.zero] * 3] * 3
        centre = [graph.zero] * 3
        for body, pose in heavy:
            centre = plus(centre, scaled(body.mass / total, pose.place))
        inertia = [[graph.zero] * 3] * 3
        for body, pose in heavy:
            turned = product(product(pose.axes, body.inertia), transpose(pose.axes))
            arm = [a - b for a, b in zip(pose.place, centre)]
            steiner = _steiner(graph, body.mass, arm)
            inertia = [plus(plus(a, b), c) for a, b, c in zip(inertia, turned, steiner)]
        return total, centre, inertia


def _base(robot: Robot) -> str:
    """The link whose place on the plane is x, y, theta: below a root that is the world alone."""
    joints, root = robot.below(robot.root), robot.links[robot.root]
    if len(joints) == 1 and joints[0].kind in ("floating", "planar"):
        return joints[0].child if not root.shapes and root.inertial is None else robot.root
    return robot.root


def _steiner(graph: Graph, mass: Expr, arm: Vector) -> Matrix:
    """m (|a|^2 - a a^T)."""
    square = dot(graph, arm, arm)
    return [
        [mass * ((square if i == j else graph.zero) - arm[i] * arm[j]) for j in range(3)]
        for i in range(3)
    ]


def _is_about(axis: Vector, hub: Vector, shape: Shape, pose: Pose) -> bool:
    """Does a round shape turn about its own axis, but for a thousandth?"""
    assert shape.radius is not None
    arm = [a - b for a, b in zip(pose.place, hub)]
    beside = max(abs(constant(e)) for e in cross(axis, arm))
    spin = axis if shape.kind == "sphere" else [row[2] for row in pose.axes]
    tilt = max(abs(constant(e)) for e in cross(axis, spin))
    return beside <= ALMOST * constant(shape.radius) and tilt <= ALMOST


def _apart_from_0(low: Expr, high: Expr) -> bool:
    return range_of(low).positive or range_of(high).negative
