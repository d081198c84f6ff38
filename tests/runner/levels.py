# SPDX-License-Identifier: MIT
"""Which jobs a level holds."""

from collections.abc import Iterator

from tests.runner.core_jobs import CoreJobs
from tests.runner.host import kind_of
from tests.runner.host_jobs import HostJobs
from tests.runner.jobs import Job, Options
from tests.runner.other_jobs import OtherJobs
from tests.runner.samples import Vectors


class Plan:
    def __init__(self, options: Options) -> None:
        self._options = options
        vectors = Vectors(options.seed)
        self._host = HostJobs(options, vectors)
        self._cores = CoreJobs(options, vectors)
        self._others = OtherJobs(options, vectors)

    def jobs(self) -> Iterator[Job]:
        """With one case or suite, those that hold it."""
        case = self._options.case
        for job in self._every_job():
            if case is None or job.kind == kind_of(case):
                yield job

    def _every_job(self) -> Iterator[Job]:
        whole = self._options.case is None
        if self._options.level == "check":
            yield from self._host.quick()
            if whole:
                yield self._others.headers("gcc")
            return
        if self._options.level == "vectors":
            yield from self._cores.every_vector()
            return
        if self._options.level == "portable":
            yield from self._others.processors()
            return
        yield from self._cores.library()
        if whole:
            yield from self._host.vectors()
        yield from self._host.library()
        yield from self._host.toys()
        yield from self._host.curves()
        if whole:
            if not self._options.campaign:
                yield from self._others.processors()
            yield from self._others.secrets()
            yield from (self._others.headers(compiler) for compiler in ("gcc", "clang"))
