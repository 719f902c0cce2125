"""Rules by name and from files: as they are played, and refused with file and reason."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from any_rules import any_rules
from hypothesis import HealthCheck, given, settings

from solver import Engine, Rules, RulesError, price_game
from solver.bonus import bonus_return
from solver.game import GameOutcomes
from solver.hands import lowest_pair_value
from solver.numerals import percent
from solver.presets import PRESETS, USUAL, find_rules, read_rules
from solver.rules import Unqualified

NAMES = (
    "standard", "two-hand", "royal-20", "royal-25", "royal-50", "high-flush-49", "caribbean-holdem",
    "pair-or-better", "blind-call", "fold-forfeits",
)  # fmt: skip


@pytest.fixture(scope="module")
def games() -> dict[str, GameOutcomes]:
    priced = price_game([preset.rules for preset in PRESETS.values()], Engine(workers=1))
    return dict(zip(PRESETS, priced, strict=True))


def pays(*numbers: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, numbers))


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_is_found_by_name(name: str) -> None:
    preset = PRESETS[name]
    assert find_rules(name) == preset.rules
    assert preset.name == name
    assert preset.title
    assert preset.source


def test_no_preset_is_forgotten_here() -> None:
    assert tuple(PRESETS) == NAMES
    assert USUAL == "standard"


def test_what_is_particular_about_each() -> None:
    rules = {name: preset.rules for name, preset in PRESETS.items()}
    assert rules["standard"] == rules["two-hand"] == Rules()
    assert rules["royal-20"] == Rules(pays(20, 20, 10, 3, 2, 1))
    assert rules["royal-25"] == Rules(
        pays(25, 25, 12, 3, 2, 1), bonus_pays=pays(25, 25, 25, 25, 25, 7, 7, 7, 7)
    )
    assert rules["royal-50"] == Rules(pays(50, 20, 10, 3, 2, 1), bonus_pays=pays(*9 * [7]))
    assert rules["high-flush-49"] == Rules(
        pays(100, 49, 17, 3, 2, 1), bonus_pays=pays(100, 50, 40, 30, 20, 10, 8, 7, 7)
    )
    assert rules["caribbean-holdem"] == Rules(unqualified=Unqualified.EVEN, bonus_pays=None)
    assert rules["pair-or-better"] == Rules(ante_needs_pair=True, bonus_pays=None)
    assert rules["blind-call"] == Rules(blind_call=True, fold_forfeits_bonus=True)
    assert rules["fold-forfeits"] == Rules(fold_forfeits_bonus=True, bonus=Fraction(1))


def test_published_figures_of_the_presets(games: dict[str, GameOutcomes]) -> None:
    edges = {
        "standard": "2.157646 %",
        "two-hand": "2.157646 %",
        "royal-20": "2.403898 %",
        "royal-25": "1.956606 %",
        "high-flush-49": "0.351058 %",
        # Nothing lies on the bonus.
        "blind-call": "2.157646 %",
    }
    assert {name: percent(games[name].house_edge) for name in edges} == edges
    figures = {
        "house edge": lambda game: percent(game.house_edge, 2),
        "element of risk": lambda game: percent(game.element_of_risk, 2),
        "return": lambda game: percent(1 - game.house_edge, 2),
        "AA Bonus edge": lambda game: percent(1 - bonus_return(game.rules), 2),
    }
    published = [(games[p.name], figure) for p in PRESETS.values() for figure in p.published]
    assert len(published) == 6
    for game, figure in published:
        assert figures[figure.what](game) == figure.figure


def test_what_is_taken_away_costs(games: dict[str, GameOutcomes]) -> None:
    edge = {name: game.house_edge for name, game in games.items()}
    assert edge["royal-20"] > edge["royal-50"] > edge["standard"]
    assert edge["pair-or-better"] > edge["standard"]
    assert edge["caribbean-holdem"] > edge["standard"]
    # Calls for the bonus are no good for the Ante.
    assert edge["fold-forfeits"] > edge["standard"]
    assert games["fold-forfeits"].spots_called > games["standard"].spots_called


def file(directory: Path, content: str | bytes, name: str = "my.toml") -> Path:
    path = directory / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("content", "rules"),
    [
        ("", Rules()),
        ("# nothing but a remark\n", Rules()),
        ('call = "3/2"', Rules(call=Fraction(3, 2))),
        ("call = 1.5\r\n", Rules(call=Fraction(3, 2))),
        ("call = 0.1", Rules(call=Fraction(1, 10))),
        ("call = 3", Rules(call=Fraction(3))),
        ("blind-call = true", Rules(blind_call=True)),
        ('blind_call = "yes"', Rules(blind_call=True)),
        ("fold-forfeits-bonus = false", Rules()),
        ("bonus-cards = 6", Rules(bonus_cards=6)),
        ('unqualified = "returned"', Rules(unqualified=Unqualified.RETURNED)),
        ('qualifier = "pair of fives or better"', Rules(qualifier=lowest_pair_value(3))),
        ('bonus-pays = "none"', Rules(bonus_pays=None)),
        ('ante = "100-20-10-3-2-1, trips=2"', Rules(pays(100, 20, 10, 3, 2, 1, 2, 1, 1, 1))),
        (
            'rules = "royal-20"\ncall = 1\n',
            Rules(pays(20, 20, 10, 3, 2, 1), call=Fraction(1)),
        ),
        (
            'rules = "high-flush-49"\nbonus-pays = "7-7-7-7-7-7-7-7-7"',
            Rules(pays(100, 49, 17, 3, 2, 1), bonus_pays=pays(*9 * [7])),
        ),
        (
            "[ante]\nroyal-flush = 100\nstraight_flush = 20\nquads = 10\n'full house' = 3\n"
            'flush = "5/2"\nstraight = 1.25\ntrips = 1\ntwo-pair = 1\npair = 1\nhigh-card = 0',
            Rules((*pays(100, 20, 10, 3), Fraction(5, 2), Fraction(5, 4), *pays(1, 1, 1, 0))),
        ),
    ],
)
def test_rules_from_a_file(content: str, rules: Rules, tmp_path: Path) -> None:
    path = file(tmp_path, content)
    assert read_rules(path) == find_rules(str(path)) == rules
    # By any name, if it is there.
    assert find_rules(str(file(tmp_path, content, "rules of my own"))) == rules


@settings(
    deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(any_rules())
def test_all_options_make_a_file(tmp_path: Path, rules: Rules) -> None:
    lines = [f'{option} = "{text}"' for option, text in rules.all_options().items()]
    assert read_rules(file(tmp_path, "\n".join(lines))) == rules
    lines = ['rules = "fold-forfeits"', *lines]
    assert read_rules(file(tmp_path, "\n".join(lines))) == rules


def test_a_preset_is_no_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file(tmp_path, "call = 3", "standard")
    assert find_rules("standard") == Rules()
    assert find_rules("./standard") == Rules(call=Fraction(3))


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("royl-20", "'royl-20' is no preset and no file, the nearest: royal-20"),
        ("blind_call", "'blind_call' is no preset and no file, the nearest: blind-call"),
        ("pair or better", "is no preset and no file, the nearest: pair-or-better"),
        ("Standard", "'Standard' is no preset and no file, the nearest: standard"),
        ("zzz", f"'zzz' is no preset and no file: {', '.join(NAMES)}"),
        ("", "'' is no preset and no file"),
        (".", "'.' is no preset and no file"),
        ("no/such/rules", "'no/such/rules' is no preset and no file"),
        ("missing.toml", "missing.toml: cannot be read: No such file or directory"),
        ("no/such/place.toml", "no/such/place.toml: cannot be read: No such file or directory"),
        ("a\0b.toml", "a\0b.toml"),
    ],
)
def test_what_is_no_name_of_rules(name: str, error: str) -> None:
    assert error in refusal(name)


def refusal(name: str) -> str:
    with pytest.raises(RulesError) as refused:
        find_rules(name)
    message = str(refused.value)
    assert len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("cal = 3", "'cal' is no option of the rules, the nearest: call"),
        ('colour = "red"', "'colour' is no option of the rules: ante, call, qualifier"),
        ("[bonus]\npays = 3", "bonus: "),
        ("call = 1\nblind-call = true\nblind_call = true", "blind_call is given twice"),
        ('rules = "royl-25"', "rules: 'royl-25' is no preset, the nearest: royal-25"),
        ('rules = "other.toml"', "rules: 'other.toml' is no preset"),
        ("rules = 5", "rules: 5 is no preset"),
        ('rules = ["standard"]', "rules: ['standard'] is no preset"),
        ("[rules]\ncall = 1", "rules: {'call': 1} is no preset"),
        ("call = true", "call: 'True' is no number, expected antes such as 2 or 1/2"),
        ("call = [2]", "call: expected text or a number, found [2]"),
        ("call = -2", "call: '-2' is no number, expected antes such as 2 or 1/2"),
        ("call = nan", "call: 'nan' is no number, expected antes such as 2 or 1/2"),
        ("call = 1979-05-27", "call: '1979-05-27' is no number"),
        ("call = 0", "call: expected more than 0 antes, found 0"),
        ("bonus = 1000001", "bonus: expected 0 to 1,000,000, found 1000001"),
        ("blind-call = 1", "blind-call: expected yes or no, found 1"),
        ('ante-needs-pair = "perhaps"', "ante-needs-pair: expected yes or no, found 'perhaps'"),
        ("bonus-cards = 7", "bonus-cards: expected 5 or 6, found 7"),
        ("bonus-cards = 5.0", "bonus-cards: expected 5 or 6, found '5.0'"),
        ("qualifier = 4", "qualifier '4'"),
        ("unqualified = false", "unqualified: expected one of table, even, returned"),
        ('ante = "1-2-3"', "Ante table '1-2-3': pays found: 3"),
        ("ante = 100", "Ante table '100': pays found: 1"),
        (
            "ante = [100, 20, 10, 3, 2, 1]",
            "ante: expected text or a number, found [100, ",
        ),
        ("[ante]\nflsh = 2", "Ante table: 'flsh' is no hand of this table, the nearest: flush"),
        ("[ante]\nflush = true", "Ante table: flush: True is no number"),
        ('bonus-pays = "7-7"', "AA Bonus table '7-7': pays found: 2"),
        ('bonus-pays = "none"\nbonus = 1', "there is no AA Bonus, but a stake on it"),
        ('bonus-pays = "none"\nbonus-cards = 6', "there is no AA Bonus, but six cards for it"),
        ('rules = "fold-forfeits"\nbonus-pays = "none"', "there is no AA Bonus, but "),
        ("call", "no TOML: "),
        ("call = \n", "no TOML: Invalid value (at line 1, column 8)"),
        ("call = 1\ncall = 2\n", "no TOML: Cannot overwrite a value (at line 2, "),
        (b"call = '\xff'", "no TOML: 'utf-8' codec can't decode byte 0xff in position 8"),
        (b"\xff\xfec\0", "no TOML: 'utf-8' codec can't decode byte 0xff"),
        ("call = " + 5000 * "1", "no TOML: "),
        ("call = " + 3000 * "[", "no TOML: "),
    ],
)
def test_what_is_wrong_in_a_file(content: str | bytes, error: str, tmp_path: Path) -> None:
    path = file(tmp_path, content)
    assert refusal(str(path)).startswith(f"{path}: {error}")


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.mkdir()
    assert refusal(str(path)) == f"{path}: cannot be read: Is a directory"
    assert refusal(str(tmp_path)).startswith(f"{str(tmp_path)!r} is no preset and no file")
