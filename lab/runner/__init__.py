# SPDX-License-Identifier: MIT
"""The only orchestration: peers, targets and measures meet here and nowhere else."""

from lab.measures.faults import Effort
from lab.measures.forgeries import EVERY as FORGERIES
from lab.runner.batches import Settings, portable
from lab.runner.circuits import circuits, confirm, select_circuits, simulators
from lab.runner.coverage import measured_cores, unmeasured
from lab.runner.demonstration import demonstrate
from lab.runner.faults import try_faults
from lab.runner.functions import FunctionBench, find_function
from lab.runner.keys import time_keys
from lab.runner.leaks import (
    MOST_TRACES,
    NAMED,
    LeakEffort,
    find_leaks,
    fixable,
    select_leaking,
)
from lab.runner.local_sources import add_library, named_sources
from lab.runner.measuring import DEFAULT_KEYS, DEFAULT_SEED, Lab
from lab.runner.observer import Observer, Silence
from lab.runner.own_programs import prove_program, trace_program
from lab.runner.profiles import cycles_by_symbol
from lab.runner.recorded import select_recorded
from lab.runner.reproduction import reproduce
from lab.runner.selection import (
    DEFAULT_CURVE,
    DEFAULT_LIBRARIES,
    DEFAULT_PROFILE,
    DEFAULT_TARGET,
    KINDS,
    Selection,
    catalogue,
    select,
    select_emulated,
    select_emulated_targets,
    select_provable,
    select_traceable,
)
from lab.runner.staleness import of_agreements as evidence_of_agreements
from lab.runner.staleness import of_images as evidence_of_images
from lab.runner.staleness import of_sources as evidence_of_sources
from lab.runner.staleness import recorded
from lab.runner.worker_pool import measured, open_pool, traced
from lab.targets.compilers import FAMILIES
from lab.targets.own_program import DEFAULT_LIMIT, Asked
from lab.targets.watched import Span

__all__ = [
    "DEFAULT_CURVE",
    "DEFAULT_KEYS",
    "DEFAULT_LIBRARIES",
    "DEFAULT_LIMIT",
    "DEFAULT_PROFILE",
    "DEFAULT_SEED",
    "DEFAULT_TARGET",
    "FAMILIES",
    "FORGERIES",
    "KINDS",
    "MOST_TRACES",
    "NAMED",
    "Asked",
    "Effort",
    "FunctionBench",
    "Lab",
    "LeakEffort",
    "Observer",
    "Selection",
    "Settings",
    "Silence",
    "Span",
    "add_library",
    "catalogue",
    "circuits",
    "confirm",
    "cycles_by_symbol",
    "demonstrate",
    "evidence_of_agreements",
    "evidence_of_images",
    "evidence_of_sources",
    "find_function",
    "find_leaks",
    "fixable",
    "measured",
    "measured_cores",
    "named_sources",
    "open_pool",
    "portable",
    "prove_program",
    "recorded",
    "reproduce",
    "select",
    "select_circuits",
    "select_emulated",
    "select_emulated_targets",
    "select_leaking",
    "select_provable",
    "select_recorded",
    "select_traceable",
    "simulators",
    "time_keys",
    "trace_program",
    "traced",
    "try_faults",
    "unmeasured",
]
