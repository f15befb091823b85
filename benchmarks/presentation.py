"""The records of the benchmark as a page: tables, growth exponents, and a log-log picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np

TITLES = {
    "trailers": "Chains of trailers: n trailers, n + 1 constraints in n + 3 coordinates (nonholonomic)",
    "set": "Integrable sets w = M(q) dG, G_l = x_l + g_l(z): k forms in n = 2k coordinates, simple when solved for x'",
    "set_mixed": "Integrable sets w = M(q) dG, G_l = x_l + g_l(x, z): k forms in n = 2k coordinates, not simple solved",
    "form": "One integrable form mu dG in n coordinates",
    "contact": "One contact form dz - sum p_i dx_i in n coordinates (nonholonomic)",
    "sparse": "Sparse integrable sets: k forms in n coordinates, up to eight entries a row",
    "sparse_off": "The same with one coefficient off by 1e-30 (nonholonomic)",
    "dense": "Dense integrable sets with quadratic entries: k forms in n coordinates",
    "dense_off": "The same with one quadratic term more in one entry (nonholonomic)",
}
METHODS = {
    "points": "ours: at points",
    "symbols": "ours: by symbols",
    "check": "ours: whole check",
    "dgcv": "dgcv",
    "dgcv_numeric": "dgcv numeric",
    "symbtools": "symbtools",
    "wedge": "SymPy wedge",
    "diffgeom": "sympy.diffgeom",
}
PEERS = ("dgcv", "dgcv_numeric", "symbtools", "wedge", "diffgeom")
FLOOR = 0.002  # seconds; shorter times say nothing about growth

HEAD = """\
# Benchmarks

How long the joint verdict takes ("are these constraints integrable together?"), for this package and for other
Python packages that answer the same question. The page is written by

    python benchmarks/integrability.py --write

Measured on {date}: {machine}.
Versions: {versions}.

- *ours: at points*: from the constraints as read (as the peers have them) to the verdict, by linear algebra at random
  points modulo a random prime: "no" is a proof, "yes" has an error bound. *ours: by symbols*: the same question by the
  curvature of the solved form and its normal forms; "yes" is a proof unless marked. *ours: whole check*: texts in,
  everything `check` says out (parsing, growth vector, every form alone, accessibility, virtual displacements).
- *dgcv*: first step of the derived flag of the annihilator, with its own symbolic engine; *dgcv numeric*: the same with
  `use_numeric_methods=True`. *symbtools*: `nullspaceMatrix` and `involutivity_test`. *SymPy wedge*: the components of
  w_1 ^ ... ^ w_k ^ dw_l in plain SymPy, each through `simplify`, up to the first that does not vanish.
  *sympy.diffgeom*: the same with its `WedgeProduct` and `Differential`.
- Each entry is one process of its own, with the median of up to 5 runs (one, if it takes longer than 1 s), in CPU time;
  SymPy's cache and ours are emptied before each. Starting Python, importing packages and making SymPy expressions are
  not counted. Ratios within a row count, seconds are those of this machine.
- "> N s": ended after N seconds; "-": not tried, since a smaller size had already been ended.
  **wrong** marks a wrong answer. "~" marks a verdict that rests on random points and not on a proof
  (its error bound is in [explanation.md](explanation.md)).
- *peer / points* and *peer / symbols*: the time of the fastest peer with a correct answer over ours.

