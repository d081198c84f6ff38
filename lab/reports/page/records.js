/* The sections with tables: samples, origins, traces, faults, published figures. */

const SAMPLE_COLUMNS = [
    { key: "name", title: "library", filter: true },
    { key: "place", title: "target", filter: true },
    { key: "curve", title: "curve", filter: true },
    { key: "operation", title: "operation", filter: true },
    { key: "spent", title: "cycles", format: count, number: true },
    { key: "flash_bytes", title: "flash B", format: count, number: true },
    { key: "stack_bytes", title: "stack B", format: count, number: true },
    { key: "ram_static_bytes", title: "static RAM B", format: count, number: true },
    { key: "time_seconds", title: "ms", format: scaled(1e3, 4), number: true },
    { key: "energy_joules", title: "mJ", format: scaled(1e3, 4), number: true },
    { key: "chip_joules", title: "chip mJ", format: scaled(1e3, 4), number: true },
    { key: "instructions", title: "instructions", format: count, number: true },
    { key: "constant_time", title: "constant time", format: verdict, mark: MARKS.constant },
    { key: "compiler", title: "compiler", filter: true },
    { key: "version", title: "version" },
    { key: "error", title: "error", long: true, mark: (value) => (value ? "error" : null) },
];

const sampleSection = () => {
    const filled = SAMPLE_COLUMNS.filter(({ key }) =>
        samples.some((sample) => !missing(sample[key])),
    );
    table(at("samples-table"), {
        label: "All samples",
        columns: filled,
        rows: samples,
        details: obtained,
        ours: (sample) => sample.library === "whit",
    });
};

const originSection = () => {
    const groups = new Map();
    for (const sample of samples) {
        const key = [sample.place, sample.origin, sample.compiler].join("\n");
        const group = groups.get(key) ?? {
            place: sample.place,
            origin: sample.origin,
            compiler: sample.compiler,
            samples: 0,
            libraries: new Set(),
        };
        group.samples += 1;
        group.libraries.add(`${sample.library} ${sample.version}`);
        groups.set(key, group);
    }
    table(at("origin-table"), {
        label: "How the figures were obtained",
        search: false,
        columns: [
            { key: "place", title: "target" },
            { key: "origin", title: "origin", long: true },
            { key: "compiler", title: "compiler" },
            { key: "samples", title: "samples", number: true, format: count },
            { key: "libraries", title: "libraries", long: true },
        ],
        rows: [...groups.values()].map((group) => ({
            ...group,
            libraries: [...group.libraries].join(", "),
        })),
    });
};

/* One level: what is below is a column each, of lists the length. */
const flattened = (record) => {
    const flat = {};
    for (const [key, value] of Object.entries(record)) {
        if (Array.isArray(value)) flat[key] = value.length;
        else if (value === null || typeof value !== "object") flat[key] = value;
        else
            for (const [name, below] of Object.entries(value)) {
                flat[`${key}: ${name}`] =
                    typeof below === "object" && below !== null ? JSON.stringify(below) : below;
            }
    }
    return flat;
};

/* A table of records whose keys are not known here: a column each. */
const recordTable = (place, label, records, wanted, more = {}, hidden = []) => {
    const flat = records.map((record) =>
        flattened(
            Object.fromEntries(Object.entries(record).filter(([key]) => !hidden.includes(key))),
        ),
    );
    const keys = inOrder(flat.flatMap(Object.keys), wanted);
    const columns = keys
        .filter((key) => flat.some((row) => !missing(row[key])))
        .map((key) => {
            const values = flat.map((row) => row[key]).filter((value) => !missing(value));
            const number = values.every((value) => typeof value === "number");
            const distinct = unique(values).length;
            return {
                key,
                title: key.replaceAll("_", " "),
                number,
                format: number
                    ? count
                    : (value) => (typeof value === "boolean" ? verdict(value) : plainly(value)),
                filter: !number && distinct > 1 && distinct <= 40 && distinct < flat.length / 2,
                long: values.some((value) => String(value).length > 50),
                ...(more[key] ?? {}),
            };
        });
    table(place, { label, columns, rows: flat, ours: (row) => row.library === "whit" });
};

const constancySection = () => {
    if (page.traces.length === 0) return;
    at("constancy").hidden = false;
    recordTable(
        at("constancy-table"),
        "Traces of secrets",
        page.traces,
        ["target", "library", "variant", "curve", "operation", "constant_time", "secrets"],
        { constant_time: { format: verdict, mark: MARKS.constant } },
        ["flags", "image_sha256", "cycles_min", "cycles_max", "draws"],
    );
};

const faultSection = () => {
    if (page.faults.length === 0) return;
    at("faults").hidden = false;
    recordTable(
        at("faults-table"),
        "Faults",
        page.faults,
        ["target", "library", "version", "variant", "curve", "operation", "forgery", "accepted"],
        { accepted: { mark: (value) => (value === 0 ? "yes" : "no") } },
        ["flags", "image_sha256", "seed"],
    );
};

const reproductionSection = () => {
    if (page.reproduction === null) return;
    at("reproduction").hidden = false;
    const { rows, summary, made_by: makers } = page.reproduction;
    at("reproduction-makers").textContent = makers.join("; ");
    recordTable(at("reproduction-summary"), "Summary of the tables", summary, [
        "source",
        "table",
        "title",
        "rows",
        "run",
        "modelled",
        "ratio",
        "unavailable",
        "median",
        "least",
        "most",
        "whit",
    ]);
    recordTable(at("reproduction-table"), "Published figures", rows, [
        "source",
        "table",
        "row",
        "status",
        "published",
        "emulated",
        "whit",
        "unit",
        "ratio",
        "reason",
        "why",
    ]);
};
