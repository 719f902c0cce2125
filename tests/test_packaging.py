"""What is shipped: complete, the same on every machine, and right when the source tree is gone."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement

SOURCE = Path(__file__).parents[1]
KERNELS = {"ranks", "suits", "deal", "boards", "flops", "turns", "pricing"}
DATA = {f"solver/templates/{name}.jinja" for name in ("report.html", "report.md", "page.html")}
DATA |= {f"solver/strategies/{name}.txt" for name in ("best-8", "best-16", "cardsflip")}
DATA |= {f"solver/web/static/{name}" for name in ("app.js", "page.css", "icon.svg")}
DATA_FILES = ("solver/templates/*", "solver/strategies/*", "solver/web/static/*")
# Flags that ask for a certain processor, or that change what arithmetic means.
UNSAFE = re.compile(r"-m(arch|cpu|tune|avx|sse|fma|bmi|\d)|-Ofast|-ffast-math|target\(")

pytestmark = pytest.mark.skipif(
    not (SOURCE / "setup.py").exists(), reason="no source tree here, only its tests"
)

# Asked of the wheel in a process that has never seen the source tree.
QUESTIONS = """
import importlib, json, sys
from solver import Advisor, Engine, Rules, solve_game
from solver.report import as_markdown, make_report
names = ["solver", "solver.cli"] + ["solver._" + name for name in sys.argv[1:]]
spots = [("9s 7h", "2c Qd Ah"), ("3d 3h", "9c Jc Ac")]
advice = [Advisor().advise(*spot) for spot in spots]
(solution,) = solve_game([Rules()], Engine(workers=1))
print(json.dumps({
    "files": [importlib.import_module(name).__file__ for name in names],
    "answers": [[a.decision.name, str(a.ev_call)] for a in advice],
    "report": as_markdown(make_report(solution)),
}))
"""
TESTS = """
import sys, pytest, solver
assert solver.__file__.startswith(sys.argv[1]), solver.__file__
sys.exit(pytest.main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked sdist of a copy of the source tree, with all that building leaves in it."""
    place = tmp_path_factory.mktemp("sdist")
    # Not what an earlier build wrote down of the files it found.
    ignored = shutil.ignore_patterns(".*", "build", "dist", "results", "*.egg-info", "__pycache__")
    copy = shutil.copytree(SOURCE, place / "copy", ignore=ignored)
    for name in ("ext/ranks.c", "solver/_ranks.so", "solver/_ranks.cpython-311.pyc"):
        (copy / name).touch()
    make("--sdist", copy, place)
    (archive,) = place.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(place / "unpacked", filter="data")
    shutil.rmtree(copy)
    (unpacked,) = (place / "unpacked").iterdir()
    return unpacked


def make(what: str, source: Path, place: Path) -> None:
    """Build as anybody would; apart from this environment unless it has all that it takes."""
    needed = tomllib.loads((source / "pyproject.toml").read_text())["build-system"]["requires"]
    options = ["--no-isolation"] if all(map(is_here, needed)) else []
    command = [sys.executable, "-m", "build", what, *options, "--outdir", str(place), str(source)]
    run(command, cwd=place)


def is_here(requirement: str) -> bool:
    wanted = Requirement(requirement)
    try:
        return wanted.specifier.contains(version(wanted.name))
    except PackageNotFoundError:
        return False


def run(command: list[str], cwd: Path, **environment: str) -> str:
    own = {key: value for key, value in os.environ.items() if "CASINO_HOLDEM" not in key}
    # No directory that happens to be the current one is searched for modules.
    own |= {"PYTHONSAFEPATH": "1"} | environment
    done = subprocess.run(
        command, cwd=cwd, env=own, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def names_below(directory: Path, *patterns: str) -> set[str]:
    return {
        str(path.relative_to(directory))
        for pattern in patterns
        for path in directory.glob(pattern)
        if path.is_file()
    }


def test_the_sdist_is_complete(unpacked: Path) -> None:
    expected = names_below(
        SOURCE, "ext/*.pyx", "ext/*.pxd", "solver/**/*.py", "solver/*.pyi", "solver/py.typed",
        *DATA_FILES,
        "tests/**/*.py", "tests/data/*", "benchmarks/*.py", "LICENSE", "*.md", "*.toml", "setup.py",
    )  # fmt: skip
    found = names_below(unpacked, "**/*")
    assert {f"ext/{name}.pyx" for name in KERNELS} <= expected
    assert {f"solver/_{name}.pyi" for name in KERNELS} <= expected
    assert expected >= DATA
    assert {"solver/py.typed", "tests/test_packaging.py", "LICENSE", "CHANGELOG.md"} <= expected
    assert expected - found == set()
    assert {name for name in found if name.endswith((".c", ".so", ".pyd", ".pyc"))} == set()


def test_a_wheel_from_the_sdist_gives_the_same_answers(unpacked: Path, tmp_path: Path) -> None:
    source = shutil.copytree(unpacked, tmp_path / "source")
    make("--wheel", source, tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"solver/_{name}.pyi" for name in KERNELS} | {"solver/py.typed"} <= names
    assert names >= names_below(source, "solver/**/*.py", *DATA_FILES)
    assert {Path(name).parts[0].split("-")[0] for name in names} == {"solver", "casino_holdem"}
    assert {Path(name).suffix for name in names} & {".c", ".pyx", ".pxd", ".pyc"} == set()
    site, away = tmp_path / "site", tmp_path / "away"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    run([*pip, "--target", str(site), str(wheel)], cwd=tmp_path)
    shutil.copytree(source / "tests", away / "tests")
    shutil.copy(source / "pyproject.toml", away)
    shutil.rmtree(source)

    python = [sys.executable, "-c"]
    said = json.loads(run([*python, QUESTIONS, *KERNELS], cwd=away, PYTHONPATH=str(site)))
    assert [path for path in said["files"] if not path.startswith(str(site))] == []
    assert said["answers"] == [["EITHER", "-1"], ["EITHER", "-1"]]
    assert "2.157646" in said["report"]

    chosen = ["test_cards.py", "test_golden_spots.py", "test_packaging.py"]
    tests = [f"tests/{name}" for name in chosen if (away / "tests" / name).exists()]
    options = ["-p", "no:cacheprovider", "-n0"]
    said = run([*python, TESTS, str(site), *options, *tests], cwd=away, PYTHONPATH=str(site))
    # Those of this file have no source tree to look at.
    assert re.search(r"\d\d passed, 4 skipped in", said)


def build_with(monkeypatch: pytest.MonkeyPatch, **switches: str) -> tuple[list[Any], Any]:
    """What setup.py asks for: extensions, and Cython's options."""
    asked: list[tuple[list[Any], Any]] = []

    def cythonize(extensions: list[Any], **options: Any) -> list[Any]:
        asked.append((extensions, options))
        return extensions

    def extension(name: str, sources: list[str], **options: Any) -> SimpleNamespace:
        return SimpleNamespace(name=name, sources=sources, **options)

    for name in ("NATIVE", "CHECKED"):
        monkeypatch.delenv(f"CASINO_HOLDEM_{name}", raising=False)
    for name, value in switches.items():
        monkeypatch.setenv(f"CASINO_HOLDEM_{name}", value)
    tools = SimpleNamespace(Extension=extension, setup=lambda **_: None)
    monkeypatch.setitem(sys.modules, "setuptools", tools)
    monkeypatch.setitem(sys.modules, "Cython.Build", SimpleNamespace(cythonize=cythonize))
    monkeypatch.setitem(sys.modules, "Cython", SimpleNamespace())
    monkeypatch.chdir(SOURCE)
    runpy.run_path(str(SOURCE / "setup.py"))
    ((extensions, options),) = asked
    modules = {f"solver._{name}" for name in KERNELS | {"utility"}}
    assert {extension.name for extension in extensions} == modules
    return extensions, options


def unsafe_flags(extensions: list[Any]) -> set[str]:
    flags = " ".join(
        flag
        for extension in extensions
        for kind in ("extra_compile_args", "extra_link_args")
        for flag in getattr(extension, kind, [])
    )
    return {found.group() for found in UNSAFE.finditer(flags)}


def test_nothing_is_made_for_one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    extensions, options = build_with(monkeypatch)
    assert unsafe_flags(extensions) == set()
    assert options["compiler_directives"]["boundscheck"] is False
    # The switches do what they say, so the above is not for lack of looking.
    assert unsafe_flags(build_with(monkeypatch, NATIVE="1")[0]) == {"-march"}
    assert build_with(monkeypatch, CHECKED="1")[1]["compiler_directives"]["boundscheck"] is True


def test_no_file_of_the_build_names_a_processor() -> None:
    files = [SOURCE / "setup.py", SOURCE / "pyproject.toml", SOURCE / "MANIFEST.in"]
    files += [path for path in (SOURCE / "ext").iterdir() if path.suffix in {".pyx", ".pxd"}]
    lines = [line for path in files for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if UNSAFE.search(line) and "if native" not in line] == []