![Time against size](pictures/integrability.svg)
"""


def document(records: Sequence[dict], date: str, machine: str) -> str:
    """The page in Markdown."""
    versions = dict(pair for r in records for pair in r.get("versions", {}).items())
    head = HEAD.format(
        date=date,
        machine=machine,
        versions=", ".join(f"{n} {v}" for n, v in sorted(versions.items())),
    )
    sections = [section(f, [r for r in records if r["family"] == f]) for f in TITLES]
    return (
        "\n".join([head, *(s for s in sections if s), growth(records), failures(records)]).rstrip()
        + "\n"
    )


# --- tables
# -------------------------------------------------------------------------------------------------------


def section(family: str, records: Sequence[dict]) -> str:
    """Times and memory of one family."""
    if not records:
        return ""
    methods = [m for m in METHODS if any(r["method"] == m for r in records)]
    by = {(r["n"], r["k"], r["method"]): r for r in records}
    pairs = sorted({(r["n"], r["k"]) for r in records})
    peers = any(m in PEERS for m in methods)
    head = [
        "n",
        "k",
        *(METHODS[m] for m in methods),
        *(["peer / points", "peer / symbols"] if peers else []),
    ]
    rows = [
        [
            str(n),
            str(k),
            *(time_of(by.get((n, k, m))) for m in methods),
            *(ratio(by, n, k, m) for m in ("points", "symbols") if peers),
        ]
        for n, k in pairs
    ]
    memory = [[str(n), str(k), *(memory_of(by.get((n, k, m))) for m in methods)] for n, k in pairs]
    return "\n".join(
        [
            f"## {TITLES[family]}\n",
            table(head, rows),
            "\nPeak memory of the process in MB:\n",
            table(head[: 2 + len(methods)], memory),
            "",
        ]
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---:"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def seconds_of(record: dict | None) -> float | None:
    """The median time of a cell with a correct answer."""
    return median(record["times"]) if record and record["status"] == "right" else None


def time_of(record: dict | None) -> str:
    """An entry of the table of times."""
    if record is None or record["status"] in ("skipped", "unprepared"):
        return "-"
    if record["status"] == "over":
        return f"> {record['limit']:g} s"
    if record["status"] == "failed":
        return "failed"
    text = duration(median(record["times"])) + (
        " ~" if record["evidence"] in ("randomised", "random point") else ""
    )
    return text if record["status"] == "right" else f"**{record['status']}** ({text})"


def memory_of(record: dict | None) -> str:
    return f"{record['memory']:.0f}" if record and "memory" in record else "-"


def duration(seconds: float) -> str:
    """Three digits are too many: 1.2 ms, 35 ms, 1.4 s, 56 s."""
    scaled, unit = (seconds * 1000, "ms") if seconds < 1 else (seconds, "s")
    return f"{scaled:.2g} {unit}" if scaled < 100 else f"{scaled:.0f} {unit}"


def ratio(by: dict, n: int, k: int, method: str) -> str:
    """Best correct peer over ours; a bound if every peer was ended."""
    ours = seconds_of(by.get((n, k, method)))
    peers = [by.get((n, k, m)) for m in PEERS]
    times = [t for t in map(seconds_of, peers) if t is not None]
    if ours is None:
        return "-"
    if times:
        return number(min(times) / ours)
    limits = [r["limit"] for r in peers if r and r["status"] in ("over", "skipped")]
    return f"> {number(min(limits) / ours)}" if limits else "-"


def number(x: float) -> str:
    return f"{x:.2g}" if x < 10 else f"{float(f'{x:.2g}'):.0f}"


# --- growth
# -------------------------------------------------------------------------------------------------------


def growth(records: Sequence[dict]) -> str:
    """Fitted exponents of n and k."""
    lines = []
    for method in METHODS:
        for family in TITLES:
            points = [
                (r["n"], r["k"], t)
                for r in records
                if (r["method"], r["family"]) == (method, family)
                and (t := seconds_of(r)) is not None
                and t >= FLOOR
            ]
            if found := exponents(points[-6:] if family not in ("sparse", "dense") else points):
                lines.append(
                    [
                        METHODS[method],
                        TITLES[family].split(":")[0].split(" in n")[0],
                        found,
                        str(len(points)),
                    ]
                )
    if not lines:
        return ""
    return "\n".join(
        [
            "## How cost grows\n",
            "Least squares through the logarithms of time and size, for the up to six largest "
            "sizes finished (all sizes,",
            f"where n and k were varied apart), leaving out times below {FLOOR * 1000:g} ms. A "
            f"method that grows faster",
            "than every power (wedge products have binomial(n, k + 2) components) shows as a large "
            "exponent over the few",
            "sizes it finished.\n",
            table(["method", "family", "time grows as", "sizes"], lines),
            "",
        ]
    )


def exponents(points: Sequence[tuple[int, int, float]]) -> str:
    """The exponents of n and k if they vary apart, else of n alone; "" for fewer than three
    sizes.
    """
    if len(points) < 3:
        return ""
    n, k, t = np.log(np.array(points, dtype=float)).T
    apart = len(points) > 3 and np.linalg.matrix_rank(np.c_[np.ones_like(n), n, k], tol=0.5) == 3
    columns = np.c_[np.ones_like(n), n, k] if apart else np.c_[np.ones_like(n), n]
    fit = np.linalg.lstsq(columns, t, rcond=None)[0]
    return f"n^{fit[1]:.1f} k^{fit[2]:.1f}" if apart else f"n^{fit[1]:.1f}"


def failures(records: Sequence[dict]) -> str:
    """What failed or was wrong, one line each."""
    lines = [
        f"- {METHODS[r['method']]}, {r['family']} n = {r['n']}, k = {r['k']}: {r['status']}"
        + (f" ({r['why']})" if r.get("why") else f", answered {r.get('answer')}")
        for r in records
        if r["status"] in ("failed", "wrong", "undecided", "unprepared")
    ]
    return "\n".join(["## Wrong answers and failures\n", *(lines or ["None."]), ""])


# --- picture
# ------------------------------------------------------------------------------------------------------


def picture(records: Sequence[dict], path: Path) -> None:
    """Time against size, both logarithmic; open triangles are time-outs."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "nonholo"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(3, 3, figsize=(14, 12), sharey=True, layout="constrained")
    for axis, family in zip(axes.flat, TITLES, strict=True):
        _panel(axis, family, [r for r in records if r["family"] == family])
    for axis in axes[:, 0]:
        axis.set_ylabel("seconds")
    handles, labels = axes.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(METHODS), frameon=False)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _panel(axis, family: str, records: Sequence[dict]) -> None:
    for color, method in enumerate(METHODS):
        own = sorted((r for r in records if r["method"] == method), key=lambda r: (r["n"], r["k"]))
        done = [(size(r), t) for r in own if (t := seconds_of(r)) is not None]
        over = [(size(r), r["limit"]) for r in own if r["status"] == "over"]
        style = {
            "color": f"C{color}",
            "linestyle": "-" if family not in ("sparse", "dense") else "",
        }
        axis.plot(*_columns(done), marker="o", markersize=4, label=METHODS[method], **style)
        axis.plot(
            *_columns(over),
            marker="^",
            linestyle="",
            markersize=9,
            markerfacecolor="none",
            color=f"C{color}",
        )
    axis.set(
        xscale="log",
        yscale="log",
        xlabel="entries n k" if family in ("sparse", "dense") else "n",
        title=TITLES[family].split(":")[0].split(" in n")[0],
    )
    sizes = sorted({size(r) for r in records})
    axis.set_xticks(_apart(sizes[:: 1 + len(sizes) // 8]), minor=False)
    axis.xaxis.set_major_formatter("{x:g}")
    axis.xaxis.set_minor_formatter("")
    axis.tick_params(axis="x", labelsize=8, rotation=45)
    axis.title.set_fontsize(9)
    axis.grid(alpha=0.3, which="both")


def _apart(sizes: Sequence[int]) -> list[int]:
    """Without those whose numbers would be written over each other on a logarithmic axis."""
    ticks = list(sizes[:1])
    for n in sizes[1:]:
        if n > ticks[-1] * (sizes[-1] / sizes[0]) ** (1 / 20):
            ticks.append(n)
    return ticks


def _columns(points: Sequence[tuple]) -> tuple:
    return tuple(zip(*points, strict=True)) or ((), ())


def size(record: dict) -> int:
    """What stands on the horizontal axis."""
    return record["n"] * (record["k"] if record["family"] in ("sparse", "dense") else 1)
