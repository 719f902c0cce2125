"""Strategies: ordered rules in players' words, read from text, and which of them covers a spot."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from solver.cards import RANKS
from solver.hands import RANK_NAMES
from solver.outcomes import Decision
from solver.paytables import nearest
from solver.terms import TERMS, Kind

if TYPE_CHECKING:
    import lark
    import numpy as np
    from numpy.typing import NDArray

    Values = Mapping[str, NDArray[np.int8] | NDArray[np.int32]]

MOST_RULES = 200
"""Rules that one strategy may have."""

MOST_NESTED = 99
"""Brackets and negations that one line may have."""

POINTS = "points"
"""What rules call the sum of a point count."""

_GRAMMAR = r"""
start: _NEWLINE? (_line (_NEWLINE _line)*)? _NEWLINE?
_line: rule | point
rule: DECISION (_IF condition)?
point: _POINTS INTEGER (per | _IF condition)
per: _PER WORD+
condition: conjunction (_OR conjunction)*
conjunction: negation (_AND negation)*
?negation: _NOT negation -> negated
    | "(" condition ")"
    | term
term: WORD+ (COMPARISON (INTEGER | WORD))?

_POINTS.3: /points?(?=[ \t]+[+-]?[0-9])/i
DECISION.3: /(call|fold)(?![a-z-])/i
_IF.3: /if(?![a-z-])/i
_AND.3: /and(?![a-z-])/i
_OR.3: /or(?![a-z-])/i
_NOT.3: /not(?![a-z-])/i
_PER.3: /per(?![a-z-])/i
WORD: /[a-z][a-z-]*/i
INTEGER: /[+-]?[0-9]{1,3}/
COMPARISON: />=|<=|!=|=|>|</
_NEWLINE: /([ \t]*(#[^\n]*)?\r?\n)+/
%ignore /[ \t]+/
%ignore /#[^\n]*/
"""
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_RANK_VALUES = (
    {symbol.lower(): rank + 2 for rank, symbol in enumerate(RANKS)}
    | {name: rank + 2 for rank, name in enumerate(RANK_NAMES)}
    | {str(rank + 2): rank + 2 for rank in range(len(RANKS))}
)


class StrategyError(ValueError):
    """A strategy that cannot be read: where, what was found, and what was expected."""


class Condition(Protocol):
    """When a rule applies."""

    def __call__(self, values: Values) -> NDArray[np.bool_]:
        """Whether it holds in each spot."""

    @property
    def terms(self) -> frozenset[str]:
        """Names of the terms it needs."""


@dataclass(frozen=True)
class Compared:
    """A term compared with a number; a yes/no term is at least 1."""

    term: str
    comparison: str = ">="
    value: int = 1

    def __call__(self, values: Values) -> NDArray[np.bool_]:
        """Whether it holds in each spot."""
        found: NDArray[np.bool_] = _COMPARE[self.comparison](values[self.term], self.value)
        return found

    @property
    def terms(self) -> frozenset[str]:
        """Names of the terms it needs."""
        return frozenset({self.term})

    def __str__(self) -> str:
        kind = Kind.NUMBER if self.term == POINTS else TERMS[self.term].kind
        if kind is Kind.YES_NO:
            return self.term
        shown = RANKS[self.value - 2] if kind is Kind.RANK and self.value else str(self.value)
        return f"{self.term} {self.comparison} {shown}"


@dataclass(frozen=True)
class Negated:
    """The opposite of a condition."""

    of: Condition

    def __call__(self, values: Values) -> NDArray[np.bool_]:
        """Whether it holds in each spot."""
        return ~self.of(values)

    @property
    def terms(self) -> frozenset[str]:
        """Names of the terms it needs."""
        return self.of.terms

    def __str__(self) -> str:
        inner = f"({self.of})" if isinstance(self.of, Joined) else str(self.of)
        return f"not {inner}"


@dataclass(frozen=True)
class Joined:
    """Conditions of which all hold, or one at least."""

    word: str
    parts: tuple[Condition, ...]

    def __call__(self, values: Values) -> NDArray[np.bool_]:
        """Whether it holds in each spot."""
        found = self.parts[0](values)
        for part in self.parts[1:]:
            found = found & part(values) if self.word == "and" else found | part(values)
        return found

    @property
    def terms(self) -> frozenset[str]:
        """Names of the terms it needs."""
        return frozenset().union(*(part.terms for part in self.parts))

    def __str__(self) -> str:
        # Only "and" within "or" needs no brackets to be read as the same again.
        shown = (
            str(part)
            if not isinstance(part, Joined) or (self.word, part.word) == ("or", "and")
            else f"({part})"
            for part in self.parts
        )
        return f" {self.word} ".join(shown)


@dataclass(frozen=True)
class Points:
    """Points of a count: so many for each of a number or rank, or if a condition holds.

    Attributes
    ----------
    points : int
    per : str or None
        The term they are multiplied by; a yes/no term counts 1.
    condition : Condition or None
        When they count, where there is no such term.
    """

    points: int
    per: str | None
    condition: Condition | None

    def __call__(self, values: Values) -> NDArray[np.int32]:
        """What they add in each spot."""
        import numpy as np

        if self.per is not None:
            return values[self.per].astype(np.int32) * np.int32(self.points)
        assert self.condition is not None
        return self.condition(values) * np.int32(self.points)

    @property
    def terms(self) -> frozenset[str]:
        """Names of the terms they need."""
        if self.per is not None:
            return frozenset({self.per})
        assert self.condition is not None
        return self.condition.terms

    def __str__(self) -> str:
        return f"POINTS {self.points:+} " + (
            f"per {self.per}" if self.per is not None else f"if {self.condition}"
        )


@dataclass(frozen=True)
class Rule:
    """One rule: a decision, and when it applies; None for always.

    Attributes
    ----------
    decision : Decision
        CALL or FOLD.
    condition : Condition or None
    line : int
        Where it stands in its file, from 1; 0 if in none.
    """

    decision: Decision
    condition: Condition | None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return self.decision.name + (f" if {self.condition}" if self.condition else "")


@dataclass(frozen=True)
class Strategy:
    """Rules in order: the first that applies decides; the last always does.

    Attributes
    ----------
    name : str
    rules : tuple of Rule
    points : tuple of Points
        What the number ``points`` adds up, that rules may compare.
    remarks : str
        What the file says in its comments before the first line.

    Examples
    --------
    >>> strategy = parse_strategy("CALL if pair with the flop or high card >= K" + chr(10) + "FOLD")
    >>> [str(rule) for rule in strategy.rules]
    ['CALL if pair with the flop or high card >= K', 'FOLD']
    """

    name: str
    rules: tuple[Rule, ...]
    points: tuple[Points, ...] = ()
    remarks: str = ""

    @property
    def terms(self) -> list[str]:
        """Names of the terms it needs, in the order of `TERMS`."""
        needed = frozenset[str]().union(
            *(rule.condition.terms for rule in self.rules if rule.condition),
            *(points.terms for points in self.points),
        )
        return [name for name in TERMS if name in needed]

    def covering(self, values: Values, spots: int) -> NDArray[np.uint8]:
        """The number of the rule, from 0, that decides each of ``spots`` spots."""
        import numpy as np

        if self.points:
            total = sum((points(values) for points in self.points), np.zeros(spots, np.int32))
            values = {**values, POINTS: total}
        covering = np.full(spots, len(self.rules) - 1, np.uint8)
        for number in range(len(self.rules) - 2, -1, -1):
            condition = self.rules[number].condition
            assert condition is not None
            covering[condition(values)] = number
        return covering

    def calls(self, covering: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Whether each spot is called, from the rules that cover them."""
        import numpy as np

        called = np.array([rule.decision is Decision.CALL for rule in self.rules])
        return np.asarray(called[covering], np.bool_)

    def __str__(self) -> str:
        return "\n".join(map(str, (*self.points, *self.rules)))


@cache
def _parser() -> lark.Lark:
    import lark

    return lark.Lark(_GRAMMAR, parser="lalr", propagate_positions=True)


def parse_strategy(text: str, name: str = "strategy") -> Strategy:
    """Read a strategy.

    Parameters
    ----------
    text : str
        A rule a line: ``CALL if`` or ``FOLD if`` and a condition, or in the last a decision alone.
        Lines such as ``POINTS +2 per overcards`` or ``POINTS -3 if one-suit flop`` add up to a
        number that rules may compare: ``CALL if points >= 20``.
        A condition is made of terms (`solver.terms.TERMS`), comparisons of those that are ranks or
        numbers with ``= != < <= > >=``, ``and``, ``or``, ``not`` and brackets. ``#`` starts a
        comment.
    name : str
        What errors call it.

    Raises
    ------
    StrategyError
        Naming the line: for an unknown term, with the nearest; a comparison that makes no sense; a
        list without a last rule that always applies, or with one before the end.
    """
    import lark

    depth = max(line.count("(") + line.lower().count("not") for line in text.split("\n"))
    if depth > MOST_NESTED:
        raise StrategyError(f"{name}: expected up to {MOST_NESTED} brackets and not in a line")
    try:
        tree = _parser().parse(text)
    except lark.exceptions.UnexpectedInput as error:
        raise StrategyError(_syntax_error(text, name, error)) from None
    rules: list[Rule] = []
    points: list[Points] = []
    counts = any(node.data == "point" for node in tree.iter_subtrees())
    for node in tree.children:
        assert isinstance(node, lark.Tree)
        line = node.meta.line
        first, *rest = node.children
        try:
            if node.data == "point":
                points.append(_points(int(str(first)), rest[0]))
                continue
            condition = _condition(rest[0], counts) if rest else None
        except StrategyError as error:
            raise StrategyError(f"{name}: line {line}: {error}") from None
        rules.append(Rule(Decision[str(first).upper()], condition, line))
    _check_order(name, rules)
    return Strategy(name, tuple(rules), tuple(points), _remarks(text))


def _points(points: int, node: Any) -> Points:
    if node.data != "per":
        return Points(points, None, _condition(node, counts=False))
    name = " ".join(map(str, node.children)).lower()
    if name not in TERMS:
        raise StrategyError(f"{name!r} is no term{nearest(name, TERMS, most=3)}")
    return Points(points, name, None)


def _check_order(name: str, rules: list[Rule]) -> None:
    expected = "expected a last rule that always applies: CALL or FOLD alone"
    if not rules:
        raise StrategyError(f"{name}: no rules; {expected}")
    if rules[-1].condition is not None:
        raise StrategyError(f"{name}: line {rules[-1].line}: {expected}, found {rules[-1]}")
    for rule in rules[:-1]:
        if rule.condition is None:
            raise StrategyError(
                f"{name}: line {rule.line}: {rule} always applies, no rule after it can"
            )
    if len(rules) > MOST_RULES:
        raise StrategyError(f"{name}: expected up to {MOST_RULES} rules, found {len(rules)}")


def _syntax_error(text: str, name: str, error: lark.exceptions.UnexpectedInput) -> str:
    lines = text.rstrip("\n").split("\n")
    line = error.line if error.line > 0 else len(lines)
    found = lines[line - 1].split("#")[0].strip() if 0 < line <= len(lines) else ""
    return (
        f"{name}: line {line}: {found!r} is no rule: expected CALL or FOLD, 'if' and terms joined "
        "by and, or, not, such as CALL if own pair or high card >= K"
    )


def _remarks(text: str) -> str:
    remarks = []
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            break
        remarks.append(line.strip().lstrip("#").strip())
    return "\n".join(remarks).strip()


def _condition(node: Any, counts: bool) -> Condition:
    if node.data == "term":
        return _term([str(token) for token in node.children], counts)
    parts = tuple(_condition(child, counts) for child in node.children)
    if node.data == "negated":
        return Negated(parts[0])
    if len(parts) == 1:
        return parts[0]
    return Joined("or" if node.data == "condition" else "and", parts)


def _term(tokens: list[str], counts: bool) -> Condition:
    comparisons = [n for n, token in enumerate(tokens) if token in _COMPARE]
    words = tokens[: comparisons[0]] if comparisons else tokens
    name = " ".join(words).lower()
    if name == POINTS and not counts:
        raise StrategyError("no line gives points, such as POINTS +2 if backdoor flush")
    if name not in TERMS and name != POINTS:
        raise StrategyError(f"{name!r} is no term{nearest(name, TERMS, most=3)}")
    kind = Kind.NUMBER if name == POINTS else TERMS[name].kind
    if not comparisons:
        if kind is Kind.RANK:
            raise StrategyError(f"{name!r} is a rank: expected a comparison such as {name} >= K")
        return Compared(name)
    if kind is Kind.YES_NO:
        raise StrategyError(f"{name!r} is yes or no: expected no comparison")
    comparison, value = tokens[comparisons[0] :]
    if kind is Kind.NUMBER:
        if not value.lstrip("+-").isdigit():
            raise StrategyError(f"{name!r} is a number: expected one, found {value!r}")
        return Compared(name, comparison, int(value))
    if value.lower() not in _RANK_VALUES:
        raise StrategyError(
            f"{name!r} is a rank: expected 2 to 10, T, J, Q, K or A, found {value!r}"
        )
    return Compared(name, comparison, _RANK_VALUES[value.lower()])


MEMORABLE = "best-8"
"""The strategy that is meant when none is named: of few rules, and cheap."""

STRATEGIES = Path(__file__).with_name("strategies")
"""Where the strategies are that come with the package, a text file each."""


def included() -> list[str]:
    """Names of the strategies that come with the package."""
    return sorted(path.stem for path in STRATEGIES.glob("*.txt"))


def find_strategy(name: str) -> Strategy:
    """A strategy that comes with the package, or from a file.

    Raises
    ------
    StrategyError
        If it is neither, with the nearest names, or cannot be read.
    """
    known = included()
    path = STRATEGIES / f"{name}.txt" if name in known else Path(name)
    try:
        if name not in known and path.suffix != ".txt" and not path.is_file():
            raise StrategyError(f"{name!r} is no strategy and no file{nearest(name, known)}")
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise StrategyError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StrategyError(f"{path}: not UTF-8 text") from None
    return parse_strategy(text, name)
