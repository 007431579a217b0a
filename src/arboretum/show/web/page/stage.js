// Draws the part of the tree that is in the window.  Cards are made for nodes in view alone, and
// when they would be too small to read, plain boxes stand for them: large trees stay quick.

const EDGE = 22; // pixels left free at the rim
const READABLE = 0.42; // scale from which cards are drawn
const LARGEST = 3; // scale

class Stage {
  constructor(explorer, cards) {
    this.explorer = explorer;
    this.cards = cards;
    this.home = byId("stage");
    this.shown = new Map(); // cards in the document, by node
    this.view = { scale: 1, x: 0, y: 0 };
    this.isWaiting = false;
    this.unseen = null; // the scale to fit with once the stage has a size: a page may start hidden
    this.arrange();
    explorer.on("shape", ({ anchor }) => this.reshape(anchor));
    explorer.on("selection", ({ focus }) => this.showSelection(focus));
    explorer.on("path", () => this.draw());
    explorer.on("matches", () => this.draw());
    explorer.on("target", () => { this.refill(); this.draw(); });
    new ResizeObserver(() => this.resize()).observe(this.home);
  }

  arrange() {
    const { explorer } = this;
    this.plan = arrange(explorer.tree, (node) => explorer.isClosed(node), explorer.direction);
    this.isShown = new Uint8Array(explorer.tree.n);
    for (const node of this.plan.shown) this.isShown[node] = 1;
  }

  // Arrange again; the anchor stays where it is on the screen.
  reshape(anchor) {
    const { view } = this, before = this.plan;
    this.arrange();
    if (this.isShown[anchor]) {
      view.x += view.scale * (before.x[anchor] - this.plan.x[anchor]);
      view.y += view.scale * (before.y[anchor] - this.plan.y[anchor]);
    }
    this.refill();
    this.draw();
  }

  refill() {
    for (const [node, card] of this.shown) if (this.isShown[node]) this.cards.fill(card, node);
  }

