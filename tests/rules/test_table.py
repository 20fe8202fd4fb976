"""Tables: values that print and parse, and what became of which die."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.changes import Change, alike, carry, difference, pairs
from rules.news import words
from rules.table import Die, Table, die

SPACES = ["north", "south", "north/south", "~north", "~north/south", "old-town 2"]
singles = st.builds(
    Die, st.sampled_from(SPACES), st.sampled_from(["red", "blue"]), st.integers(0, 6), st.sampled_from([0, 0, 0, 2])
)


@st.composite
def pieces(draw: st.DrawFn) -> Die:
    """A die, or a tower of up to three."""
    stack = draw(st.lists(singles, min_size=1, max_size=3))
    space = stack[0].space
    top = stack[-1].to(space)
    return Die(space, top.colour, top.face, top.bonus, tuple(d.to(space) for d in stack[:-1]))


tables = st.lists(pieces(), max_size=8).map(lambda dice: Table(tuple(dice)))


@given(tables)
def test_a_table_is_read_as_it_is_written(table: Table) -> None:
    assert Table.parse(str(table)) == table
    assert all(Die.parse(str(d)) == d for d in table)


@given(st.lists(pieces(), max_size=8), st.randoms(use_true_random=False))
def test_order_is_of_no_matter(dice: list[Die], rng: object) -> None:
    mixed = list(dice)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    assert Table(tuple(mixed)) == Table(tuple(dice)) and hash(Table(tuple(mixed))) == hash(Table(tuple(dice)))


@given(tables)
def test_every_die_is_counted_once(table: Table) -> None:
    assert sum(table.count(c) for c in ("red", "blue")) == len(list(table.all()))
    assert sum(len(table.at(s)) for s in SPACES) == len(table) == len(table.of("red", "blue"))


@given(tables, pieces())
def test_swap_takes_one_and_puts_it(table: Table, d: Die) -> None:
    assert table.put(d).swap(d) == table
    assert table.put(d).swap(d, new=[d]) == table.put(d)


@given(tables, tables)
def test_pairs_use_every_die_once(a: Table, b: Table) -> None:
    found = pairs(a, b)
    assert Table(tuple(d for d, _ in found if d)) == a and Table(tuple(e for _, e in found if e)) == b


@given(tables)
def test_nothing_changes_in_the_same_table(table: Table) -> None:
    assert difference(table, table) == () and carry(table, table) == table
    assert list(words(table, table, {})) == []


@given(tables)
def test_a_camera_sees_no_bonus_and_the_rules_keep_it(table: Table) -> None:
    seen = Table(tuple(_bare(d) for d in table))
    assert difference(table, seen) == ()
    assert difference(table, carry(table, seen)) == ()
    assert sum(d.bonus for d in carry(table, seen).all()) == sum(d.bonus for d in table.all())


def _bare(d: Die) -> Die:
    return Die(d.space, d.colour, d.face, 0, tuple(_bare(e) for e in d.under))


@given(tables, tables)
def test_every_difference_has_words(a: Table, b: Table) -> None:
    told = list(words(a, b, {"north": "the North"}))
    assert all(told) and bool(told) == bool(difference(a, b))
    assert all(c.size > 0 and c.text({}) for c in difference(a, b))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("a: red4", "b: red2", ["red 4 from A to b, now 2"]),
        ("a: red4", "b: red4", ["red 4 from A to b"]),
        ("a: red4", "a: red2", ["red 4 in A is 2 now"]),
        ("a: red4", "", ["red 4 left A"]),
        ("", "a/b: red?", ["red ? came to the border of A and b"]),
        ("a: red4", "~a: red4", ["red 4 from A to open ground near A"]),
        ("a: blue5^blue3", "a: blue3 blue5", ["blue's tower in A fell, its lower die is a 5"]),
        ("a: blue?^blue3", "a: blue3 blue5", ["blue's tower in A fell, its lower die is a 5"]),
        ("a: blue5^blue3", "a: blue5 | b: blue3", ["blue's tower in A fell, its lower die is a 5, its top a 3 in b"]),
        ("a: blue5^blue3", "a: blue3", ["blue's tower in A fell, its lower die left the arena"]),
        ("a: blue5^blue3", "b: blue6", ["blue's tower in A fell, its lower die left the arena, its top a 6 in b"]),
        ("a: red3 | b: blue4", "b: blue4^red3", ["red 3 of A rests on blue 4 in b"]),
        ("a: red5^red3", "b: red5^red3", ["red's tower of 3 from A to b"]),
    ],
)
def test_words(before: str, after: str, told: list[str]) -> None:
    assert sorted(words(Table.parse(before), Table.parse(after), {"a": "A"})) == sorted(told)


def test_no_change_has_no_words() -> None:
    assert Change(None, None).text({}) == ""
    assert str(Change(None, die("a", "red4"))) == "red 4 came to a"
    assert str(Change(die("a", "red4"), die("b", "red5"))) == "red 4 from a to b, now 5"


def test_a_question_mark_fits_every_face_but_not_every_height() -> None:
    assert alike(die("a", "red?"), die("a", "red4")) and alike(die("a", "red?^red2"), die("a", "red4^red2"))
    assert not alike(die("a", "red4"), die("a", "red2^red4"))


def test_covered_faces_are_carried_and_a_cocked_top_stays_unknown() -> None:
    assert str(carry(Table.parse("a: red6^red2"), Table.parse("a: red?^red2"))) == "a: red6^red2"
    assert str(carry(Table.parse("a: red6"), Table.parse("a: red?"))) == "a: red?"


def test_where_a_die_lies() -> None:
    assert die("a/b", "red1").spaces == ("a", "b") and die("a/b", "red1").nearest == ()
    assert die("~a/b", "red1").spaces == () and die("~a/b", "red1").nearest == ("a", "b")
    table = Table.parse("a: red1 | a/b: red2 | ~a: red3")
    assert [d.face for d in table.touching("a")] == [1, 2] and [d.face for d in table.touching("b")] == [2]
    assert die("a", "red5+2").value == 7


NONE = ["red4", "a: ", "a: red", "a: 4", "a: red4 |", ": red4", "a: red0", "a: red4+0", "A: red1", "a: red4^",
        "a/: red1", "~: red1", "a: Red1", "| a: red1"]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no|not"):
        Table.parse(text)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        table = Table.parse(text)
    except ValueError:
        return
    assert Table.parse(str(table)) == table


def test_what_does_not_lie_there_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="x not in list"):
        Table.parse("a: red1").swap(die("a", "red2"))
