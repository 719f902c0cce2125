"""Builds the compiled kernels; everything else about the project is in pyproject.toml.

Two environment switches change the build, neither is set in what is shipped:
``CASINO_HOLDEM_NATIVE=1`` compiles for this processor only, ``CASINO_HOLDEM_CHECKED=1`` turns
index checks back on.
"""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = ("ranks", "suits", "deal", "boards", "flops", "turns", "pricing")
SHARED = "solver._utility"

checked = os.environ.get("CASINO_HOLDEM_CHECKED") == "1"
native = os.environ.get("CASINO_HOLDEM_NATIVE") == "1"
flags = ["-O3", "-g0", *(["-march=native"] if native else [])]
if sys.platform == "win32":
    flags = []

setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(
        [
            Extension(f"solver._{name}", [f"ext/{name}.pyx"], extra_compile_args=flags)
            for name in KERNELS
        ]
        # What Cython adds for memoryviews is compiled once instead of with each of them.
        + [Extension(SHARED, ["ext/_utility.c"], extra_compile_args=flags)],
        shared_utility_qualified_name=SHARED,
        include_path=["ext"],
        compiler_directives={
            "language_level": 3,
            "boundscheck": checked,
            "wraparound": False,
            "initializedcheck": checked,
            "cdivision": True,
            "embedsignature": True,
        },
    ),
)
