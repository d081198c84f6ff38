/* Points on two logarithmic axes, as SVG that says what each point is. */

const STEPS = [
    [1],
    [1, 3],
    [1, 2, 5],
    [1, 1.5, 2, 3, 5, 7],
    [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 4, 5, 6, 8],
];
const FEWEST_TICKS = 3;
const MARGIN = { left: 68, right: 14, top: 12, bottom: 40 };

/* Round values between the limits, from the coarsest steps that give enough. */
const ticks = (low, high) => {
    let found = [];
    for (const steps of STEPS) {
        found = [];
        for (
            let power = Math.floor(Math.log10(low));
            power <= Math.floor(Math.log10(high));
            power++
        ) {
            found.push(...steps.map((step) => step * 10 ** power));
        }
        found = found.filter((value) => value >= low && value <= high);
        if (found.length >= FEWEST_TICKS) break;
    }
    return found;
};

const axis = (values, from, to) => {
    const margin = Math.max(1.08, (Math.max(...values) / Math.min(...values)) ** 0.08);
    const [low, high] = [Math.min(...values) / margin, Math.max(...values) * margin];
    const scale = (to - from) / Math.log(high / low);
    return { low, high, at: (value) => from + Math.log(value / low) * scale };
};

const shape = (kind, size) => {
    const s = size;
    const paths = {
        disc: `M${-s},0a${s},${s} 0 1,0 ${2 * s},0a${s},${s} 0 1,0 ${-2 * s},0`,
        square: `M${-s},${-s}h${2 * s}v${2 * s}h${-2 * s}z`,
        triangle: `M0,${-s * 1.2}L${s * 1.15},${s}H${-s * 1.15}z`,
        down: `M0,${s * 1.2}L${s * 1.15},${-s}H${-s * 1.15}z`,
        diamond: `M0,${-s * 1.3}L${s * 1.3},0L0,${s * 1.3}L${-s * 1.3},0z`,
        cross:
            `M${-s},${-s / 3}h${(s * 2) / 3}v${(-s * 2) / 3}h${(s * 2) / 3}v${(s * 2) / 3}h${(s * 2) / 3}` +
            `v${(s * 2) / 3}h${(-s * 2) / 3}v${(s * 2) / 3}h${(-s * 2) / 3}v${(-s * 2) / 3}h${(-s * 2) / 3}z`,
    };
    return paths[kind];
};

const mark = (library, hollow = false, colour = null) => {
    const { colour: own, shape: kind } = look(library);
    const size = library === "whit" ? 6 : 5;
    return drawn("path", {
        d: shape(kind, size),
        class: hollow ? "mark hollow" : "mark",
        style: `color: ${colour ?? own}`,
        fill: "currentColor",
    });
};

