"""Robots that nobody would build, as URDF files: trees of links with wheels, steering, casters and
arms, and what breaks them by structure: joints in circles, links on two joints, chains and circles of
what mimics what, limits the wrong way round, masses and inertias that are none, axes of no length,
names that mean something else, elements that are missing, doubled or in other places."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

NUMBERS = ["0", "1", "-1", "0.1", "0.5", "-0.15", "2", "1e-12", "1e9", "1e-99", "1e99", "-0.0"]
NUMBERS += ["1.5707963", "-1.5707963267948966", "3.14159", "0.7853982", "0.333", "9" * 30]
NONE = ["", "nan", "inf", "-", "1/2", "0x10", "1,5", "${r}", "pi", "1e400", "٣", "1 2", "--1"]
NAMES = [
    "x",
    "y",
    "theta",
    "t",
    "pi",
    "g",
    "sin",
    "dx",
    "xdot",
    "u_left",
    "left joint",
    "left-joint",
]
NAMES += ["λ", "1", "_", "q", "N", "a" * 80, "left_joint", "]]>", "x'", "\u202e", "joint.1", " "]
KINDS = ["continuous", "revolute", "prismatic", "fixed", "floating", "planar", "screw", ""]
SHAPES = ["cylinder", "sphere", "box", "mesh", "capsule"]


@dataclass(slots=True)
class Element:
    """An element of XML: tag, attributes, what is inside."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element] = field(default_factory=list)

    def text(self) -> str:
        told = "".join(f' {key}="{quoted(value)}"' for key, value in self.attributes.items())
        inside = "".join(element.text() for element in self.inside)
        return f"<{self.tag}{told}>{inside}</{self.tag}>"

    def all(self) -> list[Element]:
        """This element and all inside it."""
        return [self, *(below for element in self.inside for below in element.all())]


def quoted(value: str) -> str:
    for sign, word in (("&", "&amp;"), ("<", "&lt;"), ('"', "&quot;")):
        value = value.replace(sign, word)
    return value


def number(rng: random.Random) -> str:
    return rng.choice(NUMBERS[:7] if rng.random() < 0.7 else NUMBERS)


def triple(rng: random.Random) -> str:
    return " ".join(number(rng) for _ in range(3))


def origin(rng: random.Random, place: str | None = None, turned: str | None = None) -> Element:
    told = {"xyz": place or triple(rng)}
    if turned or rng.random() < 0.2:
        told["rpy"] = turned or triple(rng)
    return Element("origin", told)


def inertial(rng: random.Random) -> Element:
    """A mass with moments, most of them such as a body has."""
    moments = {f"i{a}{b}": "0" for a, b in ("xy", "xz", "yz")}
    moments |= {f"i{a}{a}": rng.choice(("0.1", "0.15", "0.2")) for a in "xyz"}
    if rng.random() < 0.15:
        moments[rng.choice(list(moments))] = number(rng)
    mass = Element("mass", {"value": rng.choice(("1", "5", "0.3"))})
    return Element("inertial", {}, [origin(rng, "0 0 0.1"), mass, Element("inertia", moments)])


def link(rng: random.Random, name: str, form: str | None = None) -> Element:
    inside = [inertial(rng)] if rng.random() < 0.7 else []
    if form is not None:
        told = {"radius": rng.choice(("0.1", "0.1", "0.05")), "length": "0.02"}
        shape = Element("geometry", {}, [Element(form, told)])
        inside.append(Element(rng.choice(("collision", "visual")), {}, [shape]))
    return Element("link", {"name": name}, inside)


def joint(
    rng: random.Random, name: str, ends: tuple[str, str], kind: str, axis: str, *more: Element
) -> Element:
    parent, child = ends
    inside = [
        *more,
        Element("parent", {"link": parent}),
        Element("child", {"link": child}),
        Element("axis", {"xyz": axis}),
    ]
    if kind in ("revolute", "prismatic"):
        low, high = sorted((number(rng), number(rng))) if rng.random() < 0.5 else ("-1", "1")
        inside.append(Element("limit", {"lower": low, "upper": high}))
    if rng.random() < 0.1:
        told = {rng.choice(("damping", "friction")): number(rng)}
        inside.append(Element("dynamics", told))
    return Element("joint", {"name": name, "type": kind}, inside)


def wheel(rng: random.Random, parent: str, name: str, place: str) -> list[Element]:
    """A wheel that turns about y at rest, or a ball."""
    form = rng.choice(("cylinder", "cylinder", "cylinder", "sphere"))
    at = origin(rng, place, "-1.5707963 0 0")
    kind = rng.choice(("continuous", "continuous", "continuous", "revolute"))
    return [link(rng, name, form), joint(rng, f"{name}_joint", (parent, name), kind, "0 0 1", at)]


