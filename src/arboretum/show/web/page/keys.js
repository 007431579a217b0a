// The tree by keyboard, as the tree pattern of WAI-ARIA has it.

class Keys {
  constructor(explorer, stage) {
    this.explorer = explorer;
    this.stage = stage;
    byId("cards").addEventListener("keydown", (event) => this.onCard(event));
    document.addEventListener("keydown", (event) => this.onPage(event));
  }

  onCard(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.actions()[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  actions() {
    const { explorer, stage } = this, { selected, tree } = explorer;
    const go = (node) => { if (node !== undefined && node >= 0) explorer.select(node, { focus: true }); };
    const { shown } = stage.plan, place = shown.indexOf(selected);
    const isLeaf = explorer.isLeaf(selected), folded = explorer.isFolded[selected] === 1;
    const toggle = () => { explorer.fold(selected, !folded); go(selected); };
    return {
      ArrowDown: () => go(shown[place + 1]),
      ArrowUp: () => go(shown[place - 1]),
      ArrowRight: () => {
        if (isLeaf) return;
        if (folded) toggle();
        else go(tree.children[selected][0]);
      },
      ArrowLeft: () => {
        if (isLeaf || folded) go(tree.parent[selected]);
        else toggle();
      },
      Home: () => go(0),
      End: () => go(shown.at(-1)),
      Enter: toggle,
      " ": toggle,
      "*": () => { explorer.foldAll(false, selected); go(selected); },
      "+": () => stage.zoom(1.25),
      "-": () => stage.zoom(0.8),
      0: () => stage.fit(),
    };
  }

  onPage(event) {
    const isTyping = event.target.closest("input, select, textarea") !== null;
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      byId("search").focus();
    }
    if (event.key === "Escape") {
      byId("hover").hidden = true;
      showKeys(false);
    }
  }
}

function showKeys(shown) {
  byId("keys").hidden = !shown;
  byId("help").setAttribute("aria-expanded", String(shown));
}

// Tabs, with the arrow keys between them.
function setUpTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = tabs[(place + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  });
}