const tip = at("tip");
const showTip = (text, near) => {
    tip.textContent = text;
    tip.hidden = false;
    const box = near.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const left = Math.min(
        Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2),
        width - tip.offsetWidth - 8,
    );
    const above = box.top - tip.offsetHeight - 6;
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${(above > 0 ? above : box.bottom + 6) + window.scrollY}px`;
};
const hideTip = () => {
    tip.hidden = true;
};
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
});

const frame = (svg, { width, height, x, y, xTitle, yTitle }) => {
    const bottom = height - MARGIN.bottom;
    for (const value of ticks(x.low, x.high)) {
        svg.append(
            drawn("line", {
                class: "grid",
                x1: x.at(value),
                x2: x.at(value),
                y1: MARGIN.top,
                y2: bottom,
            }),
            drawn(
                "text",
                { x: x.at(value), y: bottom + 16, "text-anchor": "middle" },
                short(value),
            ),
        );
    }
    for (const value of ticks(y.low, y.high)) {
        svg.append(
            drawn("line", {
                class: "grid",
                x1: MARGIN.left,
                x2: width - MARGIN.right,
                y1: y.at(value),
                y2: y.at(value),
            }),
            drawn(
                "text",
                { x: MARGIN.left - 6, y: y.at(value) + 4, "text-anchor": "end" },
                short(value),
            ),
        );
    }
    svg.append(
        drawn(
            "text",
            { x: (MARGIN.left + width - MARGIN.right) / 2, y: height - 6, "text-anchor": "middle" },
            xTitle,
        ),
        drawn(
            "text",
            {
                x: 0,
                y: 0,
                "text-anchor": "middle",
                transform: `translate(12 ${(MARGIN.top + bottom) / 2}) rotate(-90)`,
            },
            yTitle,
        ),
    );
};

const NAME = { step: 6.2, half: 7, mark: 8, line: 2 };

/* What a line that goes down in steps covers. */
const stepped = (places) =>
    places.slice(1).flatMap(([right, below], number) => {
        const [left, above] = places[number];
        return [
            { left, right, top: above - NAME.line, bottom: above + NAME.line },
            {
                left: right - NAME.line,
                right: right + NAME.line,
                top: Math.min(above, below),
                bottom: Math.max(above, below),
            },
        ];
    });

/* Names beside points, those that find room between the axes, the other names, the front and all the
 * points: to the right or left, above or below. What finds none is told by its tip. */
const nameThem = (svg, points, x, y, { width, height, covered }) => {
    const taken = points.map((point) => ({
        left: x.at(point.x) - NAME.mark,
        right: x.at(point.x) + NAME.mark,
        top: y.at(point.y) - NAME.mark,
        bottom: y.at(point.y) + NAME.mark,
    }));
    taken.push(...covered);
    const free = (box) =>
        box.left >= MARGIN.left &&
        box.right <= width - MARGIN.right &&
        box.top >= MARGIN.top &&
        box.bottom <= height - MARGIN.bottom &&
        !taken.some(
            (other) =>
                box.left < other.right &&
                other.left < box.right &&
                box.top < other.bottom &&
                other.top < box.bottom,
        );
    for (const point of points.filter((each) => each.name)) {
        const long = NAME.step * point.name.length;
        const [across, down] = [x.at(point.x), y.at(point.y)];
        const found = [0, -16, 16, -30, 30]
            .flatMap((up) =>
                [across + 10, across - 10 - long, across - long / 2].map((left) => ({
                    up,
                    left,
                    right: left + long,
                    top: down + up - NAME.half,
                    bottom: down + up + NAME.half,
                })),
            )
            .find(free);
        if (!found) continue;
        taken.push(found);
        /* A name further off has a line to its point. */
        if (Math.abs(found.up) > 16) {
            const end = Math.min(Math.max(across, found.left), found.right);
            svg.append(
                drawn("line", {
                    class: "leader",
                    x1: across,
                    y1: down + Math.sign(found.up) * NAME.mark,
                    x2: end,
                    y2: found.up < 0 ? found.bottom : found.top,
                }),
            );
        }
        svg.append(
            drawn("text", { class: "name", x: found.left, y: found.top + 11 }, point.name),
        );
    }
};

/* `points`: x, y, library, text (for the tip), name (beside it, if any), hollow, and a colour
 * where it is not the library's. `lines`: each with the places on it and, if it is not the front, a
 * colour; `steps` if they go down in steps. */
const chart = (place, { label, points, lines, steps, xTitle, yTitle }) => {
    if (points.length === 0) {
        place.replaceChildren(element("p", { class: "empty" }, "No samples."));
        return;
    }
    const width = Math.max(280, place.clientWidth);
    const height = Math.round(Math.min(420, Math.max(280, width * 0.7)));
    const x = axis(
        points.map((point) => point.x),
        MARGIN.left,
        width - MARGIN.right,
    );
    const y = axis(
        points.map((point) => point.y),
        height - MARGIN.bottom,
        MARGIN.top,
    );
    const svg = drawn("svg", {
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": label,
    });
    frame(svg, { width, height, x, y, xTitle, yTitle });
    for (const { along, colour } of lines.filter((each) => each.along.length > 1)) {
        const path = along.map(([a, b], number) => {
            const across = steps && number ? `H${x.at(a)}V` : `${number ? "L" : "M"}${x.at(a)},`;
            return `${across}${y.at(b)}`;
        });
        const style = colour ? `stroke: ${colour}` : null;
        svg.append(drawn("path", { class: "front", d: path.join(""), style }));
    }
    /* Whit's points lie on top. */
    for (const point of [...points].sort(
        (a, b) => (a.library === "whit") - (b.library === "whit"),
    )) {
        const show = (event) => showTip(point.text, event.currentTarget);
        svg.append(
            drawn(
                "g",
                {
                    class: "point",
                    tabindex: "0",
                    role: "img",
                    "aria-label": point.text,
                    transform: `translate(${x.at(point.x)} ${y.at(point.y)})`,
                    onpointerenter: show,
                    onpointerleave: hideTip,
                    onfocus: show,
                    onblur: hideTip,
                    onclick: show,
                },
                mark(point.library, point.hollow, point.colour),
                drawn("circle", { class: "hit", r: 12 }),
            ),
        );
    }
    const covered = steps
        ? lines.flatMap(({ along }) => stepped(along.map(([a, b]) => [x.at(a), y.at(b)])))
        : [];
    nameThem(svg, points, x, y, { width, height, covered });
    place.replaceChildren(svg);
};
