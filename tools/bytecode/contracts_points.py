# SPDX-License-Identifier: MIT
"""Contracts of programs/points.txt and programs/ladder.txt."""

from tools.bytecode.assembler import CALLED, SUMS, ProgramError
from tools.bytecode.contracts import Trial, contract
from tools.bytecode.interpreter import Interpreter, Point


def prepared(trial: Trial) -> Interpreter:
    machine = trial.begin()
    trial.put("C", trial.number(trial.p))
    return machine


@contract("twice")
@contract("twice", of=SUMS)
def doubles(trial: Trial) -> None:
    prepared(trial)
    point = trial.point()
    trial.put_sum(point, trial.number(trial.p))
    trial.machine.called("twice")
    trial.same(trial.sum(), trial.curve.add(point, point))


@contract("choose", "scale", "compare")
@contract("choose", "scale", "compare", of=SUMS)
def compares(trial: Trial) -> None:
    """The choice exchanges, and the borrows tell of infinity and of equal coordinates."""
    machine = prepared(trial)
    first, second = trial.point(), trial.point()
    for swapped, negative in ((0, 0), (0, 1), (1, 0), (1, 1)):
        for total in (first, (first[0], -first[1] % trial.p), trial.point(), None):
            trial.put_point(first, ("U1", "V1") if swapped else ("U", "V"), trial.field("C"))
            trial.put_point(second, ("U", "V") if swapped else ("U1", "V1"), trial.field("C"))
            trial.put_sum(total, trial.number(trial.p))
            machine.mask = bool(swapped)
            borrows = machine.called("choose")
            trial.same(trial.entry(), first)
            trial.same(trial.entry("U1", "V1"), second)
            trial.same(bool(borrows & (0x10 if machine.counts else 1)), total is not None)
            if total is None:
                continue
            machine.mask = bool(negative)
            borrows = machine.called("compare")
            term = (first[0], -first[1] % trial.p) if negative else first
            trial.same(bool(borrows & 0xC), total[0] != term[0])
            if total[0] == term[0]:
                trial.same(bool(borrows & 3), total[1] != term[1])


@contract("begin", "begin_with_z")
@contract("begin", "begin_with_z", of=SUMS)
def begins(trial: Trial) -> None:
    machine = prepared(trial)
    point = trial.point()
    for negative in (False, True):
        for label in ("begin", "begin_with_z"):
            trial.put_point(point, ("U", "V"), trial.field("C"))
            machine["W"] = 0
            trial.put("Z", trial.number(trial.p))
            machine.mask = negative
            machine.called(label)
            sign = -1 if negative else 1
            trial.same(trial.sum(), (point[0], sign * point[1] % trial.p))
            if machine["Z"] == 0:
                raise ProgramError("begins with infinity")


@contract("table", "add")
@contract("table", "add", of=SUMS)
def tabulates(trial: Trial) -> None:
    """Behind table, (U + U') + U for its two entries; table goes on with add."""
    curve = trial.curve
    machine = prepared(trial)
    first, second = trial.point(), trial.point()
    plus = curve.add(second, first)
    minus = curve.add(second, curve.multiply(-1, first))
    if plus is None or minus is None:
        return
    trial.put_point(second, ("U", "V"), trial.field("C"))
    trial.put_sum(first, trial.number(trial.p))
    machine.called("table")
    trial.same(trial.entry(), plus)
    trial.same(trial.entry("U1", "V1"), minus)
    total = curve.add(curve.add(plus, minus), plus)
    partial = curve.add(plus, minus)
    if partial is not None and partial[0] != plus[0]:
        trial.same(trial.sum(), total)


@contract("square", "times", ladder=None)
def powers(trial: Trial) -> None:
    machine = trial.begin()
    s, t = trial.number(trial.p), trial.number(trial.p)
    trial.put("S", s)
    trial.put("T", t)
    machine.called("square")
    machine.called("times")
    trial.same(trial.field("S"), s * s * t % trial.p)


@contract("public", "point")
def reads(trial: Trial) -> None:
    machine, p = trial.begin(), trial.p
    x, y = trial.point()
    over = (1 << machine.size.bits) - 1
    cases = [((x, y), "GO_ON"), ((x, p - y), "GO_ON")]
    cases += [(pair, "WHIT_ERROR_PUBLIC_KEY_RANGE") for pair in ((p, y), (x, p), (over, y))]
    for pair in ((x, (y + 1) % p), ((x + 1) % p, y), (0, 0)):
        if not trial.curve.has(*pair):
            cases.append((pair, "WHIT_ERROR_PUBLIC_KEY_CURVE"))
    for pair, status in cases:
        trial.begin()
        machine.strings["second"] = bytearray(trial.encoded(pair))
        trial.ends(machine.run(CALLED, "public"), status)
        if status == "GO_ON":
            trial.same(trial.entry(), pair)


@contract("single", "affine", lines=False)
def multiplies(trial: Trial) -> None:
    machine = trial.begin()
    point = trial.point()
    machine.strings["second"] = bytearray(trial.encoded(point))
    trial.ends(machine.run(CALLED, "public"), "GO_ON")
    machine["K"] = k = trial.number(trial.curve.order)
    trial.ends(machine.run(CALLED, "single"), "GO_ON")
    trial.same((machine["X"], machine["Y"]), trial.curve.multiply(k, point))


