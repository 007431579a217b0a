// Draws the icicle: the same nodes, folds and selection as the tree, by the share of samples.

class Icicle {
  constructor(explorer, cards, hover) {
    this.explorer = explorer;
    this.cards = cards;
    this.hover = hover;
    this.home = byId("icicle");
    this.top = 0; // the node that fills the window
    this.paper = null; // the size of the sheet while it is printed
    this.way = element("nav", { className: "trail", "aria-label": "From the root to the cell in view" });
    this.box = element("div", { className: "cells", role: "tree", "aria-label": "Nodes" });
    this.home.append(this.way, this.box);
    for (const what of ["shape", "path", "matches", "target", "pruned"]) explorer.on(what, () => this.draw());
    explorer.on("selection", ({ focus }) => this.showSelection(focus));
    new ResizeObserver(() => this.resize()).observe(this.box);
    this.box.addEventListener("click", (event) => this.click(event));
    this.box.addEventListener("pointermove", (event) => this.rest(event));
    this.box.addEventListener("pointerleave", () => hover.hide());
  }

  isSeen() {
    return !this.home.hidden && this.box.clientWidth > 0;
  }

  room() {
    return this.paper ?? { width: this.box.clientWidth, height: this.box.clientHeight };
  }

  start() {
    this.top = 0;
    this.explorer.showOpen(foldToIcicle(this.explorer, this.room()));
  }

  resize() {
    if (!this.isSeen() || this.paper !== null) return;
    if (this.explorer.isAsFound) this.start();
    else this.draw();
  }

  draw() {
    if (!this.isSeen()) return;
    const { explorer } = this, { tree } = explorer;
    this.top = explorer.standing(this.top);
    const isClosed = (node) => explorer.isClosed(node);
    const cells = planIcicle(tree, isClosed, this.top, this.room());
    this.plan = { shown: cells.map(({ node }) => node) };
    this.box.replaceChildren(...cells.map((cell) => this.cell(cell)));
    this.drawWay();
  }

  cell({ node, x, y, width, height, isEnd }) {
    const { explorer, cards } = this, { tree } = explorer;
    const isLeaf = explorer.isLeaf(node);
    const made = element("div", { className: `cell${isLeaf ? " leaf" : ""}`, role: "treeitem", tabIndex: node === explorer.selected ? 0 : -1 });
    made.dataset.node = node;
    made.style.cssText = `left:${x}px;top:${y}px;width:${width - CELL.gap}px;height:${height - Math.min(CELL.gap, height / 2)}px`;
    made.style.setProperty("--own", cards.colour(node));
    made.setAttribute("aria-label", cards.spoken(node, cards.labels.share(node), isLeaf));
    made.setAttribute("aria-level", tree.depth[node] + 1);
    made.setAttribute("aria-selected", String(node === explorer.selected));
    if (!isLeaf) made.setAttribute("aria-expanded", String(!isEnd));
    const onPath = explorer.steps?.some((step) => step.node === node) ?? false;
    made.classList.toggle("followed", onPath);
    made.classList.toggle("aside", explorer.steps !== null && !onPath);
    made.classList.toggle("match", explorer.matches.has(node));
    made.append(this.strip(node), this.words(node, width - CELL.strip - 16, height - 6, isEnd && !isLeaf));
    return made;
  }

  // The shares of the classes, or the colour of the number, along the left edge.
  strip(node) {
    const { tree, target } = this.explorer, strip = element("span", { className: "strip" });
    if (!tree.isClassification) {
      strip.style.background = this.cards.colour(node);
      return strip;
    }
    classShares(tree, node, target).forEach((share, k) => {
      if (share <= 0) return;
      const part = element("i");
      part.style.cssText = `flex:${share} 0 0;background:${this.cards.colours[k]}`;
      strip.append(part);
    });
    return strip;
  }

