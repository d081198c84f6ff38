# SPDX-License-Identifier: MIT
"""The CC2538 study's energies, its table of signed messages, and what its text says of them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from fakes import SAMPLE

from lab import published
from lab.errors import UnknownNameError
from lab.model import Case, Sample
from lab.published import Row, Table
from lab.reports import reproduction as report
from lab.runner import messages, planning, reproduce
from lab.runner.planning import Planner
from lab.targets import boards
from lab.wire import formats, links

REMOTE = boards.find("zolertia-remote")
ENERGIES = ("4", "5", "6")


def study() -> published.Source:
    return next(each for each in published.sources() if each.name == "mossinger2016")


def table(name: str) -> Table:
    return next(each for each in study().tables if each.table == name)


def kept() -> list[Row]:
    return [row for row in published.load().rows if row.source == study().name]


def watts() -> float:
    assert REMOTE.active_watts is not None
    return REMOTE.active_watts


def test_one_constant_is_declared() -> None:
    assert watts() == pytest.approx(0.096)


def test_published_times_give_every_published_energy_within_a_tenth() -> None:
    ratios = [
        watts() * time.value / figure.value
        for each in map(table, ENERGIES)
        for figure in each.figures
        if (time := study().time_of(each, figure)) is not None
    ]
    assert len(ratios) == 66
    assert all(abs(ratio - 1) <= 0.10 for ratio in ratios), (min(ratios), max(ratios))


def test_what_is_kept_is_by_this_constant() -> None:
    of_energy = [row for row in kept() if row.table in ENERGIES]
    assert len(of_energy) == 66
    for row in of_energy:
        assert row.fed_ratio is not None, row.row
        assert abs(row.fed_ratio - 1) <= 0.10, row.row
    times = published.time_rows(kept())
    for row in of_energy:
        time = times[row.source, row.table, row.row]
        assert row.fed == pytest.approx(watts() * time.published, rel=1e-5), row.row


def test_emulated_times_give_energies_within_the_error_of_emulation() -> None:
    """Row by row, energy is off from what the published time gives as the time itself is, but for
    the ticks of a timer that times are rounded to."""
    times = published.time_rows(kept())
    pairs = [
        (row, times[row.source, row.table, row.row])
        for row in kept()
        if row.table in ENERGIES and row.emulated is not None
    ]
    assert len(pairs) == 48
    error = max(abs(time.ratio - 1) for _, time in pairs if time.ratio is not None)
    for row, time in pairs:
        assert row.emulated is not None
        assert row.fed is not None
        assert row.ratio is not None
        assert row.emulated / row.fed == pytest.approx(time.ratio, abs=0.002), row.row
        assert abs(row.ratio - 1) <= (1 + error) * 1.10 - 1, row.row


def test_reports_say_both() -> None:
    rows = [row for row in kept() if row.table in (*ENERGIES, "1", "2", "3")]
    said = [line.split() for line in report.as_text(rows).splitlines()]
    for name, count in (("mossinger2016-4", "3"), ("mossinger2016-6", "45")):
        (fed,) = (each for each in said if each[:4] == [name, "energy", "published", "times"])
        assert fed[4] == fed[6] == count  # with a ratio, within 10%
        assert any(each[:4] == [name, "energy", "emulated", "times"] for each in said)
        assert any(each[:3] == [name, "time", "–"] for each in said)
    only_times = [row for row in rows if row.table == "3"]
    assert "fed ratio" not in report.as_markdown(only_times)
    assert "fed ratio" in report.as_markdown(rows)


def test_rules_name_formats_and_links_that_there_are() -> None:
    rules = [rule for each in published.tables() for rule in each.rules]
    named = {rule.message for rule in rules if rule.message}
    assert {"plain", "jss"} <= named <= {each.name for each in formats.FORMATS}
    assert {rule.link for rule in rules if rule.link} <= {each.name for each in links.LINKS}


def test_messages_are_as_long_as_the_study_s() -> None:
    lengths = {figure.configuration: figure.value for figure in table("text-6").figures}
    assert messages.length("plain", "-") == lengths["unsigned"]
    assert messages.length("jss", "secp192r1") == lengths["signed"]
    assert messages.transfer("contikimac", "jss", "secp192r1").blocks == 3
    assert messages.transfer("contikimac", "plain", "-").blocks == 1


@pytest.mark.parametrize(
    ("link", "name", "curve"),
    [
        ("zigbee", "jss", "secp192r1"),
        ("contikimac", "jsss", "secp192r1"),
        ("contikimac", "jss", "curve25519"),
    ],
)
def test_unknown_names(link: str, name: str, curve: str) -> None:
    with pytest.raises(UnknownNameError):
        messages.transfer(link, name, curve)


def test_the_notes_compute_what_they_say() -> None:
    """Percentages and differences, from the figures."""
    (signing, unsigned, signed) = (
        next(
            figure.value
            for figure in table("7").figures
            if (figure.operation, figure.configuration) == wanted
        )
        for wanted in (("jss_sign", "signed"), ("coap_get", "unsigned"), ("coap_get", "signed"))
    )
    more, whole = signed - unsigned, signed + signing
    notes = " ".join(table("7").notes)
    for said in (
        f"{signing:.0f} of {signed:.0f} ms, {signing / signed:.0%}",
        f"of the {more:.0f} ms above the unsigned message's {unsigned:.0f}, {signing / more:.0%}",
        f"2 = {(more - signing) / 2:.1f} ms",
        f"{signing:.0f} of {whole:.0f} ms, {signing / whole:.0%}",
        f"of {more + signing:.0f} above {unsigned:.0f}, {signing / (more + signing):.0%}",
        f"2 = {more / 2:.1f} ms",
    ):
        assert said in notes, said
    sizes = [figure.value for figure in table("7").figures if figure.operation == "firmware"]
    assert f"{sizes[1]} - {sizes[0]} = {sizes[1] - sizes[0]:.2f} kB" in notes
    short, long = (figure.value for figure in table("text-6").figures)
    said = f"({long:.0f} - {short:.0f}) / {short:.0f} = {(long - short) / short:.0%}"
    assert said in " ".join(table("text-6").notes)


def measure(cases: Sequence[Case]) -> list[Sample]:
    """0.1 s a signature of the peer's and 0.05 s one of Whit's; 1,000 and 500 bytes."""
    factor = [1 if case.library == planning.WHIT else 2 for case in cases]
    return [
        replace(SAMPLE, time_seconds=0.05 * each, flash_bytes=500 * each, library=case.library)
        for case, each in zip(cases, factor, strict=True)
    ]


def rows_of_messages(monkeypatch: pytest.MonkeyPatch) -> dict[str, Row]:
    def select(
        _: Planner, target: str, library: str, variant: str, curve: str, operation: str
    ) -> Case:
        return Case(target, library, curve, operation, variant)

    monkeypatch.setattr(Planner, "_select", select)
    recording = reproduce(published.tables(("mossinger2016-7", "mossinger2016-text-6")), measure)
    return {row.row: row for row in recording.rows}


def test_a_transfer_is_read_in_two_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of_messages(monkeypatch)
    found = messages.transfer("contikimac", "jss", "secp192r1")
    signed = rows["micro-ecc, secp192r1, signed, coap_get, time"]
    assert (signed.status, signed.board) == ("modelled", "cc2538-16mhz")
    assert signed.emulated == pytest.approx(1000 * found.seconds, rel=1e-5)
    assert signed.whit == signed.emulated
    with_signing = 1000 * found.seconds + 100
    assert signed.reason is not None
    assert f"inside: {with_signing:.4g}, ratio {with_signing / 361:.3f}" in signed.reason
    assert f"with Whit's {with_signing - 50:.4g}" in signed.reason
    assert f"{1000 * found.on_device_seconds:.4g}" in signed.reason
    unsigned = rows["micro-ecc, secp192r1, unsigned, coap_get, time"]
    assert unsigned.emulated is not None
    assert signed.emulated is not None
    assert unsigned.emulated < signed.emulated
    assert "signing" not in str(unsigned.reason)


def test_the_study_s_times_lie_between_the_model_s_two_ends() -> None:
    for row in kept():
        if row.operation == "coap_get":
            name = "plain" if row.configuration == "unsigned" else "jss"
            found = messages.transfer("contikimac", name, "secp192r1")
            assert found.on_device_seconds < row.published / 1000 < found.seconds


def test_firmware_is_absent_and_what_signs_stands_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of_messages(monkeypatch)
    signed = rows["micro-ecc, secp192r1, signed, firmware, flash"]
    assert (signed.status, signed.emulated, signed.whit) == ("unavailable", None, None)
    assert signed.reason is not None
    assert signed.reason.startswith("the firmware is Contiki with its network stack")
    assert signed.reason.endswith(
        "an image that does sign alone has 1 kB by micro-ecc, 0.5 kB by Whit, profile small"
    )
    unsigned = rows["micro-ecc, secp192r1, unsigned, firmware, flash"]
    assert "alone" not in str(unsigned.reason)


def test_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [row for row in rows_of_messages(monkeypatch).values() if row.metric == "length"]
    assert [(row.emulated, row.whit, row.ratio, row.status) for row in found] == [
        (39, 39, 1, "modelled"),
        (154, 154, 1, "modelled"),
    ]
