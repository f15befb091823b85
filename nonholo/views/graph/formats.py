"""The dependency graph as text: DOT, Mermaid, node-link data; its labels by hand and as mathtext.

What labels say is shown and never obeyed: each language gets them escaped.  Nodes come in the order
of the graph, edges in the order of their ends, so that equal graphs give equal text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonholo.views.page.mathml_signs import CAPITALS, GREEK

if TYPE_CHECKING:
    from nonholo.findings.arrows import Arrows

SHAPES = {
    "velocity": "ellipse",
    "constraint": "box",
    "coordinate": "plaintext",
    "equation": "box",
    "multiplier": "diamond",
}
BRACKETS = {
    "velocity": '(["{}"])',
    "constraint": '["{}"]',
    "coordinate": '("{}")',
    "equation": '[["{}"]]',
    "multiplier": '{{{{"{}"}}}}',
}
COLOURS = {
    "independent": "#dcebf7",
    "dependent": "#fbe3d6",
    "time": "#eeeeee",
    "redundant": "#eeeeee",
}
ARROWS = {
    "solves for": ("bold", "==>"),
    "drives": ("bold", "==>"),
    "occurs in": ("dotted", "-.->"),
    "implies": ("dashed", "-.->"),
    "reaction": ("dashed", "-.->"),
}


def edges(graph: Arrows, drawn: bool = False) -> list[tuple[str, str, dict]]:
    """The edges, by the places of their ends among the nodes; drawn: with what a picture shows."""
    every = drawn_edges(graph) if drawn else graph.edges(data=True)
    place = {node: i for i, node in enumerate(graph)}
    return sorted(every, key=lambda e: (place[e[0]], place[e[1]]))


def drawn_edges(graph: Arrows) -> list[tuple[str, str, dict]]:
    """The edges with what a picture shows of their data; a DiGraph has one kind of data."""
    drawn = getattr(graph, "drawn_edges", None)
    return drawn() if drawn else graph.edges(data=True)


def node_link(graph: Arrows) -> dict:
    """Plain data as `networkx.node_link_graph(data, edges="edges")` reads it back.

    >>> import networkx as nx
    >>> node_link(nx.DiGraph([("x'", "constraint 1")]))["edges"]
    [{'source': "x'", 'target': 'constraint 1'}]
    """
    return {
        "directed": graph.is_directed(),
        "multigraph": graph.is_multigraph(),
        "graph": graph.graph,
        "nodes": [{**data, "id": node} for node, data in graph.nodes.items()],
        "edges": [{**data, "source": u, "target": v} for u, v, data in edges(graph)],
    }


def _visible(text: str) -> str:
    """Without control characters; a line break stays one."""
    return "".join(c for c in str(text) if c >= " " or c == "\n")


# -------------------------------------------------------------------------------------------- DOT


def dot(graph: Arrows) -> str:
    """Graphviz, the layers as columns: `dot -Tsvg`."""
    lines = [
        "digraph dependency {",
        "  rankdir=LR;",
        '  node [fontname="serif"];',
        '  edge [fontname="serif", fontsize=11];',
    ]
    variables = variables_of(graph)
    for node, data in graph.nodes.items():
        label = _quoted(_label(node, data, variables))
        lines.append(f"  {_quoted(node)} [label={label}, {_dot_look(data)}];")
    for u, v, data in edges(graph):
        style = ARROWS.get(data.get("relation", ""), ("solid", ""))[0]
        label = _quoted(by_hand(data.get("coefficient", ""), variables))
        lines.append(f"  {_quoted(u)} -> {_quoted(v)} [label={label}, style={style}];")
    lines += [f"  {{rank=same; {'; '.join(map(_quoted, nodes))}}}" for nodes in _columns(graph)]
    return "\n".join([*lines, "}"]) + "\n"


def variables_of(graph: Arrows) -> frozenset[str]:
    """The names of the coordinates."""
    return frozenset(d["variable"] for d in graph.nodes.values() if "variable" in d)


def _label(node: str, data: dict, variables: frozenset[str]) -> str:
    """What the node shows; a constraint with its number, as an equation, or by its name."""
    label = data.get("label", node)
    if data.get("kind") != "constraint":
        return by_hand(label, variables)
    named = ": " in label  # of a contact
    return f"{node}\n{label if named else by_hand(equation(label), variables)}"


def equation(label: str) -> str:
    """A row of the constraints with what it is equal to."""
    return label if "=" in label else f"{label} = 0"


def _quoted(text: str) -> str:
    r"""A DOT string that shows exactly `text`.

    >>> print(_quoted('say "x\n"'))
    "say \"x\n\""
    """
    escaped = _visible(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _dot_look(data: dict) -> str:
    style = "filled,dashed" if data.get("role") == "redundant" else "filled"
    shape = SHAPES.get(data.get("kind", ""), "box")
    colour = COLOURS.get(data.get("role", ""), "white") if shape == "ellipse" else "white"
    return f'shape={shape}, style="{style}", fillcolor="{colour}"'


def _columns(graph: Arrows) -> Iterator[list[str]]:
    """Velocities, constraints and equations of the same layer."""
    layers: dict[int, list[str]] = {}
    for node, data in graph.nodes.items():
        if data.get("kind") in ("velocity", "constraint", "equation"):
            layers.setdefault(data.get("layer", 0), []).append(node)
    yield from (layers[layer] for layer in sorted(layers) if len(layers[layer]) > 1)


# ---------------------------------------------------------------------------------------- Mermaid


def mermaid(graph: Arrows) -> str:
    """A Mermaid flowchart, as Markdown pages show it."""
    names, variables = {node: f"n{i}" for i, node in enumerate(graph)}, variables_of(graph)
    lines = ["flowchart LR"]
    for node, data in graph.nodes.items():
        label = _entities(_label(node, data, variables))
        box = BRACKETS.get(data.get("kind", ""), '["{}"]').format(label)
        lines.append(f"  {names[node]}{box}")
    for u, v, data in edges(graph):
        arrow = ARROWS.get(data.get("relation", ""), ("", "-->"))[1]
        words = _entities(by_hand(data.get("coefficient", ""), variables))
        label = f'|"{words}"|' if words else ""
        lines.append(f"  {names[u]} {arrow}{label} {names[v]}")
    for role, colour in COLOURS.items():
        members = [
            names[n]
            for n, a in graph.nodes.items()
            if a.get("role") == role
            and a.get("kind") in ("velocity", "constraint")
            and (a["kind"] == "velocity" or role == "redundant")
        ]
        if members:
            dashed = ",stroke-dasharray:4 3" if role == "redundant" else ""
            lines.append(f"  classDef {role} fill:{colour},stroke:#555,color:#111{dashed}")
            lines.append(f"  class {','.join(members)} {role}")
    return "\n".join(lines) + "\n"


def _entities(text: str) -> str:
    """Letters, digits and harmless signs as they are, everything else by number.

    >>> _entities('a < "b"')
    'a #60; #34;b#34;'
    """
    shown = (
        c if c.isalnum() or c in " _.,'+-/=" else "<br/>" if c == "\n" else f"#{ord(c)};"
        for c in _visible(text)
    )
    return "".join(shown)


# ------------------------------------------------------------------------------------ expressions

SHOWN = GREEK | CAPITALS
NAMED = "sin cos tan cot sec csc sinh cosh tanh exp ln"
FUNCTIONS = {name: rf"\{name}" for name in NAMED.split()}
FUNCTIONS |= {"asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "log": r"\ln"}
TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d]\w*'*|\*\*|\S")
INDEXED = re.compile(r"(.+?)(?:_+(\w*)|(\d+))?")
SIGNS = {"…": r"\ldots", "/": "/", "|": "|", ",": r",\,"} | {c: f"\\{c}" for c in "{}$%#&_"}
LONGEST = 400  # signs: beyond it nothing is typeset


def shortened(text: str, limit: int) -> str:
    """`text` cut after a term or a factor, or inside its longest bracket.

    >>> shortened("3*x**2 + 2*y**2 + z**2", 15)
    '3*x**2 + …'
    >>> shortened("(x**2 + y**2 + z**2)/(3*R)", 15)
    '(…)/(3*R)'
    """
    if len(text) <= limit:
        return text
    cuts, groups = _outermost(text)
    cut = max((c for c in cuts if c < limit - 2), key=lambda c: (text[c] in "+-=", c), default=0)
    if 3 * cut >= limit or not groups:
        if not cut:
            return "…" if cuts and cuts[0] < limit else text[: limit - 1] + "…"
        return text[: cut + 1] + (" …" if text[cut] in "+-=" else "…")
    start, stop = max(groups, key=lambda g: g[1] - g[0])
    room = limit - len(text) + stop - start - 1
    inside = shortened(text[start + 1 : stop], room) if room > 6 else "…"
    inside = inside if len(inside) < stop - start - 1 else "…"
    return shortened(text[: start + 1] + inside + text[stop:], limit)


def _outermost(text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """Places of the operators outside brackets, and the ends of the brackets themselves."""
    cuts, groups, depth, start = [], [], 0, 0
    for match in TOKEN.finditer(text):
        token, place = match.group(), match.start()
        if token == "(":
            depth, start = depth + 1, start if depth else place
        elif token == ")" and depth:
            depth -= 1
            if not depth and place - start > 2:
                groups.append((start, place))
        elif not depth and place and token in "+-*/=":
            cuts.append(place)
    return cuts, groups


def by_hand(text: str, variables: frozenset[str] = frozenset()) -> str:
    """An expression or equation of the language in signs, as it is written by hand on one line.

    >>> by_hand("R*sin(theta)**2*phi1dot = x/(2*a)", frozenset(["phi1"]))
    "R sin(\u03b8)^2 \u03d51' = x/(2 a)"
    """

    def sign(match: re.Match[str]) -> str:
        token = match[0]
        if token == "*":
            bound = text[match.end() : match.end() + 1]
            return "\u00b7" if bound.isdigit() or bound in ("-", "+") else " "
        if token == "**":
            return "^"
        base, order, before = _parts(token, variables)
        stem = base.rstrip("0123456789")
        return before + SHOWN.get(stem, stem) + base[len(stem) :] + "'" * order

    return TOKEN.sub(sign, text)


def mathtext(text: str, variables: frozenset[str] = frozenset()) -> str:
    r"""An expression or equation of the language as TeX that matplotlib sets.

    >>> print(mathtext("R*sin(theta)**2*phi1' = x/(2*a)"))
    R\,\sin^{2} \theta\,\dot{\phi}_{1} = x/(2\,a)
    """
    return _sequence(_nested(TOKEN.findall(text)), variables)


def _nested(tokens: list[str]) -> list:
    """Brackets as lists inside lists; a bracket without its partner stays a sign."""
    stack: list[list] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            group = stack.pop()
            stack[-1].append(group)
        else:
            stack[-1].append(token)
    while len(stack) > 1:
        group = stack.pop()
        stack[-1] += ["(", *group]
    return stack[0]


def _sequence(items: list, variables: frozenset[str]) -> str:
    """Factors side by side, signs between them."""
    out, place, operand, under = "", 0, False, False
    while place < len(items):
        item = items[place]
        if item in ("**", "^") and place + 1 < len(items):
            power, place = _power(items, place + 1, variables)
            out += power
        elif item == "*":
            signed = items[place + 1 : place + 2] in (["-"], ["+"])
            sign = r"\cdot " if signed or under else ""
            out, place, operand = out + sign, place + 1, operand and not sign
        elif isinstance(item, str) and not (item[0].isalnum() or item[0] in "_…"):
            out, place, operand = out + SIGNS.get(item, f" {item} "), place + 1, False
            under = item == "/"
        else:
            piece, place = _operand(items, place, variables)
            space = (r"\cdot " if piece[0].isdigit() else r"\,") if operand else ""
            out, operand = out + space + piece, True
    return out.strip()


def _power(items: list, place: int, variables: frozenset[str]) -> tuple[str, int]:
    """The exponent that begins at `place`, raised, and where it ends."""
    end = place + 2 if items[place] in ("-", "+") else place + 1
    group = items[place] if isinstance(items[place], list) else items[place:end]
    return f"^{{{_sequence(group, variables)}}}", end


def _operand(items: list, place: int, variables: frozenset[str]) -> tuple[str, int]:
    """A name, number, bracket or function with its argument, and where it ends."""
    item, after = items[place], items[place + 1] if place + 1 < len(items) else ""
    if isinstance(item, list):
        return f"({_sequence(item, variables)})", place + 1
    if not isinstance(after, list):
        return _name(item, variables), place + 1
    inside = _sequence(after, variables)
    if item in ("sqrt", "abs"):
        return (f"\\sqrt{{{inside}}}" if item == "sqrt" else f"|{inside}|"), place + 2
    power, end = "", place + 2
    if item in FUNCTIONS and end + 1 < len(items) and items[end] in ("**", "^"):
        power, end = _power(items, end + 1, variables)
    plain = item in FUNCTIONS and len(after) == 1 and isinstance(after[0], str)
    word = FUNCTIONS.get(item) or _name(item, variables)
    return word + power + (f" {inside}" if plain else f"({inside})"), end


def _name(token: str, variables: frozenset[str]) -> str:
    r"""A name with its dots and its index: theta1dot is \dot{\theta}_{1} for a variable theta1."""
    if token[0].isdigit():
        return token
    base, order, before = _parts(token, variables)
    before = rf"\mathrm{{{before}}}" if before else ""
    parts = INDEXED.fullmatch(base)
    stem, word, digits = parts.groups() if parts else (base, None, None)
    index = _letters(word or digits or "")
    return before + _accented(stem, order) + (f"_{{{index}}}" if index else "")


def _parts(token: str, variables: frozenset[str]) -> tuple[str, int, str]:
    """A name without its dots, how many they are, and the d of a differential before it."""
    base = token.rstrip("'")
    order, before = len(token) - len(base), ""
    for ending, dots in (("ddot", 2), ("dot", 1)):
        if base not in variables and base.removesuffix(ending) in variables:
            base, order = base.removesuffix(ending), order + dots
    if base not in variables and base[:1] == "d" and base[1:] in variables | {"t"}:
        base, before = base[1:], "d"
    return base, order, before


def _accented(stem: str, order: int) -> str:
    letters = _letters(stem)
    return f"\\{'d' * (order - 1)}dot{{{letters}}}" if 0 < order < 4 else letters + "'" * order


def _letters(stem: str) -> str:
    if stem in SHOWN:
        return f"\\{stem}"
    return stem if len(stem) < 2 or stem.isdigit() else f"\\mathrm{{{stem.replace('_', ' ')}}}"
