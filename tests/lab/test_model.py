# SPDX-License-Identifier: MIT
import dataclasses

import pytest
from fakes import SAMPLE

from lab.model import ALL, ALL_PARTS, OPERATIONS, Sample, parts


def test_sample_survives_its_record() -> None:
    assert Sample.from_record(SAMPLE.record()) == SAMPLE


def test_record_has_the_promised_keys() -> None:
    promised = (
        "library version configuration target board curve hash operation profile cycles "
        "board_cycles flash_bytes stack_bytes ram_static_bytes time_seconds energy_joules "
        "constant_time origin compiler flags image_sha256 cycles_min cycles_max"
    )
    assert set(promised.split()) <= set(SAMPLE.record())


def test_a_record_from_before_a_field_was_added_is_read() -> None:
    older = {key: value for key, value in SAMPLE.record().items() if key != "chip_joules"}
    assert Sample.from_record(older) == SAMPLE
    with pytest.raises(ValueError, match="schema"):
        Sample.from_record({key: value for key, value in older.items() if key != "cycles"})


@pytest.mark.parametrize("change", [{"schema": 99}, {"surplus": 1}])
def test_record_of_another_schema_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="schema"):
        Sample.from_record({**SAMPLE.record(), **change})


def test_records_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        SAMPLE.cycles = 1  # type: ignore[misc]


def test_all_holds_the_four_operations() -> None:
    assert parts(ALL) == ALL_PARTS
    assert parts("verify") == ("verify",)
    assert set(ALL_PARTS) <= set(OPERATIONS)
