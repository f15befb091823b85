"""A certificate from its head to its verdict."""

from .document import MAX_LENGTH, STATED, demand_certificate
from .functions import Functions, with_turns
from .large import LargeRules, SolvedRows, together
from .level import Levels
from .outcome import ACCEPTED, BEYOND, Budget, Result, concluded, demand
from .point import Point
from .problem import Reader, System, as_read, names_of
from .rules import Rules


def verify(certificate, problem=None, work: int | Budget | None = None) -> Result:
    """Check a certificate, and that it is about `problem` if one is given; never raises.

    work: units of counted work, by default some millions and more for long certificates.
    """
    check = Check()

    def accepted() -> Result:
        demand_certificate(certificate)
        demand(problem in (None, certificate["problem"]), "about another problem")
        more = min(len(str(certificate)), MAX_LENGTH)
        check.budget = work if isinstance(work, Budget) else Budget(work, more)
        shown = check.whole(certificate)
        names = {"h": shown["holonomic_relations"], "growth vector": shown["growth_vector"]}
        left = ", ".join(name for name, value in names.items() if value in (None, []))
        return Result(ACCEPTED, why=f"not certified: {left}" if left else "", shown=shown)

    return concluded(accepted, lambda: check.where)


class Check:
    """One certificate; knows where in it the check is."""

    where = "certificate"
    budget: Budget
    shared: dict

    def whole(self, certificate: dict) -> dict:
        """What a certificate shows."""
        return with_turns(lambda order: self.begun(certificate, order))

    def begun(self, certificate: dict, order: int) -> dict:
        problem = certificate["problem"]
        self.where, self.shared = "problem", {}
        self.language = Functions(order, self.budget)
        self.reader = Reader(self.language, *names_of(problem))
        self.reader.declare(problem.get("declared", []))
        self.letters = [name for name, number in problem["parameters"].items() if number is None]
        if certificate["certificate"] == 1:
            shown = self.small(certificate, problem)
        else:
            self.system = System(self.reader, problem)
            shown = self.large(certificate, range(len(self.system.rows)), self.system, "")
            shown |= {"on": self.words(self.system.functions, {})}
        self.where = "claims"
        self.language.demand_independent()
        demand(shown["verdict"] != "undecided", "the claims are incomplete")
        return {**shown, "constraints": as_read(problem), "sha256": certificate["sha256"]}

    # small sets
    def small(self, certificate: dict, problem: dict) -> dict:
        """A set that is shown by identities and values at one point."""
        self.where = "point"
        point = self.reader.point = Point(self.language, self.reader, certificate["point"])
        self.where = "problem"
        written = System(self.reader, problem)
        levels = Levels(written)
        claims = dict(enumerate(certificate["claims"]))
        for i in [i for i, claim in claims.items() if claim["claim"] == "solved level"]:
            self.where, claim = f"claims[{i}]", claims.pop(i)
            levels.solve(claim["row"], claim["coordinate"])
        self.where = "problem"
        levels.system = system = System(self.reader, problem, written) if levels.solved else written
        known = self.functions()
        rules = Rules(system, point, levels, list(range(len(system.rows))), system.variables)
        self.claims(rules, claims)
        self.where = "point"
        levels.demand_real(point, range(len(system.rows)), {})
        self.demand_no_new_functions(known)
        self.where = "verdict"
        verdict = rules.verdict()
        self.demand_stated(certificate, verdict)
        return {**verdict, "on": self.words(rules.level_rows, levels.solved)}

    def words(self, levels, solved: dict) -> list[str]:
        """On which part of all configurations the claims were shown."""
        phrases = [f"almost all values of {', '.join(self.letters)}"] if self.letters else []
        phrases += self.reader.choices
        kinds, signs = self.language.kinds, self.language.signs
        relation = {1: "> 0", -1: "< 0"}
        if told := [f"{kinds[g][1]} {relation[signs.declared[g]]}" for g in sorted(signs.used)]:
            phrases.append(f"{', '.join(told)}, as declared")
        if solved:
            phrases.append("f = 0 solved for " + ", ".join(solved.values()))
        if levels:
            phrases.append("the component of f = 0 through the point")
        if self.reader.signs:
            phrases.append("the region of the point, where abs and sign are as there")
        return phrases

    def claims(self, rules, claims: dict, path: str = "") -> None:
        """Each claim by the rule of its name."""
        for i, claim in claims.items():
            self.where = f"{path}claims[{i}]"
            demand(claim["claim"] in rules.names_of_claims, "a claim that is none about such a set")
            method = getattr(rules, "claim_" + claim["claim"].replace(" ", "_"))
            method(**{key: value for key, value in claim.items() if key != "claim"})

    def demand_stated(self, stated: dict, verdict: dict) -> None:
        """What is stated is what was shown."""
        shown = {key: verdict[key] for key in STATED}
        demand({key: stated[key] for key in STATED} == shown, f"the claims show {shown}")

    def functions(self) -> int:
        """The number of roots and logarithms met so far."""
        return len(self.language.of_kind("root", "logarithm"))

    def demand_no_new_functions(self, known: int) -> None:
        """Where the rows have a value, so has everything in the claims."""
        same = self.functions() == known
        demand(same, "a root or logarithm in a claim that is not in the rows", BEYOND)

    # large sets
    def large(self, part: dict, rows, system, path: str) -> dict:
        """Some rows of a large set: by claims of either kind, or in parts."""
        verdict = (self.in_parts if "parts" in part else self.by_claims)(part, rows, system, path)
        self.where = f"{path}verdict"
        self.demand_stated(part, verdict)
        return verdict

    def by_claims(self, part: dict, rows, system, path: str) -> dict:
        """Rows by their claims, with values at one point."""
        self.where = f"{path}point"
        point, levels = Point(self.language, self.reader, part["point"]), Levels(system)
        known = self.functions()
        used = set().union(*(system.used(l) for l in rows))
        variables = [v for v in system.variables if v in used or not path]
        kind = Rules if part["certificate"] == 1 else LargeRules
        rules = kind(system, point, levels, list(rows), variables)
        self.claims(rules, dict(enumerate(part["claims"])), path)
        self.where = f"{path}point"
        levels.demand_real(point, rows, self.shared)
        self.demand_no_new_functions(known)
        return rules.verdict()

    def in_parts(self, part: dict, rows, system, path: str) -> dict:
        """Rows in parts, as they are or solved."""
        self.where = f"{path}parts"
        demand(not system.unilateral, "inequalities of a set in parts", BEYOND)
        rows = list(rows)
        if "solved" in part:
            system = self.solved(part, rows, system, path)
            rows = list(range(len(system.rows)))
        numbers = sorted(l for inner in part["parts"] for l in inner["rows"])
        demand(numbers == sorted(rows), "parts that have not every row once")
        each = [(x, f"{path}parts[{i}].") for i, x in enumerate(part["parts"])]
        done = [self.large(inner, inner["rows"], system, at) for inner, at in each]
        self.where = f"{path}parts"
        used = [set().union(*(system.used(l) for l in inner["rows"])) for inner in part["parts"]]
        whole = self.system.variables if not path else sorted(set().union(*used))
        return together(done, used, whole)

    def solved(self, part: dict, rows: list, system, path: str):
        """The solved rows, from which the rows follow."""
        levels = any(l < len(system.functions) for l in rows)
        demand(not levels, "levels among rows that are solved", BEYOND)
        self.where = f"{path}point"
        point = Point(self.language, self.reader, part["point"])
        rules = LargeRules(system, point, Levels(system), rows, system.variables)
        self.claims(rules, dict(enumerate(part["claims"])), path)
        self.where = f"{path}solved"
        known = self.functions()
        solved = SolvedRows(system, part["solved"])
        self.demand_no_new_functions(known)
        rules.demand_solved(solved)
        rules.levels.demand_real(point, rows, self.shared)
        return solved
