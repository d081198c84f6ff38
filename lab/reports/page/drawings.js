/* The sections with drawings: fronts, bars, laws of growth. */

const frontSection = () => {
    const whole = samples.filter((sample) => sample.operation !== "all" && sample.spent !== null);
    const together = new Map(
        samples
            .filter((sample) => sample.operation === "all")
            .map((sample) => [build(sample), sample]),
    );
    const draw = ({ place, curve, operation, image }) => {
        const members = whole.filter(
            (each) => each.place === place && each.curve === curve && each.operation === operation,
        );
        const wanted = image === "own" ? operation : "all";
        const onFronts = new Set();
        for (const memory of ["flash", "stack"]) {
            const key = `${memory}_bytes`;
            const best = page.fronts.find(
                (each) =>
                    each.target === place &&
                    each.curve === curve &&
                    each.operation === operation &&
                    each.image === wanted &&
                    each.memory === key,
            );
            const rows = (best?.rows ?? []).map((row) => samples[row]);
            rows.forEach((sample) => onFronts.add(sample));
            const bytes = (sample) =>
                (image === "own" ? sample : together.get(build(sample)))?.[key] ?? null;
            const points = members
                .filter((each) => bytes(each) !== null)
                .map((each) => ({
                    x: bytes(each),
                    y: each.spent,
                    library: each.library,
                    text:
                        image === "own"
                            ? told(each)
                            : `${told(each)}\nwith all four operations: ${count(bytes(each))} B ${memory}`,
                    name: rows.includes(each) ? each.name : null,
                }));
            chart(at(`front-${memory}`), {
                label: `${memory} against cycles of ${operation} on ${curve}, ${place}`,
                points,
                steps: true,
                line: rows.map((each) => [bytes(each), each.spent]),
                xTitle: `bytes of ${memory}`,
                yTitle: place === "host" ? "cycles, measured" : "cycles, emulated",
            });
        }
        legend(
            at("front-legend"),
            inOrder(
                members.map((each) => each.library),
                ["whit", ...others],
            ),
        );
        table(at("front-table"), {
            label: "Builds of these fronts",
            search: false,
            columns: SAMPLE_COLUMNS.filter(({ key }) =>
                ["name", "spent", "flash_bytes", "stack_bytes", "constant_time"].includes(key),
            ).map((column) => ({ ...column, filter: false })),
            rows: members.filter((each) => onFronts.has(each)),
            details: obtained,
            ours: (each) => each.library === "whit",
        });
    };
    const of = (chosen, ...keys) =>
        whole.filter((each) => keys.every((key) => each[key] === chosen[key]));
    return choices(
        at("front-choices"),
        [
            {
                key: "place",
                title: "Core or board",
                first: FIRST.place,
                values: () => places(whole),
            },
            {
                key: "curve",
                title: "Curve",
                first: FIRST.curve,
                values: (chosen) =>
                    inOrder(
                        of(chosen, "place").map((each) => each.curve),
                        CURVE_ORDER,
                    ),
            },
            {
                key: "operation",
                title: "Operation",
                first: FIRST.operation,
                values: (chosen) =>
                    inOrder(
                        of(chosen, "place", "curve").map((each) => each.operation),
                        OPERATION_ORDER,
                    ),
            },
            {
                key: "image",
                title: "Bytes of",
                first: FIRST.image,
                values: (chosen) =>
                    page.fronts.some(
                        (each) =>
                            each.target === chosen.place &&
                            each.image === "all" &&
                            each.curve === chosen.curve &&
                            each.operation === chosen.operation,
                    )
                        ? [
                              ["own", "an image with it alone"],
                              ["all", "an image with all four"],
                          ]
                        : [["own", "an image with it alone"]],
            },
        ],
        draw,
    );
};

const MOST_BARS = 12;

const barSection = () => {
    const whole = samples.filter((sample) => sample.spent !== null);
    const draw = ({ place, curve, shown }) => {
        const members = whole.filter((each) => each.place === place && each.curve === curve);
        const operations = inOrder(
            members.map((each) => each.operation),
            OPERATION_ORDER,
        );
        at("bars").replaceChildren(
            element(
                "div",
                { class: "bar-groups" },
                ...operations.map((operation) => {
                    const rows = members
                        .filter((each) => each.operation === operation)
                        .sort((a, b) => a.spent - b.spent)
                        .filter(
                            (each, rank) =>
                                shown === "all" || rank < MOST_BARS || each.library === "whit",
                        );
                    const most = Math.max(...rows.map((each) => each.spent));
                    return element(
                        "div",
                        {},
                        element("h3", {}, operation),
                        ...rows.map((each) =>
                            element(
                                "div",
                                {
                                    class: each.library === "whit" ? "bar ours" : "bar",
                                    title: told(each),
                                },
                                element("span", { class: "who" }, each.name),
                                element(
                                    "span",
                                    { class: "track" },
                                    element("span", {
                                        class: "fill",
                                        style: `width: ${(70 * each.spent) / most}%`,
                                    }),
                                    element("span", { class: "figure" }, kilocycles(each.spent)),
                                ),
                            ),
                        ),
                    );
                }),
            ),
        );
    };
    choices(
        at("bar-choices"),
        [
            {
                key: "place",
                title: "Core or board",
                first: FIRST.place,
                values: () => places(whole),
            },
            {
                key: "curve",
                title: "Curve",
                first: FIRST.curve,
                values: ({ place }) =>
                    inOrder(
                        whole.filter((each) => each.place === place).map((each) => each.curve),
                        CURVE_ORDER,
                    ),
            },
            {
                key: "shown",
                title: "Builds",
                values: () => [
                    ["few", `the fastest ${MOST_BARS}, and Whit's`],
                    ["all", "all"],
                ],
            },
        ],
        draw,
    );
};

const scalingSection = () => {
    const laws = page.fits.map((fit) => ({ ...fit, sample: samples[fit.rows[0]] }));
    if (laws.length === 0) {
        at("scaling").hidden = true;
        return () => {};
    }
    const draw = ({ place, name, operation }) => {
        const law = laws.find(
            ({ sample }) =>
                sample.place === place && sample.name === name && sample.operation === operation,
        );
        const bits = (sample) => page.curves[sample.curve].bits;
        const plain = new Set(law.plain);
        const points = law.rows
            .filter((row) => samples[row].cycles !== null)
            .map((row) => ({
                x: bits(samples[row]),
                y: samples[row].cycles,
                library: samples[row].library,
                text: `${samples[row].curve}\n${told(samples[row])}`,
                hollow: !plain.has(row),
                name: null,
            }));
        const sizes = law.plain.map((row) => bits(samples[row]));
        const ends = [Math.min(...sizes), Math.max(...sizes)];
        at("scaling-law").textContent = `cycles ∝ bits ^ ${law.exponent.toFixed(2)}`;
        chart(at("scaling-chart"), {
            label: `cycles of ${operation} against the bits of the field`,
            points,
            steps: false,
            line: ends.map((end) => [end, law.factor * end ** law.exponent]),
            xTitle: "bits of the field",
            yTitle: "cycles",
        });
    };
    const of = (chosen, ...keys) =>
        laws
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
