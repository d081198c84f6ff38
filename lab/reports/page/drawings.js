/* The sections with drawings: fronts, laws of growth. */

const measured = samples.filter((sample) => sample.operation !== "all" && sample.spent !== null);

const frontOf = (chosen, memory) => {
    const image = chosen.image === "own" ? chosen.operation : "all";
    return page.fronts.find(
        (each) =>
            each.target === chosen.place &&
            each.curve === chosen.curve &&
            each.operation === chosen.operation &&
            each.image === image &&
            each.memory === `${memory}_bytes`,
    );
};

/* The bytes of each build, by the row of its sample. */
const bytesOf = (found) => new Map((found?.marks ?? []).map(([row, bytes]) => [row, bytes]));

/* One of the two drawings. */
const frontChart = (chosen, memory) => {
    const own = chosen.image === "own";
    const found = frontOf(chosen, memory);
    const bytes = bytesOf(found);
    const whole = (size) => `\nwith all four operations: ${count(size)} B ${memory}`;
    const points = (found?.marks ?? [])
        .map(([row, size, hollow, named]) => ({
            x: size,
            y: samples[row].spent,
            library: samples[row].library,
            text: told(samples[row]) + (own ? "" : whole(size)),
            hollow,
            name: named ? samples[row].name : null,
        }))
        .sort((a, b) => (b.library === "whit") - (a.library === "whit"));
    const { operation, curve, place } = chosen;
    chart(at(`front-${memory}`), {
        label: `${memory} against cycles of ${operation} on ${curve}, ${place}`,
        points,
        steps: true,
        lines: [{ along: (found?.rows ?? []).map((row) => [bytes.get(row), samples[row].spent]) }],
        xTitle: `bytes of ${memory}`,
        yTitle: place === "host" ? "cycles, measured" : "cycles, emulated",
    });
};

/* Every build, the smallest first: on which fronts it is, and what beats it. */
const standings = (chosen, members) => {
    const of = (memory) => {
        const found = frontOf(chosen, memory);
        const rivals = new Map(found?.beaten ?? []);
        const bytes = bytesOf(found);
        return (row) => ({
            bytes: bytes.get(row) ?? null,
            on: (found?.rows ?? []).includes(row),
            by: (rivals.get(row) ?? []).map((each) => samples[each].name),
        });
    };
    const [flash, stack] = [of("flash"), of("stack")];
    return members
        .map((each) => {
            const row = samples.indexOf(each);
            const [inFlash, inStack] = [flash(row), stack(row)];
            return {
                ...each,
                flash_bytes: inFlash.bytes,
                stack_bytes: inStack.bytes,
                front: [inFlash.on && "flash", inStack.on && "stack"].filter(Boolean).join(", "),
                flash_by: inFlash.by.join(", "),
                stack_by: inStack.by.join(", "),
                rivals: { flash: inFlash.by, stack: inStack.by },
            };
        })
        .sort((a, b) => order(a.flash_bytes, b.flash_bytes) || order(a.spent, b.spent));
};

const STANDING_COLUMNS = [
    { key: "front", title: "on the front of" },
    {
        key: "flash_by",
        title: "beaten in flash by",
        long: true,
        fold: ({ rivals }) => rivals.flash,
    },
    {
        key: "stack_by",
        title: "beaten in stack by",
        long: true,
        fold: ({ rivals }) => rivals.stack,
    },
];

const drawFronts = (chosen) => {
    const members = measured.filter((each) =>
        ["place", "curve", "operation"].every((key) => each[key] === chosen[key]),
    );
    ["flash", "stack"].forEach((memory) => frontChart(chosen, memory));
    const libraries = members.map((each) => each.library);
    legend(at("front-legend"), inOrder(libraries, ["whit", ...others]));
    const shown = ["name", "spent", "flash_bytes", "stack_bytes", "constant_time"];
    table(at("front-table"), {
        label: "Builds beside these fronts",
        columns: [
            ...SAMPLE_COLUMNS.filter(({ key }) => shown.includes(key)).map((column) => ({
                ...column,
                filter: false,
            })),
            ...STANDING_COLUMNS,
        ],
        rows: standings(chosen, members),
        details: obtained,
        ours: (each) => each.library === "whit",
    });
};

