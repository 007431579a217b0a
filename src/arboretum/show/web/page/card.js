// A node on the stage.

class CardMaker {
  constructor(explorer) {
    this.explorer = explorer;
    this.paint();
    explorer.on("target", () => this.paint());
  }

  // Choose the colours for the target that is shown.
  paint() {
    const { tree, known, target } = this.explorer;
    this.colours = tree.isClassification ? known.colours[target] : null;
    this.range = tree.isClassification ? null : numberRange(tree, target);
  }

  colour(node) {
    const { tree, known, target } = this.explorer;
    if (!tree.isClassification) return numberColour(tree.value[node][target], this.range);
    return this.colours[known.decisions[node][target]];
  }

  bar(node) {
    const { tree, target } = this.explorer;
    if (tree.isClassification) return stackedBar(classShares(tree, node, target), this.colours);
    const number = tree.value[node][target];
    return markedBar(placeInRange(number, this.range), numberColour(number, this.range));
  }

  make(node) {
    const card = element("div", { className: "card", role: "treeitem", tabIndex: -1 });
    card.dataset.node = node;
    this.fill(card, node);
    return card;
  }

  fill(card, node) {
    const { explorer } = this, { tree, words } = explorer;
    const share = tree.isClassification
      ? ` ${percentText(classShares(tree, node, explorer.target)[explorer.known.decisions[node][explorer.target]])}`
      : "";
    const isLeaf = explorer.isLeaf(node), folded = !isLeaf && explorer.isFolded[node] === 1;
    const siblings = node === 0 ? [0] : tree.children[tree.parent[node]];
    card.replaceChildren(
      this.branch(node),
      element("span", { className: "line" }, [
        element("strong", { text: words.prediction[node] }),
        element("span", { className: "share", text: share }),
        element("span", { className: "count", text: `n ${numberText(tree.samples[node], 4)}` }),
      ]),
      this.bar(node),
    );
    if (!isLeaf) card.append(this.foldMark(node, folded));
    card.style.borderLeftColor = this.colour(node);
    card.classList.toggle("leaf", isLeaf);
    card.setAttribute("aria-level", tree.depth[node] + 1);
    card.setAttribute("aria-setsize", siblings.length);
    card.setAttribute("aria-posinset", siblings.indexOf(node) + 1);
    card.setAttribute("aria-label", this.spoken(node, share, isLeaf));
    if (isLeaf) card.removeAttribute("aria-expanded");
    else card.setAttribute("aria-expanded", String(!folded));
  }

  // Where room is short the name of the feature gives way to a threshold, a set of categories
  // to the name.
  branch(node) {
    const { tree, words } = this.explorer, text = words.branch[node];
    const name = node === 0 ? "" : words.columns[tree.split[tree.parent[node]].column];
    const start = text.startsWith(name) ? name : "";
    const isSet = start === "" || tree.split[tree.parent[node]].kind === "category";
    return element("span", { className: isSet ? "branch set" : "branch", title: text }, [
      element("span", { text: start }), element("span", { text: text.slice(start.length) }),
    ]);
  }

  // The card is one item to a screen reader, which hears `aria-expanded` instead of the mark.
  foldMark(node, folded) {
    const hidden = folded ? `+${this.explorer.leaves(node).length}` : "−";
    const title = folded ? "Unfold" : "Fold";
    return element("button", {
      className: "fold", type: "button", tabIndex: -1, text: hidden, title, "aria-hidden": "true",
    });
  }

  spoken(node, share, isLeaf) {
    const { tree, words } = this.explorer;
    const asked = isLeaf ? "leaf" : `asks ${words.question[node]}`;
    return `${words.branch[node]}: ${words.prediction[node]}${share}, `
      + `${samplesText(tree.samples[node])}, ${asked}`;
  }
}