@contract("single", lines=True)
def multiplies_by_lines(trial: Trial) -> None:
    """x less that of the point, of all scalars that are special and of the point with x = 0."""
    machine, n, p = trial.machine, trial.curve.order, trial.p
    origin = next(((0, y) for y in range(min(p, 1 << 8)) if trial.curve.has(0, y)), None)
    scalars = (1, 2, n - 2, n - 1, n // 2, n // 2 + 1, trial.number(n))
    for point in (trial.point(), *((origin,) if origin else ())):
        for k in range(1, n) if n < 1 << 8 else scalars if trial.thorough else scalars[3:]:
            trial.begin()
            machine.strings["second"] = bytearray(trial.encoded(point))
            trial.ends(machine.run(CALLED, "public"), "GO_ON")
            machine["K"], machine["U1"] = k, trial.number(p)
            trial.ends(machine.run(CALLED, "single"), "GO_ON")
            expected = trial.curve.multiply(k, point)
            assert expected is not None
            trial.same((machine["X"], machine["K"]), ((expected[0] - point[0]) % p, k))


@contract("step", lines=True)
def steps_on_lines(trial: Trial) -> None:
    """Q + R and 2 R from Q and R, by their differences to P in x and the line through them."""
    curve, p = trial.curve, trial.p
    machine = prepared(trial)
    point = trial.point()

    def put(j: int, z: int) -> None:
        first, second = curve.multiply(j, point), curve.multiply(j + 1, point)
        assert first is not None
        assert second is not None
        rise, run = (first[1] - point[1], first[0] - point[0])
        if run == 0:
            rise, run = 3 * point[0] ** 2 + curve.a, 2 * point[1]
        slope = rise * pow(run, -1, p)
        for name, value in (
            ("X", (first[0] - point[0]) * z**2),
            ("U1", (second[0] - point[0]) * z**2),
            ("Z", -2 * slope * z),
            ("Y", 2 * point[1] * z**3),
        ):
            trial.put(name, value)

    n = curve.order
    for j in (1, 2, (n - 3) // 2, (n + 1) // 2, n - 3):
        for swapped in (False, True):
            z = trial.number(p)
            put(j, z)
            difference = trial.field("X") - trial.field("U1")
            factor = difference * (trial.field("Y") - trial.field("Z") * trial.field("U1")) % p
            if swapped:
                machine["X"], machine["U1"] = machine["U1"], machine["X"]
            machine["W"], machine.mask = 0, swapped
            machine.called("step")
            found = [machine[name] for name in ("X", "U1", "Z", "Y")]
            put(2 * j + 1, z * factor)
            trial.same(found, [machine[name] for name in ("X", "U1", "Z", "Y")])


@contract("range")
def ranges(trial: Trial) -> None:
    machine, n = trial.begin(), trial.curve.order
    over = (1 << machine.size.bits) - 1
    for k in (0, 1, 2, n - 1, n, min(n + 1, over), over):
        machine["K"] = k
        trial.ends(machine.run(CALLED, "range"), "GO_ON")
        trial.same(machine.borrows & 3 == 3, 0 < k < n)
        if 0 < k < n:
            trial.same(machine["T"], k)


@contract("invert")
def inverts(trial: Trial) -> None:
    for modulus in ("p", "n"):
        machine = trial.begin()
        machine.modulus = modulus
        for value in (0, 1, trial.number(machine.m)):
            machine["T"] = value
            trial.ends(machine.run(CALLED, "invert"), "GO_ON")
            expected = machine.r**2 * pow(value, -1, machine.m) % machine.m if value else 0
            trial.same(machine["S"], expected)


@contract("step", ladder=True)
def steps(trial: Trial) -> None:
    """x of 2 R and R + R' from x of R and R', and infinity among them."""
    curve, p = trial.curve, trial.p
    machine = trial.begin()
    point = trial.point()
    t2 = curve.t**2

    def abscissa(found: Point) -> tuple[int, int]:
        z = trial.number(p)
        return (found[0] * t2 * z % p, z) if found else (z, 0)

    def is_at(x: str, z: str, expected: Point) -> None:
        if expected is None:
            trial.same((trial.field(x) != 0, trial.field(z)), (True, 0))
        else:
            trial.same(trial.field(x), expected[0] * t2 * trial.field(z) % p)
            trial.same(trial.field(z) != 0, True)

    for j in (0, 1, curve.order - 1, curve.order - 2, trial.number(curve.order)):
        first, second = curve.multiply(j, point), curve.multiply(j + 1, point)
        for swapped in (False, True):
            names = ("X", "Z", "U1", "V1")
            values = (*abscissa(first), *abscissa(second))
            for name, value in zip(
                names, values[2:] + values[:2] if swapped else values, strict=True
            ):
                trial.put(name, value)
            trial.put("U", point[0] * t2)
            trial.put("Y", 4 * curve.worked_b)
            machine["W"] = 0
            machine.mask = swapped
            machine.called("step")
            is_at("X", "Z", curve.add(first, first))
            is_at("U1", "V1", curve.add(first, second))