const frontSection = () => {
    const values = (key, wanted, chosen, ...keys) =>
        inOrder(
            measured
                .filter((each) => keys.every((other) => each[other] === chosen[other]))
                .map((each) => each[key]),
            wanted,
        );
    const alone = ["own", "an image with it alone"];
    const all = ["all", "an image with all four"];
    const steps = [
        ["place", "Core or board", () => places(measured)],
        ["curve", "Curve", (chosen) => values("curve", CURVE_ORDER, chosen, "place")],
        [
            "operation",
            "Operation",
            (chosen) => values("operation", OPERATION_ORDER, chosen, "place", "curve"),
        ],
        [
            "image",
            "Bytes of",
            (chosen) =>
                frontOf({ ...chosen, image: "all" }, "flash") ? [alone, all] : [alone],
        ],
    ];
    return choices(
        at("front-choices"),
        steps.map(([key, title, values]) => ({ key, title, first: FIRST[key], values })),
        drawFronts,
    );
};

const LAW_COLUMNS = [
    { key: "curve", title: "curve" },
    { key: "kind", title: "kind", filter: true },
    { key: "bits", title: "bits", number: true },
    { key: "cycles", title: "cycles", number: true, format: count },
    { key: "times", title: "times the law", number: true, format: (times) => times.toFixed(2) },
    { key: "reason", title: "why more than 1.5 times", long: true },
];

/* A law, or that there is none: where kernels know some primes, a line says nothing. */
const lawOf = ({ kind, exponent, share, holds }) =>
    holds
        ? `${kind}: cycles ∝ bits ^ ${exponent.toFixed(2)}`
        : `${kind}: no law (r² ${share.toFixed(2)})`;

const scalingSection = () => {
    const fits = page.fits.map((fit) => ({ ...fit, sample: samples[fit.rows[0]] }));
    if (fits.length === 0) {
        at("scaling").hidden = true;
        return () => {};
    }
    const draw = ({ place, name, operation }) => {
        const fit = fits.find(
            ({ sample }) =>
                sample.place === place && sample.name === name && sample.operation === operation,
        );
        const bits = (sample) => page.curves[sample.curve].bits;
        const plain = new Set(fit.plain);
        const kinds = new Map(
            fit.laws.flatMap(({ kind, curves }) => curves.map(([curve]) => [curve, kind])),
        );
        const colours = new Map(
            fit.laws.map(({ kind }, number) => [kind, `var(--kind-${number})`]),
        );
        const points = fit.rows
            .filter((row) => samples[row].cycles !== null)
            .map((row) => ({
                x: bits(samples[row]),
                y: samples[row].cycles,
                library: samples[row].library,
                text: `${samples[row].curve}\n${told(samples[row])}`,
                hollow: !plain.has(row),
                colour: colours.get(kinds.get(samples[row].curve)) ?? "var(--soft)",
                name: null,
            }));
        at("scaling-law").replaceChildren(
            ...fit.laws.map((law) =>
                element(
                    "span",
                    {},
                    drawn(
                        "svg",
                        { viewBox: "-8 -8 16 16", "aria-hidden": "true" },
                        mark(samples[fit.rows[0]].library, false, colours.get(law.kind)),
                    ),
                    lawOf(law),
                ),
            ),
        );
        chart(at("scaling-chart"), {
            label: `cycles of ${operation} against the bits of the field`,
            points,
            steps: false,
            lines: fit.laws
                .filter(({ holds }) => holds)
                .map(({ kind, ends, factor, exponent }) => ({
                    along: ends.map((end) => [end, factor * end ** exponent]),
                    colour: colours.get(kind),
                })),
            xTitle: "bits of the field",
            yTitle: "cycles",
        });
        const cycles = new Map(fit.rows.map((row) => [samples[row].curve, samples[row].cycles]));
        table(at("scaling-table"), {
            label: "Curves by the law",
            columns: LAW_COLUMNS,
            rows: fit.laws
                .flatMap(({ kind, curves }) =>
                    curves.map(([curve, times, reason]) => ({
                        curve,
                        kind,
                        bits: page.curves[curve].bits,
                        cycles: cycles.get(curve),
                        times,
                        reason,
                    })),
                )
                .sort((a, b) => b.times - a.times),
        });
    };
    const of = (chosen, ...keys) =>
        fits
            .map(({ sample }) => sample)
            .filter((each) => keys.every((key) => each[key] === chosen[key]));
    return choices(
        at("scaling-choices"),
        [
            {
                key: "place",
                title: "Core or board",
                first: FIRST.place,
                values: () => places(of({})),
            },
            {
                key: "name",
                title: "Library",
                first: "whit (balanced)",
                values: (chosen) => unique(of(chosen, "place").map((each) => each.name)),
            },
            {
                key: "operation",
                title: "Operation",
                first: FIRST.operation,
                values: (chosen) =>
                    inOrder(
                        of(chosen, "place", "name").map((each) => each.operation),
                        OPERATION_ORDER,
                    ),
            },
        ],
        draw,
    );
};
