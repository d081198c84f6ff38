# SPDX-License-Identifier: MIT
"""Self-tests that try a function with a known answer: src/generated/scheme/known_answers.inc.

One is the function selftest_<name> of a curve's header, where <name> is that which it tries, and
takes what the answer of that one's scheme is. Outputs have to be the answer's. What has none
verifies a signature: it accepts the answer's, and refuses it with one bit changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.curves.primes import CurveError
from tools.curves.schemes import ANSWER, Function, Scheme, Size, answered, functions_of
from tools.curves.text import NOTICE, wrap

PREFIX = "selftest_"
PER = {"field": "f", "order": "o"}
SIGNATURE = "signature"


def product(count: int, unit: str) -> str:
    return unit if count == 1 else f"{count} * {unit}"


def length_of(size: Size) -> str:
    """How many bytes a buffer has, where f and o are those of an element and of the order."""
    parts = [str(size.prefix)] if size.prefix else []
    parts += [product(getattr(size, key), unit) for key, unit in PER.items() if getattr(size, key)]
    return " + ".join(parts)


def room_of(size: Size) -> str:
    """The most that it has, for an array."""
    text = re.sub(r"\bf\b", "FIELD_LIMBS * LIMB_BYTES", length_of(size))
    return re.sub(r"\bo\b", "SCALAR_LIMBS * LIMB_BYTES", text)


class Trial:
    """A self-test, and the function that it tries, of a scheme whose answer has these values."""

    def __init__(
        self,
        function: Function,
        tried: Function,
        scheme: str,
        values: tuple[str, ...],
        sizes: dict[str, Size],
    ) -> None:
        self.function, self.tried, self.scheme = function, tried, scheme
        self.values, self.sizes = values, sizes
        self.outputs = [each.name for each in tried.parameters if each.is_output]

    def argument(self, name: str) -> str:
        """What stands for a parameter of the function that is tried."""
        buffer = name.removesuffix("_length")
        if name in ("curve", "base", "hash") or name in self.outputs:
            return name
        if name == "random":
            return "&random"
        if buffer != name:
            return length_of(self.sizes[buffer]) if buffer in self.sizes else f"answer->{name}"
        if name not in self.values:
            raise CurveError(f"{self.function.calls}: no known answer has {name}")
        return name if name == self.changed else f"answer->{name}"

    @property
    def changed(self) -> str | None:
        """The input that is changed, which has to be refused then."""
        return None if self.outputs else SIGNATURE

    def call(self, result: str) -> str:
        arguments = [self.argument(each.name) for each in self.tried.parameters]
        return wrap(f"    whit_status {result} = {self.tried.calls}", arguments, ";")

    def lines(self) -> Iterator[str]:
        given = self.function.parameters
        missing = " || ".join(f"{each.name} == NULL" for each in given)
        yield wrap(f"whit_status {self.function.calls}", [each.text for each in given], "")
        yield "{"
        yield f"    if ({missing}) {{"
        yield "        return WHIT_ERROR_ARGUMENT;"
        yield "    }"
        used = " ".join(self.argument(each.name) for each in self.tried.parameters)
        local = [*self.outputs, *filter(None, [self.changed])]
        used += " ".join(length_of(self.sizes[name]) for name in local)
        for unit, function in (("o", "ORDER_BYTES"), ("f", "FIELD_BYTES")):
            if re.search(rf"\b{unit}\b", used):
                yield f"    size_t {unit} = {function}(DOMAIN(curve));"
        for name in local:
            yield f"    uint8_t {name}[{room_of(self.sizes[name])}];"
        yield from self.verified() if self.changed else self.computed()
        yield "}"

    def computed(self) -> Iterator[str]:
        if "random" in self.tried.arguments:
            yield "    const uint8_t *nonce = answer->nonce;"
            yield "    whit_random random = {scheme_known_draw, &nonce};"
        yield self.call("status")
        same = " && ".join(
            f"base_same({name}, answer->{name}, {length_of(self.sizes[name])})"
            for name in self.outputs
        )
        yield f"    return VERDICT(status == WHIT_OK && {same});"

    def verified(self) -> Iterator[str]:
        length = length_of(self.sizes[SIGNATURE])
        yield f"    base_copy({SIGNATURE}, answer->{SIGNATURE}, {length});"
        yield self.call("good")
        yield f"    {SIGNATURE}[{length} - 1] ^= 1;"
        yield self.call("bad")
        yield "    return VERDICT(good == WHIT_OK && bad == WHIT_ERROR_SIGNATURE_INVALID);"


def trials(schemes: list[Scheme]) -> Iterator[Trial]:
    functions = {function.name: function for function in functions_of(schemes)}
    owners = {function.name: scheme for scheme in schemes for function in scheme.functions}
    sizes = {name: size for scheme in schemes for name, size in scheme.sizes.items()}
    answers = {scheme.name: values for scheme, values in answered(schemes)}
    for function in functions.values():
        found = [match for each in function.parameters if (match := ANSWER.search(each.type))]
        if not found:
            continue
        name = function.name.removeprefix(PREFIX)
        if name == function.name or name not in functions:
            raise CurveError(f"{function.calls}: there is no function {name} for it to try")
        scheme = owners[name]
        if found[0][1] != scheme.name:
            raise CurveError(f"{function.calls}: {name} has no answer of {found[0][1]}")
        held = {**sizes, **scheme.sizes}
        yield Trial(function, functions[name], scheme.name, answers[scheme.name], held)


def known_answers_source(schemes: list[Scheme]) -> str:
    lines = [
        NOTICE.rstrip(),
        "/* Self-tests by known answers: whit/selftest.h at one size. */",
    ]
    for trial in trials(schemes):
        lines += ["", *trial.lines()]
    return "\n".join([*lines, ""])
