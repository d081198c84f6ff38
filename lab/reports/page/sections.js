/* What stands in each section. */

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
        const options = values(chosen).map((value) => (Array.isArray(value) ? value : [value, value]));
        const known = options.map(([value]) => value);
        if (!known.includes(chosen[key])) chosen[key] = known.includes(first) ? first : known[0];
        const select = element("select", { name: key, onchange: () => {
          chosen[key] = select.value;
          refresh();
          form.elements[key].focus();
        } }, ...options.map(([value, text]) => element("option", { value }, text)));
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
    ["cycles", missing(sample.cycles) ? null : `${count(sample.cycles)} median, `
      + `${count(sample.cycles_min)} least, ${count(sample.cycles_max)} most, ${sample.keys} keys`],
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

const places = (chosenFrom) => inOrder(chosenFrom.map((sample) => sample.place), []);

const frontSection = () => {
  const whole = samples.filter((sample) => sample.operation !== "all" && sample.spent !== null);
  const together = new Map(
    samples.filter((sample) => sample.operation === "all").map((sample) => [build(sample), sample]),
  );
  const draw = ({ place, curve, operation, image }) => {
    const members = whole.filter(
      (each) => each.place === place && each.curve === curve && each.operation === operation,
    );
    const wanted = image === "own" ? operation : "all";
    const onFronts = new Set();
    for (const memory of ["flash", "stack"]) {
      const key = `${memory}_bytes`;
      const best = page.fronts.find((each) => each.target === place && each.curve === curve
        && each.operation === operation && each.image === wanted && each.memory === key);
      const rows = (best?.rows ?? []).map((row) => samples[row]);
      rows.forEach((sample) => onFronts.add(sample));
      const bytes = (sample) => (image === "own" ? sample : together.get(build(sample)))?.[key] ?? null;
      const points = members.filter((each) => bytes(each) !== null).map((each) => ({
        x: bytes(each), y: each.spent, library: each.library,
        text: image === "own" ? told(each) : `${told(each)}\nwith all four operations: ${count(bytes(each))} B ${memory}`,
        name: rows.includes(each) ? each.name : null,
      }));
      chart(at(`front-${memory}`), {
        label: `${memory} against cycles of ${operation} on ${curve}, ${place}`,
        points, steps: true, line: rows.map((each) => [bytes(each), each.spent]),
        xTitle: `bytes of ${memory}`, yTitle: place === "host" ? "cycles, measured" : "cycles, emulated",
      });
    }
    legend(at("front-legend"), inOrder(members.map((each) => each.library), ["whit", ...others]));
    table(at("front-table"), {
      label: "Builds of these fronts", search: false,
      columns: SAMPLE_COLUMNS.filter(({ key }) => ["name", "spent", "flash_bytes", "stack_bytes",
        "constant_time"].includes(key)).map((column) => ({ ...column, filter: false })),
      rows: members.filter((each) => onFronts.has(each)), details: obtained,
      ours: (each) => each.library === "whit",
    });
  };
  const of = (chosen, ...keys) =>
    whole.filter((each) => keys.every((key) => each[key] === chosen[key]));
  return choices(at("front-choices"), [
    { key: "place", title: "Core or board", first: FIRST.place, values: () => places(whole) },
    { key: "curve", title: "Curve", first: FIRST.curve,
      values: (chosen) => inOrder(of(chosen, "place").map((each) => each.curve), CURVE_ORDER) },
    { key: "operation", title: "Operation", first: FIRST.operation,
      values: (chosen) => inOrder(of(chosen, "place", "curve").map((each) => each.operation), OPERATION_ORDER) },
    { key: "image", title: "Bytes of", first: FIRST.image,
      values: (chosen) => page.fronts.some((each) => each.target === chosen.place && each.image === "all"
        && each.curve === chosen.curve && each.operation === chosen.operation)
        ? [["own", "an image with it alone"], ["all", "an image with all four"]]
        : [["own", "an image with it alone"]] },
  ], draw);
};

