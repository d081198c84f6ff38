/* What the sections share: choices, orders, what is said of a sample. */

const OPERATION_ORDER = Object.keys(page.operations);
const CURVE_ORDER = Object.keys(page.curves);
const FIRST = { place: "cortex-m4", curve: "secp256r1", operation: "ecdh", image: "own" };

const inOrder = (values, wanted) =>
    unique(values).sort((a, b) => {
        const [left, right] = [wanted.indexOf(a), wanted.indexOf(b)];
        return left < 0 || right < 0 ? (left < 0) - (right < 0) || order(a, b) : left - right;
    });

/* Choices that depend on those before them. `steps`: key, title, values(chosen). */
const choices = (form, steps, changed) => {
    const chosen = {};
    const refresh = () => {
        form.replaceChildren(
            ...steps.map(({ key, title, values, first }) => {
                const options = values(chosen).map((value) =>
                    Array.isArray(value) ? value : [value, value],
                );
                const known = options.map(([value]) => value);
                if (!known.includes(chosen[key]))
                    chosen[key] = known.includes(first) ? first : known[0];
                const select = element(
                    "select",
                    {
                        name: key,
                        onchange: () => {
                            chosen[key] = select.value;
                            refresh();
                            form.elements[key].focus();
                        },
                    },
                    ...options.map(([value, text]) => element("option", { value }, text)),
                );
                select.value = chosen[key];
                return element("label", {}, title, select);
            }),
        );
        changed(chosen);
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    refresh();
    return () => changed(chosen);
};

const told = (sample) =>
    [
        `${sample.name} ${sample.version}`,
        `${sample.operation}, ${sample.curve}, ${sample.place}`,
        `${count(sample.spent)} cycles, ${count(sample.flash_bytes)} B flash, ${count(sample.stack_bytes)} B stack`,
        `constant time: ${verdict(sample.constant_time)}`,
    ].join("\n");

const obtained = (sample) =>
    terms([
        ["origin", sample.origin],
        ["library", `${sample.library} ${sample.version}`],
        ["compiler", sample.compiler],
        ["flags", sample.flags],
        [
            "cycles",
            missing(sample.cycles)
                ? null
                : `${count(sample.cycles)} median, ` +
                  `${count(sample.cycles_min)} least, ${count(sample.cycles_max)} most, ${sample.keys} keys`,
        ],
        ["seed", sample.seed],
        ["image SHA-256", sample.image_sha256],
        ...(sample.error ? [["error", sample.error]] : []),
    ]);

const MARKS = { constant: (value) => (missing(value) ? null : value ? "yes" : "no") };

const legend = (place, libraries) =>
    place.replaceChildren(
        ...libraries.map((library) => {
            const svg = drawn("svg", { viewBox: "-7 -7 14 14", "aria-hidden": "true" });
            svg.append(mark(library));
            return element("span", {}, svg, library);
        }),
    );

const places = (chosenFrom) =>
    inOrder(
        chosenFrom.map((sample) => sample.place),
        [],
    );
