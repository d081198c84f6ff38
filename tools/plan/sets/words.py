# SPDX-License-Identifier: MIT
"""What the records of several instruction sets are made of."""

from __future__ import annotations

FAST = ("fast",)
BALANCED = ("balanced",)
SMALL = ("small",)

FOUR = ("mul", "sqr", "add", "sub")
WHOLE = (*FOUR, "sub_twice", "three_halves", "negate_masked")


def each_length(name: str, arguments: str, *lengths: int) -> tuple[tuple[str, str], ...]:
    """A kernel for each of these numbers of limbs."""
    return tuple((f"n == {n}", f"whit_{name}_{n}_asm({arguments})") for n in lengths)


def names(text: str, ending: str = "asm") -> str:
    """Kernels that take the place of the functions of these names."""
    return " ".join(f"{name}=whit_{name}_{ending}" for name in text.split())


PRODUCT = "r, a, b"
LOOK_UP = "r, table, entries, index"
LOOK_UP_ANY = ("n >= 8", f"whit_mp_lookup_asm({LOOK_UP}, n)")
LOOK_UP_C = f"whit_mp_lookup_c({LOOK_UP}, n)"
PRODUCT_C = f"whit_mp_mul_c({PRODUCT}, n)"
SQUARE_C = "whit_mp_sqr_c(r, a, n)"
STEPS = names("mp_find_steps mp_combine mp_combine_shifted")
OF_25519 = ("add", "sub", "canonical", "negate_masked", "select")
LINEAR_NAMES = names("mp_add mp_sub mp_add_masked mp_select")

MULTIPLY_25519 = """\
/* A product and a kernel that folds it; in field/field_25519.c. */
WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b);
"""

FORMULAS = tuple(f"formula_{each}" for each in FOUR)


def in_formulas(field: str, ending: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """What point formulas call for each of the four operations."""
    return {f"formula_{each}": (("", f"whit_field_{each}_{field}_{ending}"),) for each in FOUR}
