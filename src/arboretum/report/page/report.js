"use strict";
// The page is complete without this script: it adds what only a screen can do.

// On a narrow screen the contents are closed until they are asked for, and again once used.
const contents = document.querySelector("nav details");
const narrow = matchMedia("(max-width: 1099px)");
const fold = () => { contents.open = !narrow.matches; };
narrow.addEventListener("change", fold);
contents.addEventListener("click", (event) => { if (event.target.closest("a")) fold(); });
fold();

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
