"""Pictures: distributions and the grid of starting hands, drawn by matplotlib (extra plot)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.cards import RANKS
from solver.distribution import Distribution
from solver.starting_hands import StartingHand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from solver.session import Session

_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "casino-holdem",
    "svg.fonttype": "path",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9,
}
_BLUE, _RED, _GREY = "#2f6690", "#b23a48", "#8d99ae"


class PlotError(Exception):
    """A picture that cannot be drawn or written."""


def require() -> None:
    """Make sure that pictures can be drawn.

    Raises
    ------
    PlotError
        Saying what to install.
    """
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise PlotError(
            "pictures need matplotlib: install it with the extra plot, pip install '.[plot]'"
        ) from None


def _canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """An empty picture of so many inches, and what to draw in."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots()


def distribution_picture(distribution: Distribution, title: str) -> Figure:
    """Chances of each net result of a round, on a logarithmic scale."""
    figure, axes = _canvas(7.5, 3)
    names = [f"{float(result):+g}" if result else "0" for result in distribution.results]
    chances = [float(chance) for _, chance in distribution.chances]
    colours = [_BLUE if r > 0 else _RED if r < 0 else _GREY for r in distribution.results]
    bars = axes.bar(names, chances, color=colours)
    axes.set_yscale("log")
    axes.bar_label(bars, [f"{100 * chance:.3g} %" for chance in chances], fontsize=6, padding=1)
    axes.margins(y=0.15)
    axes.tick_params(axis="x", labelsize=7, rotation=45 if len(names) > 20 else 0)
    axes.set_xlabel("net result, antes")
    axes.set_ylabel("chance")
    axes.set_title(title)
    return figure


def starting_hands_picture(hands: Sequence[StartingHand]) -> Figure:
    """The grid of starting hands: share of flops called, and EV of perfect play."""
    figure, axes = _canvas(7.5, 7.2)
    shares = [[0.0] * len(RANKS) for _ in RANKS]
    for hand in hands:
        shares[hand.row][hand.column] = float(hand.call_share)
    image = axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=1)
    for hand in hands:
        axes.text(
            hand.column, hand.row,
            f"{hand.name}\n{100 * float(hand.call_share):.0f} %\n{float(hand.ev):+.2f}",
            ha="center", va="center", fontsize=6,
            color="white" if hand.call_share > Fraction(9, 10) else "black",
        )  # fmt: skip
    axes.set_xticks(range(len(RANKS)), list(reversed(RANKS)))
    axes.set_yticks(range(len(RANKS)), list(reversed(RANKS)))
    axes.spines[:].set_visible(False)
    figure.colorbar(image, label="share of flops on which Call is better", shrink=0.6)
    axes.set_title(
        "Starting hands, suited above the diagonal:\n"
        "flops called, and EV of perfect play in antes (higher is better)"
    )
    return figure


def session_picture(session: Session) -> Figure:
    """The net result of a session, with the even line and the mean."""
    figure, axes = _canvas(7.5, 3.5)
    results = session.results
    chances = session.probabilities
    axes.fill_between(results, chances, step="mid", color=_BLUE, alpha=0.6, linewidth=0)
    low, high = (float(session.quantile(Fraction(p, 1000))) for p in (1, 999))
    room = max(1.0, 0.15 * (high - low))
    axes.set_xlim(low - room, high + room)
    axes.set_ylim(bottom=0)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.axvline(float(session.mean), color=_RED, linestyle="--", label="mean")
    axes.legend(frameon=False)
    axes.set_xlabel("net result, antes")
    axes.set_ylabel("chance")
    axes.set_title(f"Net result of {session.rounds:,} rounds")
    return figure


def frontier_picture(costs: Sequence[tuple[int, Fraction]], unit: str) -> Figure:
    """Cost of strategies against how much there is to remember: so many of ``unit``."""
    figure, axes = _canvas(7.5, 4)
    sizes = [size for size, _ in costs]
    percents = [100 * float(cost) for _, cost in costs]
    axes.plot(sizes, percents, marker="o", markersize=4, color=_BLUE)
    for size, cost in zip(sizes, percents, strict=True):
        axes.annotate(f"{cost:.2f}", (size, cost), (0, 6), textcoords="offset points", fontsize=7)
    axes.set_ylim(0, 1.2 * sorted(percents)[-2])
    axes.set_xlabel(unit)
    axes.set_ylabel("cost against perfect play, % of an Ante")
    axes.set_title(f"The cheapest strategies found, by {unit}")
    return figure


def text_page(blocks: Sequence[tuple[str, float, str]]) -> Figure:
    """A page, A4 upright, of texts below each other, each with its size in points and weight."""
    import textwrap

    from matplotlib.figure import Figure

    width, height, margin = 8.27, 11.69, 0.7
    figure = Figure(figsize=(width, height))
    top = height - margin
    for text, size, weight in blocks:
        # A letter is about half as wide as it is high.
        lines = textwrap.wrap(text, int((width - 2 * margin) * 72 / (0.56 * size)))
        for line in lines:
            figure.text(
                margin / width, top / height, line, fontsize=size, fontweight=weight, va="top"
            )
            top -= 1.3 * size / 72
        top -= 0.5 * size / 72
    return figure


def as_svg(figure: Figure) -> str:
    """A picture as an SVG element, the same for the same numbers."""
    import matplotlib as mpl

    text = io.StringIO()
    with mpl.rc_context(_SETTINGS):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def check_path(path: Path) -> None:
    """Refuse a file for a picture before there is one.

    Raises
    ------
    PlotError
        If pictures cannot be drawn, or for an unknown format.
    """
    require()
    from matplotlib.backend_bases import FigureCanvasBase

    known = sorted(FigureCanvasBase.get_supported_filetypes())
    if path.suffix.lstrip(".").lower() not in known:
        raise PlotError(f"{path}: expected a picture's suffix, one of {', '.join(known)}")


def write(figure: Figure, path: Path) -> None:
    """Write a picture to a file, whose suffix says in which format (`check_path`).

    Raises
    ------
    PlotError
        If it cannot be written.
    """
    import matplotlib as mpl

    # No date where the format would have one: the same picture for the same numbers.
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    try:
        with mpl.rc_context(_SETTINGS):
            suffix = path.suffix.lstrip(".").lower()
            figure.savefig(path, dpi=150, metadata=metadata.get(suffix))
    except OSError as error:
        raise PlotError(f"{path}: cannot be written: {error.strerror}") from None
