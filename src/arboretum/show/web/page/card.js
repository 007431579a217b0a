// A node on the stage: its question or its prediction, its samples, and the mark that folds it.

class CardMaker {
  constructor(explorer, labels) {
    this.explorer = explorer;
    this.labels = labels;
    this.paint();
    explorer.on("target", () => this.paint());
  }

  // Choose the colours for the target that is shown.
  paint() {
    const { tree, known, target } = this.explorer;
    this.colours = tree.isClassification ? known.colours[target] : null;
    this.range = tree.isClassification ? null : numberRange(tree, known, target);
  }

  colour(node) {
    const { tree, known, target } = this.explorer;
    if (!tree.isClassification) return numberColour(tree.value[node][target], this.range);
    return this.colours[known.decisions[node][target]];
  }

  bar(node) {
    const { tree, target, known } = this.explorer;
    if (tree.isClassification) return stackedBar(classShares(tree, node, target), this.colours);
    const number = tree.value[node][target], colour = numberColour(number, this.range);
    if (known.histograms !== null) {
      return histogram(known.histograms.counts[target][node], placeInRange(number, this.range), colour);
    }
    return markedBar(number, known.spread?.[node] ?? null, this.range, colour);
  }

  make(node) {
    const card = element("div", { className: "card", role: "treeitem", tabIndex: -1 });
    card.dataset.node = node;
    return card;
  }

  fill(card, node, { width, shape, direction }) {
    const { explorer } = this, { tree } = explorer;
    if (shape.isRest(node)) {
      this.fillRest(card, this.labels.rest(shape.members(node), width[node]));
      return;
    }
    const label = this.labels.card(node, width[node], direction === "outline" ? OUTLINE.mark : 0);
    const isLeaf = explorer.isLeaf(node), folded = !isLeaf && explorer.isFolded[node] === 1;
    const siblings = node === 0 ? [0] : tree.children[tree.parent[node]];
    card.replaceChildren(...this.head(label), this.bar(node), ...this.foot(label));
    if (!isLeaf) card.append(this.foldMark(node, folded));
    card.style.width = `${label.width}px`;
    card.style.height = `${label.height}px`;
    card.style.setProperty("--own", this.colour(node));
    card.classList.toggle("leaf", isLeaf);
    card.classList.toggle("folded", folded);
    card.setAttribute("aria-level", tree.depth[node] + 1);
    card.setAttribute("aria-setsize", siblings.length);
    card.setAttribute("aria-posinset", siblings.indexOf(node) + 1);
    card.setAttribute("aria-label", this.spoken(node, label.share, isLeaf));
    if (isLeaf) card.removeAttribute("aria-expanded");
    else card.setAttribute("aria-expanded", String(!folded));
  }

  // What was put aside: how many answers, which, and how many samples they have.
  fillRest(card, { width, height, heading, lines, title, count }) {
    card.replaceChildren(
      element("span", { className: "head asked", text: heading }),
      ...lines.map((text) => element("span", { className: "foot", text, title })),
      element("span", { className: "line" }, [element("span", { className: "count", text: count })]),
    );
    card.style.width = `${width}px`;
    card.style.height = `${height}px`;
    card.className = "card rest";
    card.setAttribute("aria-label", `${heading}, ${count}: ${title}`);
  }

  head({ lines, kind, title, share, isShareInHead }) {
    const texts = lines.map((text) => element("span", { className: `head ${kind}`, text, title }));
    if (!isShareInHead) return texts;
    return [element("span", { className: "line top" }, [...texts, element("span", { className: "share", text: share })])];
  }

  foot(label) {
    const counted = element("span", { className: "count", text: label.count });
    const badges = label.badges.map(([text, title]) => element("span", { className: "badge", text, title }));
    const share = element("span", { className: "share", text: label.isShareInHead ? "" : label.share });
    const texts = label.foot.map((text) => element("span", { className: "foot", text, title: label.footTitle }));
    const line = (parts) => element("span", { className: "line" }, parts);
    if (label.isOneLine) return [line([...texts, share, counted, ...badges])];
    if (label.isShareApart) return [...texts, line([share]), line([counted, ...badges])];
    return [...texts, line([share, counted, ...badges])];
  }

  // The answer that leads to a node, on its edge.
  answer(node, { lines, title }) {
    const made = element("div", { className: "answer", title }, lines.map((text) => element("span", { text })));
    made.dataset.node = node;
    return made;
  }

  // The card is one item to a screen reader, which hears `aria-expanded` instead of the mark.
  foldMark(node, folded) {
    const leaves = this.explorer.leaves(node).length;
    return element("button", {
      className: "fold", type: "button", tabIndex: -1, text: folded ? `+${leaves}` : "−", "aria-hidden": "true",
      title: folded ? `Unfold: ${leavesText(leaves)} are below` : "Fold what is below into this node",
    });
  }

  spoken(node, share, isLeaf) {
    const { tree, words } = this.explorer;
    const asked = isLeaf ? "leaf" : `asks ${words.question[node]}`;
    return `${words.branch[node]}: ${words.prediction[node]} ${share}, `
      + `${samplesText(tree.samples[node])}, ${asked}`;
  }
}
