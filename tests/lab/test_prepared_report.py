# SPDX-License-Identifier: MIT
"""What prepared keys and batches take, as a document has it: the host's table in a record."""

from pathlib import Path

import pytest

from lab.errors import LabError
from lab.reports import prepared
from lab.reports.figures import NONE

RECORDED = """\
sources 1234
written by tools.develop.prepared --record
Verification with prepared keys on a machine, in a virtual machine
gcc 12; OpenSSL 3
load average 1.5 of 2 cores
microseconds, the least of 7 rounds; profile fast

                       secp256r1     ed25519
the key itself              23.5        23.9
together, 4 kB               3.0           -

Time over that with the key itself
together, 4 kB              0.13           -
"""


def test_the_host_s_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "record.txt"
    monkeypatch.setattr(prepared, "RECORD", path)
    with pytest.raises(LabError, match=r"results has no record\.txt"):
        prepared.table()
    path.write_text(RECORDED)
    table = prepared.table()
    assert table.header == ("", "secp256r1", "ed25519")
    assert table.rows == [("the key itself", "23.5", "23.9"), ("together, 4 kB", "3.0", NONE)]
    said = (
        "signature, the least of 7 rounds; profile fast. a machine, in a virtual machine; gcc 12; "
    )
    assert said + "OpenSSL 3; load average 1.5 of 2 cores." in table.legend


def test_the_record_of_results() -> None:
    table = prepared.table()
    labels = [row[0] for row in table.rows]
    assert labels[0] == "the key itself"
    assert {"together, 4 kB", "no AVX-512, 4 kB", "OpenSSL"} <= {*labels}
    assert all(len(row) == len(table.header) for row in table.rows)


def test_the_record_of_batches() -> None:
    table = prepared.batches()
    assert table.header[:3] == ("count", "singly", "at once")
    assert [row[0] for row in table.rows] == ["1", "2", "4", "8", "16", "32", "64"]
    assert all(len(row) == len(table.header) for row in table.rows)
    assert "profile fast" in table.legend