  // As many lines as there is room for: the question or the prediction first, then what leads here.
  words(node, width, height, isFolded) {
    const { explorer, cards } = this, { words, tree } = explorer, { measure } = cards.labels;
    const text = element("span", { className: "words" });
    const isLeaf = explorer.isLeaf(node), room = Math.floor(height / LINE.text);
    if (room < 1 || width < 20) return text;
    const mark = isFolded ? `+${explorer.leaves(node).length}` : "";
    const own = width - (mark === "" ? 0 : measure.width(mark, "text") + 22);
    const head = isLeaf ? words.prediction[node] : words.ask[node];
    const { lines, isCut } = measure.wrap(head, "question", own, Math.max(1, room - 1));
    const free = room - lines.length, before = node === 0 ? "" : words.answer[node];
    const line = (text) => element("span", { className: "from", text: measure.wrap(text, "text", own, 1).lines[0], title: text });
    if (free >= 2 && before !== "") text.append(line(before));
    text.append(...lines.map((part) => element("strong", { text: part, title: isCut ? head : "" })));
    if (free >= 1) text.append(line(this.counts(node, own)));
    if (mark !== "") text.append(element("button", { className: "fold", type: "button", tabIndex: -1, text: mark, "aria-hidden": "true", title: "Unfold" }));
    return text;
  }

  // As much as there is room for.
  counts(node, width) {
    const { explorer, cards } = this, { words, tree } = explorer, { labels } = cards;
    const counts = `${labels.share(node)} ${labels.count(node)}`.trim();
    const isSaid = explorer.isLeaf(node) || tree.models !== null;
    const whole = isSaid ? counts : `${words.prediction[node]} ${counts}`;
    return [whole, counts].find((text) => labels.measure.width(text, "text") <= width) ?? labels.count(node);
  }

  drawWay() {
    const { explorer } = this;
    const nodes = [...explorer.ancestors(this.top).reverse(), this.top];
    this.way.hidden = this.top === 0;
    this.way.replaceChildren(...nodes.map((node) => element("button", {
      type: "button", className: "link", text: node === 0 ? "all samples" : explorer.words.branch[node],
      onclick: () => this.enter(node),
    })));
  }

  click(event) {
    const node = nodeOf(event.target);
    if (node === null) return;
    // The cell that a double click began on was drawn again meanwhile.
    if (event.detail === 2) this.enter(node);
    else if (event.target.closest(".fold") === null) this.explorer.select(node, { focus: true });
    else if (this.explorer.isFolded[node]) this.explorer.fold(node, false);
    else this.enter(node);
  }

  // Let a node fill the window.
  enter(node) {
    if (node === null || this.explorer.isLeaf(node)) return;
    this.top = node;
    this.explorer.fold(node, false);
    this.draw();
  }

  zoom(factor) {
    const { explorer } = this;
    if (factor > 1) this.enter(explorer.isLeaf(explorer.selected) ? explorer.tree.parent[explorer.selected] : explorer.selected);
    else this.enter(Math.max(0, explorer.tree.parent[this.top]));
  }

  fit() {
    this.enter(0);
  }

  rest(event) {
    const node = event.pointerType === "touch" ? null : nodeOf(event.target);
    if (node === null) this.hover.hide();
    else this.hover.over(node, event.target.closest(".cell").getBoundingClientRect());
  }

  showSelection(focus) {
    if (!this.isSeen()) return;
    this.bring(this.explorer.selected);
    if (focus) this.box.querySelector(`[data-node="${this.explorer.selected}"]`)?.focus();
  }

  // A node that has no cell gets the nearest cell above it to fill the window.
  bring(node) {
    this.draw();
    if (this.plan.shown.includes(node)) return;
    this.top = Math.max(0, this.explorer.tree.parent[node]);
    this.draw();
  }
}

function nodeOf(target) {
  const cell = target.closest(".cell, .card");
  return cell === null ? null : Number(cell.dataset.node);
}
