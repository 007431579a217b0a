// The tree by keyboard, as the tree pattern of WAI-ARIA has it.

class Keys {
  constructor(explorer, views) {
    this.explorer = explorer;
    this.views = views;
    for (const id of ["nodes", "icicle"]) byId(id).addEventListener("keydown", (event) => this.onCard(event));
    document.addEventListener("keydown", (event) => this.onPage(event));
  }

  onCard(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("[role=treeitem]") === null) return;
    const act = this.actions()[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  actions() {
    const { explorer } = this, { selected, tree } = explorer, { seen } = this.views;
    const go = (node) => { if (node !== undefined && node >= 0) explorer.select(node, { focus: true }); };
    const { shown } = seen.plan, place = shown.indexOf(selected);
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
      "*": () => { explorer.unfoldBelow(selected); go(selected); },
      "+": () => seen.zoom(1.25),
      "-": () => seen.zoom(0.8),
      0: () => seen.fit(),
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