/* What distinguishes the images of one library. */
const build = (sample) =>
  [sample.place, sample.library, sample.configuration, sample.profile, sample.curve, sample.compiler].join("\n");

const MOST_BARS = 12;

const barSection = () => {
  const whole = samples.filter((sample) => sample.spent !== null);
  const draw = ({ place, curve, shown }) => {
    const members = whole.filter((each) => each.place === place && each.curve === curve);
    const operations = inOrder(members.map((each) => each.operation), OPERATION_ORDER);
    at("bars").replaceChildren(element("div", { class: "bar-groups" },
      ...operations.map((operation) => {
        const rows = members.filter((each) => each.operation === operation)
          .sort((a, b) => a.spent - b.spent)
          .filter((each, rank) => shown === "all" || rank < MOST_BARS || each.library === "whit");
        const most = Math.max(...rows.map((each) => each.spent));
        return element("div", {}, element("h3", {}, operation), ...rows.map((each) =>
          element("div", { class: each.library === "whit" ? "bar ours" : "bar", title: told(each) },
            element("span", { class: "who" }, each.name),
            element("span", { class: "track" },
              element("span", { class: "fill", style: `width: ${(70 * each.spent) / most}%` }),
              element("span", { class: "figure" }, kilocycles(each.spent))))));
      })));
  };
  choices(at("bar-choices"), [
    { key: "place", title: "Core or board", first: FIRST.place, values: () => places(whole) },
    { key: "curve", title: "Curve", first: FIRST.curve, values: ({ place }) =>
      inOrder(whole.filter((each) => each.place === place).map((each) => each.curve), CURVE_ORDER) },
    { key: "shown", title: "Builds",
      values: () => [["few", `the fastest ${MOST_BARS}, and Whit's`], ["all", "all"]] },
  ], draw);
};

const scalingSection = () => {
  const laws = page.fits.map((fit) => ({ ...fit, sample: samples[fit.rows[0]] }));
  if (laws.length === 0) {
    at("scaling").hidden = true;
    return () => {};
  }
  const draw = ({ place, name, operation }) => {
    const law = laws.find(({ sample }) =>
      sample.place === place && sample.name === name && sample.operation === operation);
    const bits = (sample) => page.curves[sample.curve].bits;
    const plain = new Set(law.plain);
    const points = law.rows.filter((row) => samples[row].cycles !== null).map((row) => ({
      x: bits(samples[row]), y: samples[row].cycles, library: samples[row].library,
      text: `${samples[row].curve}\n${told(samples[row])}`, hollow: !plain.has(row), name: null,
    }));
    const sizes = law.plain.map((row) => bits(samples[row]));
    const ends = [Math.min(...sizes), Math.max(...sizes)];
    at("scaling-law").textContent = `cycles ∝ bits ^ ${law.exponent.toFixed(2)}`;
    chart(at("scaling-chart"), {
      label: `cycles of ${operation} against the bits of the field`, points, steps: false,
      line: ends.map((end) => [end, law.factor * end ** law.exponent]),
      xTitle: "bits of the field", yTitle: "cycles",
    });
  };
  const of = (chosen, ...keys) =>
    laws.map(({ sample }) => sample).filter((each) => keys.every((key) => each[key] === chosen[key]));
  return choices(at("scaling-choices"), [
    { key: "place", title: "Core or board", first: FIRST.place, values: () => places(of({})) },
    { key: "name", title: "Library", first: "whit (balanced)",
      values: (chosen) => unique(of(chosen, "place").map((each) => each.name)) },
    { key: "operation", title: "Operation", first: FIRST.operation,
      values: (chosen) => inOrder(of(chosen, "place", "name").map((each) => each.operation), OPERATION_ORDER) },
  ], draw);
};

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
  { key: "instructions", title: "instructions", format: count, number: true },
  { key: "constant_time", title: "constant time", format: verdict, mark: MARKS.constant },
  { key: "compiler", title: "compiler", filter: true },
  { key: "version", title: "version" },
  { key: "error", title: "error", long: true, mark: (value) => (value ? "error" : null) },
];

