"""What a flick did to dice that lie on each other, in words: what lies where it lay has neither left nor come."""

import pytest
from by_the_book import abc

FLICKS = ("a: red4", "a: red4 | b: blue5", "a: red4 | b: blue5 | c: green1", "a: red4^red2 | b: blue5 | c: green1")


@pytest.mark.rule("DDD-15")
@pytest.mark.rule("DDD-26")
@pytest.mark.parametrize(
    ("flicks", "false"),
    [
        (("a: red4", "a: red4^blue5"), ("red 4 left", "blue tower")),
        (("a: red4", "a: red4^blue5", "a: red4 blue5 green1"), ("red 4 came", "tower")),
        ((*FLICKS, "a: red4^red2^blue6 | b: blue5 | c: green1"), ("red tower of 2 left", "blue tower")),
        ((*FLICKS, "a: red4 | b: blue5 blue6 | c: green1"), ("top is now 4", "red 4 came")),
        (("a: red4", "a: red4 blue5", "a: red4 blue5 green1", "a: red4^red2 blue5 green1"), ("red 4 left",)),
    ],
)
def test_a_covered_die_is_told_to_be_where_it_is(flicks, false):
    m = abc(*flicks)
    said = " | ".join(m.state.news)
    assert not [words for words in false if words in said], said