  draw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => { this.isWaiting = false; this.drawNow(this.inView()); });
  }

  // The part of the plan that is in the window, and a little around it.
  inView() {
    const { scale, x, y } = this.view, margin = 80;
    return {
      left: (-x - margin) / scale, right: (this.home.clientWidth - x + margin) / scale,
      top: (-y - margin) / scale, bottom: (this.home.clientHeight - y + margin) / scale,
    };
  }

  drawNow(area, isReadable = this.view.scale >= READABLE) {
    const { scale, x, y } = this.view, { plan } = this;
    byId("cards").style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    byId("world").setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    const near = plan.shown.filter((node) => this.isIn(area, node, node));
    this.drawLinks(area);
    this.drawSmall(isReadable ? [] : near);
    this.placeCards(new Set(isReadable ? [...near, this.explorer.selected] : [this.explorer.selected]));
    this.home.classList.toggle("small", !isReadable);
    this.home.classList.toggle("down", plan.direction === "down");
  }

  // Whether the box around two nodes is in an area.
  isIn({ left, right, top, bottom }, a, b) {
    const { x, y } = this.plan;
    return Math.max(x[a], x[b]) + CARD.width >= left && Math.min(x[a], x[b]) <= right
      && Math.max(y[a], y[b]) + CARD.height >= top && Math.min(y[a], y[b]) <= bottom;
  }

  drawLinks(area) {
    const { plan } = this, { tree, steps } = this.explorer;
    const path = [];
    for (const node of plan.shown) {
      const above = tree.parent[node];
      if (above >= 0 && this.isIn(area, above, node)) path.push(linkPath(plan, above, node));
    }
    byId("links").setAttribute("d", path.join(""));
    const followed = (steps ?? []).filter(({ node }) => node > 0 && this.isShown[node]);
    byId("path").replaceChildren(...followed.map(({ node, share }) => svgElement("path", {
      d: linkPath(plan, tree.parent[node], node), "stroke-width": 2 + 5 * share,
    })));
  }

  // One path a colour.
  drawSmall(nodes) {
    const { x, y } = this.plan, byColour = new Map();
    for (const node of nodes) {
      const colour = this.cards.colour(node);
      const box = `M${x[node]} ${y[node]}h${CARD.width}v${CARD.height}h${-CARD.width}z`;
      byColour.set(colour, (byColour.get(colour) ?? "") + box);
    }
    const marked = nodes.filter((node) => this.explorer.matches.has(node))
      .map((node) => `M${x[node]} ${y[node]}h${CARD.width}v${CARD.height}h${-CARD.width}z`);
    byId("small").replaceChildren(
      ...[...byColour].map(([fill, d]) => svgElement("path", { d, fill })),
      svgElement("path", { d: marked.join(""), class: "match" }),
    );
  }

  placeCards(wanted) {
    for (const [node, card] of this.shown) {
      if (wanted.has(node)) continue;
      card.remove();
      this.shown.delete(node);
    }
    const { explorer, plan } = this;
    const onPath = new Set((explorer.steps ?? []).map(({ node }) => node));
    for (const node of wanted) {
      if (!this.shown.has(node)) this.addCard(node);
      const card = this.shown.get(node);
      card.style.transform = `translate(${plan.x[node]}px, ${plan.y[node]}px)`;
      card.tabIndex = node === explorer.selected ? 0 : -1;
      card.setAttribute("aria-selected", String(node === explorer.selected));
      card.classList.toggle("followed", onPath.has(node));
      card.classList.toggle("aside", explorer.steps !== null && !onPath.has(node));
      card.classList.toggle("match", explorer.matches.has(node));
    }
  }

  // In the order of the tree, in which a screen reader reads.
  addCard(node) {
    const card = this.cards.make(node);
    const after = [...this.shown.keys()].filter((other) => other > node);
    const next = after.length === 0 ? null : this.shown.get(Math.min(...after));
    byId("cards").insertBefore(card, next);
    this.shown.set(node, card);
  }

  showSelection(focus) {
    const { selected } = this.explorer;
    if (focus) this.moveIntoView(selected);
    this.drawNow(this.inView());
    if (focus) this.shown.get(selected).focus({ preventScroll: true });
  }

  moveIntoView(node) {
    const { view, plan, home } = this, edge = EDGE;
    if (view.scale < READABLE) view.scale = 0.8;
    const into = (start, size, room) => {
      if (start < edge) return edge - start;
      return Math.min(0, room - edge - size - start);
    };
    view.x += into(view.x + view.scale * plan.x[node], view.scale * CARD.width, home.clientWidth);
    view.y += into(view.y + view.scale * plan.y[node], view.scale * CARD.height, home.clientHeight);
  }

  zoom(factor, at = { x: this.home.clientWidth / 2, y: this.home.clientHeight / 2 }) {
    const { view } = this;
    const least = Math.min(view.scale, this.wholeScale() / 2);
    const scale = Math.min(LARGEST, Math.max(least, view.scale * factor));
    view.x = at.x - (at.x - view.x) * (scale / view.scale);
    view.y = at.y - (at.y - view.y) * (scale / view.scale);
    view.scale = scale;
    this.draw();
  }

  move(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.draw();
  }

  // Show everything; at the start no smaller than can be read.
  fit(least = 0) {
    const { plan } = this, room = this.room(), edge = EDGE;
    this.unseen = this.home.clientWidth > 0 ? null : least;
    const scale = Math.max(least, this.wholeScale());
    const start = (size, space, root) => (scale * size <= space
      ? edge + (space - scale * size) / 2
      : edge + space / 2 - scale * root);
    this.view = {
      scale,
      x: plan.direction === "right" ? edge : start(plan.width, room.width, plan.x[0] + CARD.width / 2),
      y: plan.direction === "down" ? edge : start(plan.height, room.height, plan.y[0] + CARD.height / 2),
    };
    this.draw();
  }

  resize() {
    if (this.unseen === null) this.draw();
    else this.fit(this.unseen);
  }

  room() {
    return { width: this.home.clientWidth - 2 * EDGE, height: this.home.clientHeight - 2 * EDGE };
  }

  // The scale at which everything is seen.
  wholeScale() {
    const room = this.room();
    return Math.min(1, room.width / this.plan.width, room.height / this.plan.height);
  }

  // The node at a place of the window, cards or not.
  nodeAt(clientX, clientY) {
    const box = this.home.getBoundingClientRect(), { scale, x, y } = this.view, { plan } = this;
    const px = (clientX - box.left - x) / scale, py = (clientY - box.top - y) / scale;
    return plan.shown.find((node) => px >= plan.x[node] && px <= plan.x[node] + CARD.width
      && py >= plan.y[node] && py <= plan.y[node] + CARD.height) ?? null;
  }
}
