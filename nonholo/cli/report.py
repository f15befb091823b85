"""nonholo report"""

from __future__ import annotations

import json
from functools import partial

from nonholo.beside import beside
from nonholo.cli.command import Command
from nonholo.cli.output import BAD_INPUT, DONE, LIMIT, UNDECIDED, complain, progress
from nonholo.doing import doing
from nonholo.errors import NonholoError, OutOfReach, TimeUp, said
from nonholo.files import names_folder, write, write_folder
from nonholo.words.language import tell, tell_many
from nonholo.words.sentence import say
from nonholo.work import BUDGETS


def declare(commands) -> Command:
    add = Command(commands, "report", tell("one page a case, readable offline"), run)
    add.given("cases", tell("CASE"), how_many="+")
    add.file(
        tell("FOLDER/ gets a page for each case and their list, index.html"),
        tell("FILE.html"),
        "report.html",
    )
    add.flag("--families", tell("with the answers for all parameters"))
    add.flag("--equilibrium", tell("with where the case can rest"))
    add.names(
        "--restricted",
        tell("with the hidden relations among these coordinates alone, such as x,y,theta"),
    )
    add.point(
        "--steady", tell("with the stability of this steady motion over its letters: xdot=v,...")
    )
    add.names(
        "--over", tell("with --steady: parameters that vary, in place of their numbers in the case")
    )
    add.language()
    add.examples("nonholo report rolling_coin -o coin.html")
    return add


def run(options) -> int:
    from nonholo.cli.asked import asked_case, asked_files
    from nonholo.cli.unused import of_report
    from nonholo.dossier.dossier import analyze
    from nonholo.face.report import require_html
    from nonholo.views.page.html import along_all, document, in_numbers, page, site
    from nonholo.views.page.record import dossier_record

    of_report(options)
    require_html(options.output)
    paths = asked_files(options.cases)
    pages, records, verdicts, status = [], [], [], DONE
    for number, path in enumerate(paths, start=1):
        progress(number, len(paths), path)
        try:
            dossier = analyze(
                asked_case(path),
                deeper=BUDGETS.deeper,
                with_families=options.families,
                among=options.restricted,
                steady=options.steady,
                over=options.over,
                with_rests=options.equilibrium,
            )
            doing(say("the words and formulas"))
            with (
                beside(partial(in_numbers, dossier)) as moving,
                beside(partial(along_all, dossier)) as conserved,
            ):
                made = page(dossier, lambda: {**moving(), **conserved()})
            record = dossier_record(dossier) if options.json else {}
        except TimeUp as error:
            status = complain(
                say(
                    "limit reached: {error}; {value} cases not finished",
                    error=said(error),
                    value=len(paths) - number + 1,
                ),
                LIMIT,
            )
            break
        except NonholoError as error:
            status = complain(said(error), LIMIT if isinstance(error, OutOfReach) else BAD_INPUT)
        else:
            pages.append(made)
            records.append(record)
            verdicts.append(dossier.verdict)
            options.results.add(
                f"{path}: {dossier.verdict}", {"file": str(path), "verdict": dossier.verdict}
            )
    if not pages:
        return status or complain(say("there is no case to report on"), BAD_INPUT)
    if names_folder(options.output):
        write_folder(options.output, site(pages))
    else:
        write(options.output, document(pages).encode())
    if options.json:
        told = {
            "schema": 1,
            "file": options.output,
            "cases": [p.title for p in pages],
            "dossiers": records,
        }
        print(json.dumps(told, ensure_ascii=False))
    else:
        cases = tell_many(len(pages), "{n} case", "{n} cases")
        print(f"{options.output}: {cases}")
    return status or (UNDECIDED if "undecided" in verdicts else DONE)
