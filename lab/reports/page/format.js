"use strict";

/* Elements, figures as text, and the data of the page. */

const NONE = "–";

/* An element with attributes and children; text is never taken for markup. */
const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
};

const drawn = (name, attributes = {}, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
};

const at = (id) => document.getElementById(id);

const missing = (value) => value === null || value === undefined || value === "";

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });
const count = (value) => (missing(value) ? NONE : figures.format(value));
const kilocycles = (value) => (missing(value) ? NONE : figures.format(Math.round(value / 1000)));
const scaled = (factor, digits) => (value) =>
    missing(value)
        ? NONE
        : (value * factor).toLocaleString("en-GB", { maximumSignificantDigits: digits });
const verdict = (value) => (missing(value) ? NONE : value ? "yes" : "no");
const plainly = (value) =>
    missing(value) ? NONE : typeof value === "object" ? JSON.stringify(value) : String(value);

const short = (value) => {
    if (value >= 1e9) return `${figures.format(value / 1e9)} G`;
    if (value >= 1e6) return `${figures.format(value / 1e6)} M`;
    if (value >= 1e3) return `${figures.format(value / 1e3)} k`;
    return figures.format(value);
};

const unique = (values) => [...new Set(values)];

/* Samples come by column, with texts by number. */
const decoded = ({ names, textual, texts, rows }) => {
    const isText = new Set(textual);
    return rows.map((row) => {
        const sample = {};
        names.forEach((name, place) => {
            const value = row[place];
            sample[name] = isText.has(name) && value !== null ? texts[value] : value;
        });
        sample.place = sample.board ?? sample.target;
        sample.variant = [sample.profile, sample.configuration].filter(Boolean).join(", ");
        sample.name = sample.variant ? `${sample.library} (${sample.variant})` : sample.library;
        sample.spent = sample.board_cycles ?? sample.cycles;
        return sample;
    });
};

const page = JSON.parse(at("data").textContent);
const samples = decoded(page.samples);

/* A compiler is named where more than one made the images of a target. */
const several = new Set(
    unique(samples.map((sample) => sample.target)).filter(
        (target) =>
            unique(samples.filter((each) => each.target === target).map((each) => each.compiler))
                .length > 1,
    ),
);
for (const sample of samples) {
    if (several.has(sample.target)) sample.name += `, ${sample.compiler}`;
}

const others = unique(samples.map((sample) => sample.library))
    .filter((library) => library !== "whit")
    .sort();
const COLOURS = 6;
const SHAPES = ["square", "triangle", "diamond", "cross", "down"];

/* A library keeps its look by its place in the alphabet. */
const look = (library) => {
    if (library === "whit") return { colour: "var(--ours)", shape: "disc" };
    const place = Math.max(0, others.indexOf(library));
    return { colour: `var(--other-${place % COLOURS})`, shape: SHAPES[place % SHAPES.length] };
};
