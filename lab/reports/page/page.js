/* The page itself. */

const summary = () => {
    const libraries = unique(samples.map((sample) => sample.library));
    const faulty = samples.filter((sample) => sample.error).length;
    at("summary").textContent =
        `${count(samples.length)} samples of ${libraries.length} libraries on ` +
        `${unique(samples.map((sample) => sample.place)).length} targets and ${CURVE_ORDER.length} curves` +
        (faulty ? `; ${faulty} could not be measured and say why` : "");
};

const contents = () => {
    at("contents").replaceChildren(
        ...[...document.querySelectorAll("main > section:not([hidden])")].map((section) =>
            element("a", { href: `#${section.id}` }, section.querySelector("h2").textContent),
        ),
    );
};

summary();
const redraws = [frontSection(), scalingSection()];
barSection();
reproductionSection();
constancySection();
faultSection();
sampleSection();
originSection();
contents();

let width = document.documentElement.clientWidth;
let waiting = null;
window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
        if (document.documentElement.clientWidth === width) return;
        width = document.documentElement.clientWidth;
        hideTip();
        redraws.forEach((redraw) => redraw());
    }, 100);
});
