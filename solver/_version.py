"""The version, in a module that can be read without the compiled kernels."""

VERSION = "0.3.0"
