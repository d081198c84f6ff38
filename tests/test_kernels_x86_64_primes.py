# SPDX-License-Identifier: MIT
"""The field arithmetic of x86-64 modulo the primes k256 and p384, in both forms, on the numbers
that cores with shorter limbs are tried with."""

import random
from collections.abc import Callable, Iterator

import pytest

from tests import test_kernels_256k1 as of_256
from tests import test_kernels_384 as of_384
from tests.test_kernels_primes import FIELD, PRIMES
from tests.test_kernels_x86_64 import LIMB, WORDS, Processor, edges, processor

pytestmark = [pytest.mark.slow, pytest.mark.sampled(3)]

__all__ = ["processor"]

# The numbers of each prime, and its portable reduction with the constant that it gets.
CASES: dict[str, Callable[[str, int], Iterator[tuple[int, ...]]]] = {
    "k256": of_256.cases,
    "p384": of_384.cases,
}
ENDS = {"k256": of_256.ENDS, "p384": of_384.ENDS}
TWINS = {"k256": ("crandall", 2**32 + 977), "p384": ("p384", 2**32 + 1)}
ROUNDS = 200
every_prime = pytest.mark.parametrize("which", CASES)


def limbs(which: str) -> int:
    return PRIMES[which].limbs // 2


def pairs_at_the_edge(which: str) -> Iterator[tuple[int, int]]:
    """Factors of numbers next to 0 and p, and of such as fill words, as sums and products."""
    p = PRIMES[which].p
    generator = random.Random(which)
    numbers = edges(generator, p, limbs(which))
    for _ in range(ROUNDS):
        a = next(numbers)
        for b in (a, p - a, p - 1 - a, (p + 1 - a), next(numbers)):
            yield a, b % p
        inverse = pow(a or 1, -1, p) * pow(PRIMES[which].factor, -1, p)
        for near in (0, 1, 2, p - 1, p - 2, 2**64 - 1, 2**64, p - 2**64, next(numbers)):
            yield a, near * inverse % p


def root(value: int, bits: int) -> int:
    """A number whose square is the value modulo 2^bits, for a value that is 1 modulo 8."""
    found = 1
    for bit in range(3, bits):
        found += (found * found - value >> bit & 1) << bit - 1
    return found


def in_pairs(generator: random.Random, factor: int, count: int) -> int:
    """Limbs of which, times the factor, each second one is next to 0 where two are taken at a
    time."""
    found = 0
    for _ in range(count):
        low = generator.choice((generator.choice(WORDS), generator.randrange(LIMB))) & -8 | 1
        pair = low | generator.choice((0, 1, LIMB - 1, LIMB - 2)) << 64
        found = found << 128 | pair * pow(factor, -1, 2**128) % 2**128
    return found


def squares_at_the_edge(which: str) -> Iterator[tuple[int]]:
    """Numbers whose squares have words that make carries run: in their lower half, of k256 itself,
    of p384 in the multiple of p that clears it; and reduced."""
    prime, bits = PRIMES[which], 64 * limbs(which)
    factor = 1 if prime.plain else -prime.p
    generator = random.Random(which)
    numbers = edges(generator, 2**bits, limbs(which))
    for turn in range(4 * ROUNDS):
        words = next(numbers) if turn % 2 else in_pairs(generator, factor, limbs(which) // 2)
        reduced = words * pow(prime.factor, -1, prime.p) % prime.p
        yield (pow(reduced, (prime.p + 1) // 4, prime.p),)
        words += pow(factor, -1, 8) - words % 8
        found = root(words * factor % 2**bits, bits)
        for a in (found, 2**bits - found, found ^ 2 ** (bits - 1)):
            yield (a % prime.p,)


@every_prime
@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(processor: Processor, which: str, name: str) -> None:
    prime, n = PRIMES[which], limbs(which)
    arity, expected = FIELD[name]
    tried = [*CASES[which](name, arity), *(pair[:arity] for pair in pairs_at_the_edge(which))]
    if name in ("mul", "sqr"):
        tried += (arity * square for square in squares_at_the_edge(which))
    traces = set()
    for turn, values in enumerate(tried):
        operands = [processor.write(1 + i, value, n) for i, value in enumerate(values)]
        before = processor.write(0, LIMB ** (n + 1) - 1, n + 1)
        # Apart, and in place of each operand.
        result = before if turn % 3 == 0 else operands[turn % 3 % arity]
        call = processor.call(f"whit_field_{name}_{which}_asm", result, *operands)
        found = processor.read(result, n)
        assert found == expected(prime, *values) % prime.p, [f"{value:#x}" for value in values]
        # Nothing but the result is written.
        assert processor.read(before + 8 * n, 1) == LIMB - 1
        kept = [(at, value) for at, value in zip(operands, values, strict=True) if at != result]
        assert all(processor.read(at, n) == value for at, value in kept)
        traces.add((turn % 3 and 1 + turn % 3 % arity, call.trace))
    assert len(traces) == 1 + arity


@every_prime
@pytest.mark.parametrize("name", [name for name, (arity, _) in FIELD.items() if arity == 2])
def test_operands_that_are_one(processor: Processor, which: str, name: str) -> None:
    prime, n = PRIMES[which], limbs(which)
    for turn, value in enumerate(ENDS[which]):
        operand = processor.write(1, value, n)
        result = (processor.write(0, 0, n), operand)[turn % 2]
        processor.call(f"whit_field_{name}_{which}_asm", result, operand, operand)
        assert processor.read(result, n) == FIELD[name][1](prime, value, value) % prime.p


@every_prime
def test_multiplication_is_its_twin(processor: Processor, which: str) -> None:
    p, n = PRIMES[which].p, limbs(which)
    reduction, constant = TWINS[which]
    modulus = processor.write(4, p, n)
    for values in pairs_at_the_edge(which):
        operands = [processor.write(1 + i, value, n) for i, value in enumerate(values)]
        result, product = processor.write(0, 0, n), processor.write(3, 0, 2 * n)
        processor.call(f"whit_field_mul_{which}_asm", result, *operands)
        found = processor.read(result, n)
        processor.call("whit_mp_mul_c", product, *operands, n)
        processor.call(f"whit_reduce_{reduction}_c", result, product, modulus, constant, n)
        assert found == processor.read(result, n)


@every_prime
def test_negation_by_a_mask(processor: Processor, which: str) -> None:
    p, n = PRIMES[which].p, limbs(which)
    numbers = edges(random.Random("negate"), p, n)
    traces = set()
    for value in (*ENDS[which], *(next(numbers) for _ in range(ROUNDS))):
        for mask in (0, LIMB - 1):
            result = processor.write(0, value, n)
            call = processor.call(f"whit_field_negate_masked_{which}_asm", result, mask)
            traces.add(call.trace)
            assert processor.read(result, n) == (-value % p if mask else value)
    assert len(traces) == 1
