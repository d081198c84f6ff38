/* Tables that sort, filter and open rows. */

const ROWS_SHOWN = 50;

const order = (left, right) => {
    if (missing(left) || missing(right)) return missing(left) - missing(right);
    if (typeof left === "string" || typeof right === "string") {
        return String(left).localeCompare(String(right), "en", { numeric: true });
    }
    return left - right;
};

/* Say that a table is wider than its window, and shade the edge while there is more beyond it. */
const tellWidth = (scroll, edge, hint) => {
    const update = () => {
        const beyond = scroll.scrollWidth - scroll.clientWidth;
        edge.classList.toggle("cut", beyond - scroll.scrollLeft > 1);
        hint.hidden = beyond <= 1;
    };
    scroll.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(scroll);
    observer.observe(scroll.firstChild);
    update();
};

/* The first of several texts, which opens to the others. */
const folded = (texts) => {
    if (texts.length < 2) return texts[0] ?? NONE;
    const [first, ...others] = texts;
    return element(
        "details",
        { class: "fold" },
        element("summary", {}, first, element("span", {}, ` and ${others.length} more`)),
        element("ul", {}, ...others.map((each) => element("li", {}, each))),
    );
};

/* `columns`: key, title, and optionally format, number (right-aligned), filter (a choice of its
 * values above the table), long, mark (a class by value), fold (texts of which the first is shown).
 * `details` gives what a row opens. */
const table = (place, { label, columns, rows, details, ours, search = true, filters = {} }) => {
    const state = {
        key: null,
        falling: false,
        shown: ROWS_SHOWN,
        words: [],
        chosen: { ...filters },
    };
    const body = element("tbody");
    const counted = element("span", { role: "status" });
    const more = element("button", { type: "button", onclick: () => grow() }, "Show more");
    const textOf = new Map(
        rows.map((row) => [
            row,
            columns
                .map((column) => plainly(row[column.key]))
                .join(" ")
                .toLowerCase(),
        ]),
    );

    const matching = () =>
        rows.filter(
            (row) =>
                Object.entries(state.chosen).every(
                    ([key, value]) => value === "" || plainly(row[key]) === value,
                ) && state.words.every((word) => textOf.get(row).includes(word)),
        );

    const sorted = (found) => {
        if (state.key === null) return found;
        const sign = state.falling ? -1 : 1;
        /* What is missing comes last either way. */
        return [...found].sort((left, right) => {
            const [a, b] = [left[state.key], right[state.key]];
            return missing(a) || missing(b) ? order(a, b) : sign * order(a, b);
        });
    };

    const cell = (column, row, first) => {
        const text = column.fold
            ? folded(column.fold(row))
            : (column.format ?? plainly)(row[column.key]);
        const marked = column.mark ? column.mark(row[column.key]) : null;
        const classes = [column.number && "number", column.long && "long", marked].filter(Boolean);
        const inside =
            first && details
                ? element(
                      "button",
                      {
                          type: "button",
                          class: "open",
                          "aria-expanded": "false",
                          onclick: (event) => toggle(event.currentTarget, row),
                      },
                      text,
                  )
                : text;
        return element("td", { class: classes.join(" ") || null }, inside);
    };

    const toggle = (button, row) => {
        const line = button.closest("tr");
        const open = button.getAttribute("aria-expanded") === "true";
        button.setAttribute("aria-expanded", String(!open));
        if (open) line.nextSibling.remove();
        else
            line.after(
                element(
                    "tr",
                    { class: "details" },
                    element("td", { colspan: columns.length }, details(row)),
                ),
            );
    };

    const draw = () => {
        const found = sorted(matching());
        body.replaceChildren(
            ...found
                .slice(0, state.shown)
                .map((row) =>
                    element(
                        "tr",
                        { class: ours && ours(row) ? "ours" : null },
                        ...columns.map((column, number) => cell(column, row, number === 0)),
                    ),
                ),
        );
        const visible = Math.min(state.shown, found.length);
        counted.textContent =
            `${count(found.length)} of ${count(rows.length)} rows` +
            (visible < found.length ? `, ${count(visible)} shown` : "");
        more.hidden = visible === found.length;
    };

    const grow = () => {
        state.shown += 4 * ROWS_SHOWN;
        draw();
    };

    const heads = columns.map((column) =>
        element(
            "th",
            { scope: "col", class: column.number ? "number" : null, "aria-sort": "none" },
            element("button", { type: "button", onclick: () => sortBy(column) }, column.title),
        ),
    );
    const sortBy = (column) => {
        state.falling = state.key === column.key ? !state.falling : false;
        state.key = column.key;
        columns.forEach((each, number) => {
            const direction = state.falling ? "descending" : "ascending";
            heads[number].setAttribute("aria-sort", each.key === column.key ? direction : "none");
        });
        draw();
    };

    const choice = (column) => {
        const values = unique(rows.map((row) => plainly(row[column.key]))).sort(order);
        if (values.length < 2) return null;
        const select = element(
            "select",
            {
                onchange: () => {
                    state.chosen[column.key] = select.value;
                    state.shown = ROWS_SHOWN;
                    draw();
                },
            },
            element("option", { value: "" }, "all"),
            ...values.map((value) => element("option", { value }, value)),
        );
        select.value = state.chosen[column.key] ?? "";
        return element("label", {}, column.title, select);
    };

    const find = element("input", {
        type: "search",
        placeholder: "words, all of them",
        oninput: () => {
            state.words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
            state.shown = ROWS_SHOWN;
            draw();
        },
    });
    const scroll = element(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
        element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body),
    );
    const hint = element("span", { class: "hint" }, " · scroll sideways for more columns");
    const edge = element("div", { class: "window" }, scroll);
    place.replaceChildren(
        element(
            "div",
            { class: "filters" },
            ...columns.filter((column) => column.filter).map(choice),
            search ? element("label", {}, "Search", find) : null,
        ),
        element("p", { class: "count" }, counted, hint),
        edge,
        more,
    );
    draw();
    tellWidth(scroll, edge, hint);
};

/* Names with their values. */
const terms = (pairs) =>
    element(
        "dl",
        { class: "terms" },
        ...pairs.flatMap(([name, value]) => [
            element("dt", {}, name),
            element("dd", {}, plainly(value)),
        ]),
    );
