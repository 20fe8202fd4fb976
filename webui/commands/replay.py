"""`pipsight replay`: where a match stands after its log, for people or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from rules import game
from rules.core import BadSetup, Setup
from rules.log import BadLog, Broken, Entry, load, loads, parse_header
from rules.log import replay as play_again

from .. import show


@click.command()
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--upto", type=click.IntRange(min=0), metavar="N", help="Only the first N entries of the log.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; its keys stand in the README.")
def replay(log: Path, upto: int | None, as_json: bool) -> None:
    """Tell where the match in LOG stands: phase, table, score with reasons, and what may come next.

    Exit status 1 when a line is broken, or a move is one that the rules do not know.
    """
    try:
        setup, entries, torn = _entries(log)
        if upto is not None and upto > len(entries):
            raise click.ClickException(f"{log}: --upto {upto}, but the log has {len(entries)} entries")
        rules = game(setup.game)
        state, broken = play_again(rules, setup, entries[:upto])
        if broken is None and upto is None:
            broken = torn
    except (BadLog, BadSetup) as why:
        raise click.ClickException(str(why) if str(log) in str(why) else f"{log}: {why}") from None
    except OSError as why:
        raise click.ClickException(f"{log}: {why.strerror}") from None
    told = show.told(rules, state, broken)
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(_words(told)))
    if broken is not None:
        # the setup is line 1 and entries are counted from 0
        raise click.ClickException(f"{log}, line {broken.entry + 2}: {broken.why}; told is the match before it")


def _entries(log: Path) -> tuple[Setup, list[Entry], Broken | None]:
    """The setup, the entries up to the first line that is none, and that line; raises BadLog without a setup."""
    try:
        return *load(log), None
    except BadLog as bad:
        if bad.line < 2:
            raise
        lines = log.read_bytes().split(b"\n")[: bad.line - 1]
        setup = parse_header(lines[0].decode())
        return setup, loads(line.decode() for line in lines[1:]), Broken(bad.line - 2, bad.reason)


def _where(award: dict[str, Any]) -> str:
    """The space of an award whose sentence does not name it."""
    named = str(award["where"]).replace("-", " ") in award["why"].lower()
    return "" if named or not award["where"] else f" ({award['where']})"


def _words(told: dict[str, Any]) -> list[str]:
    lines = [f"{told['game']}, {told['phase']}", f"table    {told['table'] or 'empty'}"]
    for player in told["order"]:
        lines.append(f"{told['totals'][player]:5}    {player}")
        mine = [given for given in told["awards"] if given["player"] == player]
        lines += [f"         +{a['points']} {a['why']}{_where(a)}" for a in mine]
    stacks = [f"{at['points']}: {' on '.join(at['stack'])}" for at in told["track"]]
    lines.append(f"track    {', '.join(stacks)}")
    if told["news"]:
        lines += ["news", *(f"         {line}" for line in told["news"])]
    if told["outcome"]:
        ranking = ", ".join(" and ".join(tied) for tied in told["outcome"]["ranking"])
        return [*lines, f"over     {ranking}: {told['outcome']['why']}"]
    may = [choice for choice in told["choices"] if not choice["no"]]
    barred = [choice for choice in told["choices"] if choice["no"]]
    allowed = [f"         {c['text']}" for c in may]
    return [*lines, "next", *allowed, *(f"         ({c['text']}: {c['no']})" for c in barred)]
