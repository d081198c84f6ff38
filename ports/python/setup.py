# SPDX-License-Identifier: MIT
"""All else is in pyproject.toml, which cannot name these two."""

from setuptools import setup

setup(
    cffi_modules=["build_whit.py:builder"],
    # One wheel for this Python and all that follow it.
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
