// What stands beside the tree.  On narrow windows it is a sheet, which the tabs open and close.

function setUpTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")], panel = byId("panel");
  const choose = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => {
      const isAgain = tab.getAttribute("aria-selected") === "true" && panel.classList.contains("open");
      panel.classList.toggle("open", !isAgain);
      choose(tab);
    });
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = tabs[(place + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  });
}
