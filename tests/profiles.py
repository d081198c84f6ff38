# SPDX-License-Identifier: MIT
"""The profiles for tests of which one is enough, but in a campaign."""

import pytest

USUALLY_BALANCED = [
    "balanced",
    *(pytest.param(name, marks=pytest.mark.campaign) for name in ("small", "fast")),
]
