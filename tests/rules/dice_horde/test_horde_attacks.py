"""How the horde attacks towers and barricades (DH-8, 9, 14, 16)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from siege import horde, lies, marked, run

from rules.dice_horde.attack import targets
from rules.dice_horde.state import Siege, built, standing
from rules.table import Die


def lost(s: Siege) -> dict[str, int]:
    return {b.tower.id: b.lost for b in s.towers if b.lost}


def attacked(s: Siege, die: str) -> list[str]:
    return [b.tower.id for b in targets(s, Die.parse(die))]


@pytest.mark.rule("DH-8")
def test_most_developed_first_example() -> None:
    """Equally developed towers in two segments: the own segment, there the own row."""
    s = horde("1-1: yellow3", ("A", "attack"))
    for name in ("g1", "y1", "b1"):
        s = marked(s, name, red=2, green=2)
    assert attacked(s, "1-1: yellow3") == ["g1"] and attacked(s, "1-4: yellow3") == ["y1"]


@pytest.mark.rule("DH-8")
def test_most_developed_second_example() -> None:
    """The most developed ones are both in the next segment: the one of the die's row."""
    s = horde("1-1: yellow3", ("A", "attack"))
    sheet = s.sheet
    y1 = next(b for b in s.towers if b.tower.id == "y1")
    moved = replace(y1, tower=replace(y1.tower, segment=2), red=3)  # beneath b1
    s = replace(s, sheet=sheet, towers=tuple(moved if b is y1 else b for b in s.towers))
    s = marked(s, "b1", red=3)
    assert attacked(s, "1-1: yellow3") == ["b1"] and attacked(s, "1-3: yellow3") == ["y1"]


@pytest.mark.rule("DH-8")
def test_more_levels_count_before_nearness_and_armour_does_not_count() -> None:
    s = marked(marked(horde("1-1: yellow3", ("A", "attack")), "b1", blue=2), "g1", armour=2)
    assert attacked(s, "1-1: yellow3") == ["b1"]
    assert attacked(marked(s, "b1", lost=4), "1-1: yellow3") == ["g1"]  # destroyed ones do not count
    assert attacked(s, "4-2: yellow3") == ["r2"]  # never the main tower


@pytest.mark.rule("DH-8")
def test_armour_piercing_takes_its_own_row_and_ignores_armour() -> None:
    s = marked(horde("1-3: red3", ("B", "attack")), "y1", armour=2)
    assert attacked(s, "1-3: red3") == ["y1"] and attacked(s, "2-3: red3") == []
    assert lost(run(s)) == {"y1": 2}


@pytest.mark.rule("DH-8")
def test_dual_takes_both_towers_with_full_strength_each_less_armour() -> None:
    s = marked(horde("1-3: green4", ("C", "attack")), "y1", armour=1)
    assert lost(run(s)) == {"g1": 2, "y1": 1}
    assert attacked(marked(s, "g1", lost=4), "1-3: green4") == ["y1"]


@pytest.mark.rule("DH-8")
def test_all_reachable_towers_destroyed_the_die_moves_on() -> None:
    s = marked(marked(horde("1-3: green4", ("C", "attack")), "y1", lost=6), "g1", lost=4)
    s = run(s)
    assert lies(s) == "2-1: green4" and lost(s) == {"g1": 4, "y1": 6}


@pytest.mark.rule("DH-9")
@pytest.mark.rule("DH-11")
@pytest.mark.parametrize(("strength", "left"), [(1, 1), (2, 0)])
def test_before_a_double_barricade_an_a3_stops_and_destroys_one(strength: int, left: int) -> None:
    """The rulebook's second barricade example, with the strength 1 that its flag gives an A 3; 2 would take both."""
    s = horde("1-2: yellow3", ("A", "move", "attack"), built=(2, 0, 0, 0))
    flag = replace(s.sheet.flags[0], attack=(strength,) * 6)
    s = run(replace(s, sheet=replace(s.sheet, flags=(flag, *s.sheet.flags[1:]))))
    assert lies(s) == "1-2: yellow3" and standing(s, 1) == left and lost(s) == {}


@pytest.mark.rule("DH-9")
def test_damage_two_takes_two_barricades_and_the_surplus_is_lost() -> None:
    assert run(horde("1-4: yellow3", ("A", "attack"), built=(3, 0, 0, 0))).broken == (2, 0, 0, 0)
    s = run(horde("1-4: green4", ("C", "attack"), built=(1, 0, 0, 0)))  # a dual attack too
    assert s.broken == (1, 0, 0, 0) and lost(s) == {}


@pytest.mark.rule("DH-14")
def test_armour_counts_against_each_attack() -> None:
    """Strengths 1 and 2 against armour 1: 0 + 1, not 3."""
    s = marked(horde("1-1: yellow2 | 1-2: yellow3", ("A", "attack")), "g1", armour=1)
    assert lost(run(s)) == {"g1": 1}


@pytest.mark.rule("DH-16")
def test_charges_are_readied_by_damage_and_lost_with_the_tower() -> None:
    """The green tower of the rulebook: 2 damage, the first of which readies its first charge."""
    s = run(horde("1-1: yellow3", ("A", "attack")))
    assert built(s, "g1").lost == 2 and built(s, "g1").charges == 1
    s = run(marked(horde("1-1: yellow3", ("A", "attack")), "g1", lost=2))
    assert not built(s, "g1").stands and built(s, "g1").charges == 0
