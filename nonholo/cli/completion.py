"""nonholo completion: what a shell needs to complete commands, options, cases and forms.

The text is made from the parsers, so it knows what they know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from nonholo.cli.command import Command
from nonholo.cli.output import DONE
from nonholo.words.language import tell

FILES = ("-o", "--certificate")  # options that a file follows
Table = dict[str, dict[str, tuple[str, ...]]]


def declare(commands) -> Command:
    add = Command(
        commands,
        "completion",
        tell("completion for a shell"),
        run,
        tell(
            "Print what makes a shell complete commands, options, cases and forms. "
            'bash: eval "$(nonholo completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc, '
            "after compinit; fish: nonholo completion fish > "
            "~/.config/fish/completions/nonholo.fish"
        ),
    )
    add.parser.add_argument("shell", metavar=tell("SHELL"), choices=SHELLS, help=" | ".join(SHELLS))
    return add


def run(options) -> int:
    from nonholo.findings.control_form import CONTROL
    from nonholo.formulations import FORMULATIONS
    from nonholo.readers.shipped import shipped_cases
    from nonholo.rivals import RIVALS

    forms = (*FORMULATIONS, "substituted", *RIVALS, CONTROL)
    known = {"--form": forms}
    table: Table = {
        name: {
            option: known.get(option, tuple(action.choices or ()))
            for option, action in parser.spelled.items()
        }
        for name, parser in options.parsers()[1].items()
    }
    script = SHELLS[options.shell](table, tuple(shipped_cases()))
    if options.json:
        print(json.dumps({"schema": 1, "shell": options.shell, "script": script}, indent=1))
    else:
        print(script)
    return DONE


def _bash(table: Table, cases: tuple[str, ...]) -> str:
    return f"""\
_nonholo() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local options="" values="{" ".join(cases)}" IFS=$' \\t\\n'
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(table)}" -- "$cur"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{_options_by_case(table)}
  esac
  case ${{COMP_WORDS[1]}}:$before in
    {"|".join(f"*:{option}" for option in FILES)}) values="" ;;
{_values_by_case(table)}
  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$cur")) IFS=$'\n'
       COMPREPLY+=($(compgen -f -- "$cur")) ;;
  esac
}}
complete -o filenames -F _nonholo nonholo"""


def _zsh(table: Table, cases: tuple[str, ...]) -> str:
    return f"""\
#compdef nonholo
_nonholo() {{
  local options="" values="{" ".join(cases)}"
  if (( CURRENT == 2 )); then
    compadd -- {" ".join(table)}
    return
  fi
  case $words[2] in
{_options_by_case(table)}
  esac
  case $words[2]:$words[CURRENT-1] in
    {"|".join(f"*:{option}" for option in FILES)}) values="" ;;
{_values_by_case(table)}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- ${{=options}}
  else
    compadd -- ${{=values}}
    _files
  fi
}}
if [ "$funcstack[1]" = "_nonholo" ]; then _nonholo "$@"; else compdef _nonholo nonholo; fi"""


def _options_by_case(table: Table) -> str:
    return "\n".join(f'    {name}) options="{" ".join(of)}" ;;' for name, of in table.items())


def _values_by_case(table: Table) -> str:
    return "\n".join(
        f'    {name}:{option}) values="{" ".join(values)}" ;;'
        for name, options in table.items()
        for option, values in options.items()
        if values
    )


def _fish(table: Table, cases: tuple[str, ...]) -> str:
    lines = [f'complete -c nonholo -n __fish_use_subcommand -f -a "{" ".join(table)}"']
    for name, options in table.items():
        head = f'complete -c nonholo -n "__fish_seen_subcommand_from {name}"'
        lines.append(f'{head} -a "{" ".join(cases)}"')
        for option, values in options.items():
            long = option.startswith("--")
            spelled = f"-l {option[2:]}" if long else f"-s {option[1:]}"
            follows = f' -x -a "{" ".join(values)}"' if values else ""
            lines.append(f"{head} {spelled}{follows}")
    return "\n".join(lines)


SHELLS: Mapping[str, Callable[[Table, tuple[str, ...]], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
