/* The section with bars: what each operation takes. */

const MOST_BARS = 12;

/* Of each library the fastest build and the smallest, each with what it is. */
const endsOf = (members) => {
    const first = (builds, key, other) =>
        [...builds].sort((a, b) => order(a[key], b[key]) || order(a[other], b[other]))[0];
    const found = new Map();
    for (const library of unique(members.map((each) => each.library))) {
        const own = members.filter((each) => each.library === library);
        const fastest = first(own, "spent", "flash_bytes");
        const smallest = first(own, "flash_bytes", "spent");
        if (own.length === 1) found.set(fastest, null);
        else if (fastest === smallest) found.set(fastest, "fastest and smallest");
        else found.set(fastest, "fastest").set(smallest, "smallest");
    }
    return found;
};

/* Builds of one operation, the fewest cycles first, and what to say of each beside its name. */
const barsOf = (members, shown) => {
    const sorted = [...members].sort((a, b) => a.spent - b.spent);
    if (shown === "all") return sorted.map((each) => [each, null]);
    if (shown === "few")
        return sorted
            .filter((each, rank) => rank < MOST_BARS || each.library === "whit")
            .map((each) => [each, null]);
    const ends = endsOf(members);
    return sorted.filter((each) => ends.has(each)).map((each) => [each, ends.get(each)]);
};

/* The length of the longest bar: what is far slower than half of the others gets no longer one. */
const FAR = 8;
const longest = (rows) => {
    const spent = rows.map(([each]) => each.spent).sort((a, b) => a - b);
    const limit = FAR * spent[Math.floor((spent.length - 1) / 2)];
    return Math.max(...spent.filter((each) => each <= limit));
};

const bar = (each, said, most) => {
    const beyond = each.spent > most;
    return element(
        "div",
        { class: each.library === "whit" ? "bar ours" : "bar", title: told(each) },
        element(
            "span",
            { class: "who" },
            each.name,
            said ? element("span", { class: "end" }, ` ${said}`) : null,
        ),
        element("span", {
            class: beyond ? "fill beyond" : "fill",
            style: `width: ${beyond ? 100 : (100 * each.spent) / most}%`,
        }),
        element("span", { class: "figure" }, kilocycles(each.spent)),
        element("span", { class: "figure flash" }, count(each.flash_bytes)),
    );
};

const barHead = () =>
    element(
        "div",
        { class: "bar head" },
        element("span", { class: "who" }),
        element("span"),
        element("span", { class: "figure" }, "kilocycles"),
        element("span", { class: "figure" }, "flash B"),
    );

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
                    const rows = barsOf(
                        members.filter((each) => each.operation === operation),
                        shown,
                    );
                    const most = longest(rows);
                    return element(
                        "div",
                        {},
                        element("h3", {}, operation),
                        barHead(),
                        ...rows.map(([each, said]) => bar(each, said, most)),
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
                    ["ends", "each library's fastest and smallest"],
                    ["few", `the fastest ${MOST_BARS}, and Whit's`],
                    ["all", "all"],
                ],
            },
        ],
        draw,
    );
};
