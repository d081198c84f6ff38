# SPDX-License-Identifier: MIT
"""published/points/: what code costs that no registry has, for the fronts alone."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from lab import curves
from lab.declarations import Declaration
from lab.model import PUBLISHED as NOT_MEASURED
from lab.model import Sample
from lab.paths import PUBLISHED

POINTS = PUBLISHED / "points"
KINDS: Mapping[str, str] = {
    "lab": f"{NOT_MEASURED}, measured in this lab from a user's own copy",
    "author": f"{NOT_MEASURED}, its author's own figures",
}


@cache
def points(directory: Path = POINTS) -> tuple[Sample, ...]:
    """Each as a sample without an image, whose version is its source; LabError where a file says
    something else."""
    return tuple(sample for path in sorted(directory.glob("*.toml")) for sample in _of_file(path))


def _of_file(path: Path) -> Iterator[Sample]:
    file = Declaration.read(path)
    kind, operation, curve = (file.text(key) for key in ("kind", "operation", "curve"))
    if kind not in KINDS:
        raise file.error("kind", f"must be one of {', '.join(KINDS)}")
    if operation not in curves.find(curve).operations:
        raise file.error("operation", f"is none of {curve}")
    library, source = file.text("library"), file.text("source")
    constant_time = file.flag("constant_time", False)
    for target, builds in file.tables("points").items():
        for configuration in builds.names():
            build = builds.table(configuration)
            cycles = build.natural("cycles")
            yield Sample(
                library=library,
                version=source,
                configuration=configuration,
                target=target,
                board=None,
                curve=curve,
                hash=None,
                operation=operation,
                profile=None,
                cycles=cycles,
                cycles_min=cycles,
                cycles_max=cycles,
                instructions=None,
                board_cycles=None,
                flash_bytes=build.natural("flash_bytes"),
                stack_bytes=build.natural("stack_bytes") if build.has("stack_bytes") else None,
                ram_static_bytes=None,
                time_seconds=None,
                energy_joules=None,
                constant_time=constant_time,
                origin=KINDS[kind],
                compiler="",
                flags="",
                image_sha256="",
                keys=0,
                seed="",
            )
            build.finish()
    file.finish()
