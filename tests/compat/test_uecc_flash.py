# SPDX-License-Identifier: MIT
"""What the interfaces of micro-ecc and p256-m cost, and that doc/migration.md says so."""

import itertools

import pytest

from tests.compat import flash
from tests.runner.host import PROFILES

MORE_BYTES = 300
QUICK = ("cortex-m4", "balanced")
BUILDS = [
    pytest.param(*build, marks=() if build == QUICK else pytest.mark.slow)
    for build in itertools.product(flash.CORES, PROFILES)
]


@pytest.mark.slow
@pytest.mark.parametrize(("core", "profile"), BUILDS)
@pytest.mark.sampled(3)
def test_verifying_costs_little_more_than_whits_own_call(core: str, profile: str) -> None:
    """No option is given, and compat/ and Whit have all five curves."""
    case, (_, own_call) = next(iter(flash.CASES.items()))
    assert case == "verify a signature"
    build = flash.Build(core, profile)
    ours = build.bytes(flash.DIRECT.format(call="uECC_verify(k, k, 32, b, uECC_secp256r1())"))
    own = build.bytes(flash.WHIT.format(call=own_call))
    assert 0 < ours - own <= MORE_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("mark", flash.TABLES)
def test_the_tables_of_the_guide(mark: str) -> None:
    """`python -m tests.compat.flash` writes them."""
    assert flash.written(flash.GUIDE.read_text(), mark) == flash.table(mark)