const sampleSection = () => {
  const filled = SAMPLE_COLUMNS.filter(({ key }) => samples.some((sample) => !missing(sample[key])));
  table(at("samples-table"), {
    label: "All samples", columns: filled, rows: samples, details: obtained,
    ours: (sample) => sample.library === "whit",
  });
};

const originSection = () => {
  const groups = new Map();
  for (const sample of samples) {
    const key = [sample.place, sample.origin, sample.compiler].join("\n");
    const group = groups.get(key) ?? { place: sample.place, origin: sample.origin,
      compiler: sample.compiler, samples: 0, libraries: new Set() };
    group.samples += 1;
    group.libraries.add(`${sample.library} ${sample.version}`);
    groups.set(key, group);
  }
  table(at("origin-table"), {
    label: "How the figures were obtained", search: false,
    columns: [{ key: "place", title: "target" }, { key: "origin", title: "origin", long: true },
      { key: "compiler", title: "compiler" }, { key: "samples", title: "samples", number: true, format: count },
      { key: "libraries", title: "libraries", long: true }],
    rows: [...groups.values()].map((group) => ({ ...group, libraries: [...group.libraries].join(", ") })),
  });
};

/* One level: what is below is a column each, of lists the length. */
const flattened = (record) => {
  const flat = {};
  for (const [key, value] of Object.entries(record)) {
    if (Array.isArray(value)) flat[key] = value.length;
    else if (value === null || typeof value !== "object") flat[key] = value;
    else for (const [name, below] of Object.entries(value)) {
      flat[`${key}: ${name}`] = typeof below === "object" && below !== null ? JSON.stringify(below) : below;
    }
  }
  return flat;
};

/* A table of records whose keys are not known here: a column each. */
const recordTable = (place, label, records, wanted, more = {}, hidden = []) => {
  const flat = records.map((record) => flattened(Object.fromEntries(
    Object.entries(record).filter(([key]) => !hidden.includes(key)))));
  const keys = inOrder(flat.flatMap(Object.keys), wanted);
  const columns = keys.filter((key) => flat.some((row) => !missing(row[key]))).map((key) => {
    const values = flat.map((row) => row[key]).filter((value) => !missing(value));
    const number = values.every((value) => typeof value === "number");
    const distinct = unique(values).length;
    return { key, title: key.replaceAll("_", " "), number,
      format: number ? count : (value) => (typeof value === "boolean" ? verdict(value) : plainly(value)),
      filter: !number && distinct > 1 && distinct <= 40 && distinct < flat.length / 2,
      long: values.some((value) => String(value).length > 50), ...(more[key] ?? {}) };
  });
  table(place, { label, columns, rows: flat, ours: (row) => row.library === "whit" });
};

const constancySection = () => {
  if (page.traces.length === 0) return;
  at("constancy").hidden = false;
  recordTable(at("constancy-table"), "Traces of secrets", page.traces,
    ["target", "library", "variant", "curve", "operation", "constant_time", "secrets"],
    { constant_time: { format: verdict, mark: MARKS.constant } },
    ["flags", "image_sha256", "cycles_min", "cycles_max", "draws"]);
};

const faultSection = () => {
  if (page.faults.length === 0) return;
  at("faults").hidden = false;
  recordTable(at("faults-table"), "Faults", page.faults,
    ["target", "library", "version", "variant", "curve", "operation", "forgery", "accepted"],
    { accepted: { mark: (value) => (value === 0 ? "yes" : "no") } },
    ["flags", "image_sha256", "seed"]);
};

const reproductionSection = () => {
  if (page.reproduction === null) return;
  at("reproduction").hidden = false;
  const { rows, summary, made_by: makers } = page.reproduction;
  at("reproduction-makers").textContent = makers.join("; ");
  recordTable(at("reproduction-summary"), "Summary of the tables", summary,
    ["source", "table", "title", "rows", "reproduced", "modelled", "ratio", "unavailable",
      "median", "least", "most", "whit"]);
  recordTable(at("reproduction-table"), "Published figures", rows,
    ["source", "table", "row", "status", "published", "emulated", "whit", "unit", "ratio", "reason"]);
};
