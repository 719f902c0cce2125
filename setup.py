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

checked = os.environ.get("CASINO_HOLDEM_CHECKED") == "1"
native = os.environ.get("CASINO_HOLDEM_NATIVE") == "1"
flags = [] if sys.platform == "win32" else ["-O3", "-g0", *(["-march=native"] if native else [])]

setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(
        [
            Extension(f"solver._{name}", [f"ext/{name}.pyx"], extra_compile_args=flags)
            for name in KERNELS
        ],
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
