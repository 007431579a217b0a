"use strict";
// The page is complete without this script: it adds what only a screen can do.

// On a narrow screen the contents are closed until they are asked for, and again once used.
const contents = document.querySelector("nav details");
const narrow = matchMedia("(max-width: 1099px)");
const fold = () => { contents.open = !narrow.matches; };
narrow.addEventListener("change", fold);
contents.addEventListener("click", (event) => { if (event.target.closest("a")) fold(); });
fold();

// A picture that is wider than its box shows its middle first: there is the root.
for (const sheet of document.querySelectorAll(".sheet")) {
  sheet.scrollLeft = (sheet.scrollWidth - sheet.clientWidth) / 2;
}

// The contents mark the section that is being read.
const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(entry.target.id)?.setAttribute("aria-current", "true");
  }
}, { rootMargin: "-20% 0px -75% 0px" });
for (const section of document.querySelectorAll("main > section")) seen.observe(section);

// A slider moves a second point along the curve of cut-offs and says what it would mean.
for (const box of document.querySelectorAll(".cutoff")) {
  const points = box.dataset.points.split(";").map((point) => point.split(","));
  const slider = box.querySelector("input"), chart = box.closest(".pair").querySelector(".roc");
  const corner = chart.querySelector(".chance"), place = chart.querySelector(".chosen");
  const at = (name) => Number(corner.getAttribute(name));
  const percent = (share) => (share === "" ? "none" : `${Math.round(100 * share)} %`);
  const move = () => {
    const [found, alone, right] = points[slider.value - 1];
    place.setAttribute("cx", at("x1") + (1 - alone) * (at("x2") - at("x1")));
    place.setAttribute("cy", at("y1") + found * (at("y2") - at("y1")));
    box.querySelector("output").textContent = `${slider.value} %`;
    box.querySelector(".said").textContent = `${percent(found)} of ${box.dataset.class} are found; `
      + `${percent(alone)} of the others are left alone; of those predicted, ${percent(right)} are right.`;
    place.removeAttribute("hidden");
  };
  slider.addEventListener("input", move);
  box.hidden = false;
  move();
}