def robot(rng: random.Random) -> str:
    """A robot as a text, with faults now and then."""
    root = Element("robot", {"name": "fuzzed"}, [link(rng, "base", rng.choice((None, "box")))])
    names = ["base"]
    for place in ("0 0.15 0.1", "0 -0.15 0.1")[: rng.choice((1, 2, 2, 2))]:
        name = f"wheel{len(names)}"
        root.inside += wheel(rng, "base", name, place)
        names.append(name)
    for _ in range(rng.choice((0, 1, 1, 2))):
        name, parent = f"arm{len(names)}", rng.choice(names)
        kind = rng.choice(("continuous", "revolute", "prismatic", "fixed"))
        axis = rng.choice(("0 0 1", "0 0 1", "0 1 0", triple(rng)))
        at = origin(rng, "0.3 0 0.1")
        root.inside += [
            link(rng, name),
            joint(rng, f"{name}_joint", (parent, name), kind, axis, at),
        ]
        names.append(name)
        if rng.random() < 0.7:
            root.inside += wheel(
                rng, name, f"wheel{len(names)}", rng.choice(("0 0 0", "-0.05 0 0"))
            )
            names.append(f"wheel{len(names)}")
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        rng.choice(FAULTS)(rng, root)
    text = root.text()
    if rng.random() < 0.05:
        cut = rng.randrange(len(text))
        text = text[:cut] + rng.choice(("", "<", "&x;", "\0", "<!DOCTYPE r []>")) + text[cut + 1 :]
    return text


def of_tag(rng: random.Random, root: Element, tag: str) -> Element | None:
    every = [element for element in root.all() if element.tag == tag]
    return rng.choice(every) if every else None


def circle(rng: random.Random, root: Element) -> None:
    """The parent, or the child, of a joint is another link."""
    end = of_tag(rng, root, rng.choice(("parent", "child")))
    other = of_tag(rng, root, "link")
    if end is not None and other is not None:
        end.attributes["link"] = other.attributes.get("name", "")


def loop(rng: random.Random, root: Element) -> None:
    """One more joint between two links that are there."""
    ends = [of_tag(rng, root, "link") for _ in range(2)]
    pair = tuple("" if end is None else end.attributes.get("name", "") for end in ends)
    root.inside.append(joint(rng, "loop", (pair[0], pair[1]), rng.choice(KINDS), triple(rng)))


def mimic(rng: random.Random, root: Element) -> None:
    """Joints that follow others, perhaps in a circle, perhaps one that is not there."""
    for _ in range(rng.randint(1, 3)):
        follows, leads = (of_tag(rng, root, "joint") for _ in range(2))
        if follows is None or leads is None:
            return
        told = {"joint": leads.attributes.get("name", "")}
        if rng.random() < 0.6:
            told["multiplier"] = number(rng)
        if rng.random() < 0.5:
            told["offset"] = number(rng)
        follows.inside.append(Element("mimic", told))


def limits(rng: random.Random, root: Element) -> None:
    """A joint with limits, the wrong way round or not."""
    own = of_tag(rng, root, "joint")
    if own is not None:
        own.attributes["type"] = rng.choice(("revolute", "prismatic"))
        own.inside.append(Element("limit", {"lower": number(rng), "upper": number(rng)}))


def kind(rng: random.Random, root: Element) -> None:
    own = of_tag(rng, root, "joint")
    if own is not None:
        own.attributes["type"] = rng.choice(KINDS)


def value(rng: random.Random, root: Element) -> None:
    """An attribute with another number, or with none."""
    own = rng.choice([element for element in root.all() if element.attributes])
    key = rng.choice(list(own.attributes))
    other: Callable[[], str] = rng.choice((lambda: number(rng), lambda: rng.choice(NONE)))
    words = own.attributes[key].split()
    if len(words) == 3 and rng.random() < 0.8:
        words[rng.randrange(3)] = other()
        own.attributes[key] = " ".join(words)
    else:
        own.attributes[key] = other()


def form(rng: random.Random, root: Element) -> None:
    geometry = of_tag(rng, root, "geometry")
    if geometry is not None and geometry.inside:
        geometry.inside[0].tag = rng.choice(SHAPES)


def renamed(rng: random.Random, root: Element) -> None:
    """A link or a joint has another name, everywhere or here alone."""
    own = of_tag(rng, root, rng.choice(("link", "joint")))
    if own is None:
        return
    old, new = own.attributes.get("name", ""), rng.choice(NAMES)
    for element in root.all() if rng.random() < 0.8 else [own]:
        for key in ("name", "link", "joint"):
            if element.attributes.get(key) == old:
                element.attributes[key] = new


def dropped(rng: random.Random, root: Element) -> None:
    """An element or an attribute is missing."""
    own = rng.choice(root.all())
    if own.inside and rng.random() < 0.5:
        own.inside.pop(rng.randrange(len(own.inside)))
    elif own.attributes:
        own.attributes.pop(rng.choice(list(own.attributes)))


def doubled(rng: random.Random, root: Element) -> None:
    """An element stands twice, or in another one too."""
    own = rng.choice(root.inside) if root.inside and rng.random() < 0.5 else rng.choice(root.all())
    into = root if rng.random() < 0.5 else rng.choice(root.all())
    if into not in own.all():
        into.inside.insert(rng.randint(0, len(into.inside)), own)


FAULTS = [circle, loop, mimic, mimic, limits, kind, value, value, value, form, renamed, dropped]
FAULTS += [doubled]
