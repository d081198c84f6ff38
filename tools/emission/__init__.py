# SPDX-License-Identifier: MIT
"""The amalgamation for one choice of curves, core, profile and schemes: what that build can use.

source         a C file as a tree of pieces and conditionals
macros         tokens, macro definitions and their expansion
conditions     what a condition says where some macros are open
declarations   tokens into declarations with the names they define and use
walk           the preprocessor's way through the files for one choice
reach          which declarations, macros and conditionals the public functions need
render         the files that are left, as text
plain_names    names that sizes told apart, and renaming, what it lays out anew
prototypes     contracts above definitions, where nothing needs a prototype
remarks        comments without what is about names that are gone
cores          the processors and what their compilers define
choice         options, schemes, the text at the top and the checks
"""
