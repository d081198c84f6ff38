/* The sections with drawings: fronts, bars, laws of growth. */

const measured = samples.filter((sample) => sample.operation !== "all" && sample.spent !== null);
const together = new Map(
    samples.filter((sample) => sample.operation === "all").map((sample) => [build(sample), sample]),
);

const frontOf = (chosen, memory) => {
    const image = chosen.image === "own" ? chosen.operation : "all";
    const found = page.fronts.find(
        (each) =>
            each.target === chosen.place &&
            each.curve === chosen.curve &&
            each.operation === chosen.operation &&
            each.image === image &&
            each.memory === `${memory}_bytes`,
    );
    return (found?.rows ?? []).map((row) => samples[row]);
};

/* One of the two drawings; the samples that are on its front. */
const frontChart = (chosen, members, memory) => {
    const own = chosen.image === "own";
    const best = frontOf(chosen, memory);
    const bytes = (sample) =>
        (own ? sample : together.get(build(sample)))?.[`${memory}_bytes`] ?? null;
    const whole = (sample) => `\nwith all four operations: ${count(bytes(sample))} B ${memory}`;
    const points = members
        .filter((each) => bytes(each) !== null)
        .map((each) => ({
            x: bytes(each),
            y: each.spent,
            library: each.library,
            text: told(each) + (own ? "" : whole(each)),
            name: best.includes(each) ? each.name : null,
        }));
    const { operation, curve, place } = chosen;
    chart(at(`front-${memory}`), {
        label: `${memory} against cycles of ${operation} on ${curve}, ${place}`,
        points,
        steps: true,
        line: best.map((each) => [bytes(each), each.spent]),
        xTitle: `bytes of ${memory}`,
        yTitle: place === "host" ? "cycles, measured" : "cycles, emulated",
    });
    return best;
};

const drawFronts = (chosen) => {
    const members = measured.filter((each) =>
        ["place", "curve", "operation"].every((key) => each[key] === chosen[key]),
    );
    const best = ["flash", "stack"].flatMap((memory) => frontChart(chosen, members, memory));
    const libraries = members.map((each) => each.library);
    legend(at("front-legend"), inOrder(libraries, ["whit", ...others]));
    const shown = ["name", "spent", "flash_bytes", "stack_bytes", "constant_time"];
    table(at("front-table"), {
        label: "Builds of these fronts",
        search: false,
        columns: SAMPLE_COLUMNS.filter(({ key }) => shown.includes(key)).map((column) => ({
            ...column,
            filter: false,
        })),
        rows: members.filter((each) => best.includes(each)),
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
                frontOf({ ...chosen, image: "all" }, "flash").length ? [alone, all] : [alone],
        ],
    ];
    return choices(
        at("front-choices"),
        steps.map(([key, title, values]) => ({ key, title, first: FIRST[key], values })),
        drawFronts,
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
