// Draws the part of the tree that is in the window.  Cards are made for nodes in view alone, and
// when they would be too small to read, plain boxes stand for them: large trees stay quick.

const READABLE = 0.5; // scale from which cards are drawn

class Stage {
  constructor(explorer, cards) {
    this.explorer = explorer;
    this.cards = cards;
    this.home = byId("stage");
    this.shown = new Map(); // what is in the document, by node: { card, answer }
    this.camera = new Camera(this.home);
    this.isWaiting = false;
    this.isOnPaper = false;
    this.arrange();
    explorer.on("shape", ({ anchor, opened }) => this.reshape(anchor, opened));
    explorer.on("selection", ({ focus }) => this.showSelection(focus));
    explorer.on("path", () => this.draw());
    explorer.on("matches", () => this.draw());
    explorer.on("target", () => { this.refill(); this.draw(); });
    new ResizeObserver(() => this.resize()).observe(this.home);
  }

  arrange() {
    const { explorer, cards } = this;
    this.plan = arrange(explorer.shape(), cards.labels, explorer.direction, this.camera.room());
    this.starts = ribbonStarts(this.plan);
    this.isShown = new Uint8Array(explorer.tree.n);
    for (const node of this.plan.shown) this.isShown[node] = 1;
  }

  // Arrange again; the anchor stays where it is on the screen, and what was opened is seen.
  reshape(anchor, opened) {
    const { camera } = this, before = this.plan;
    this.arrange();
    if (this.isShown[anchor]) {
      camera.move(camera.scale * (before.x[anchor] - this.plan.x[anchor]),
        camera.scale * (before.y[anchor] - this.plan.y[anchor]));
    }
    if (opened !== null) this.bring(opened, this.explorer.tree.children[opened]);
    this.refill();
    this.draw();
  }

  refill() {
    for (const [node, { card }] of this.shown) {
      if (this.isShown[node]) this.cards.fill(card, node, this.plan);
    }
  }

  // What the window decides: which nodes are shown, and where.
  start() {
    const found = foldToWindow(this.explorer, this.cards.labels, this.camera.room());
    this.explorer.showOpen(found);
    this.fit(1);
  }

  draw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (!this.isOnPaper) this.drawNow(this.camera.inView());
    });
  }

  drawNow(area, isReadable = this.camera.scale >= READABLE) {
    const { scale, x, y } = this.camera, { plan } = this;
    byId("cards").style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    byId("world").setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    const near = plan.shown.filter((node) => this.isIn(area, node, node));
    this.drawLinks(area);
    this.drawSmall(isReadable ? [] : near);
    this.placeCards(new Set(isReadable ? [...near, this.explorer.selected] : [this.explorer.selected]));
    this.home.className = `${plan.direction}${isReadable ? "" : " small"}`;
  }

  // Whether the box around two nodes is in an area.
  isIn({ left, right, top, bottom }, a, b) {
    const { x, y, width, height } = this.plan;
    return Math.max(x[a] + width[a], x[b] + width[b]) >= left && Math.min(x[a], x[b]) <= right
      && Math.max(y[a] + height[a], y[b] + height[b]) >= top && Math.min(y[a], y[b]) <= bottom;
  }

  drawLinks(area) {
    const { plan, starts } = this, { tree, steps } = this.explorer;
    const byWidth = new Map(); // one path per width
    for (const node of plan.shown) {
      const above = tree.parent[node];
      if (above < 0 || !this.isIn(area, above, node)) continue;
      const width = ribbonWidth(plan, node);
      byWidth.set(width, (byWidth.get(width) ?? "") + ribbonPath(plan, starts, node));
    }
    byId("links").replaceChildren(...[...byWidth].map(([width, d]) => svgElement("path", { d, "stroke-width": width })));
    const followed = (steps ?? []).filter(({ node }) => node > 0 && this.isShown[node]);
    byId("path").replaceChildren(...followed.map(({ node, share }) => svgElement("path", {
      d: ribbonPath(plan, starts, node), "stroke-width": 2 + 3 * share,
    })));
  }

  // One path per colour.
  drawSmall(nodes) {
    const byColour = new Map();
    for (const node of nodes) {
      const colour = this.cards.colour(node);
      byColour.set(colour, (byColour.get(colour) ?? "") + this.boxPath(node));
    }
    const marked = nodes.filter((node) => this.explorer.matches.has(node)).map((node) => this.boxPath(node));
    byId("small").replaceChildren(
      ...[...byColour].map(([fill, d]) => svgElement("path", { d, fill })),
      svgElement("path", { d: marked.join(""), class: "match" }),
    );
  }

  boxPath(node) {
    const { x, y, width, height } = this.plan;
    return `M${x[node]} ${y[node]}h${width[node]}v${height[node]}h${-width[node]}z`;
  }

  placeCards(wanted) {
    for (const [node, { card, answer, isRest }] of this.shown) {
      if (wanted.has(node) && isRest === this.plan.shape.isRest(node)) continue;
      card.remove();
      answer?.remove();
      this.shown.delete(node);
    }
    const { explorer, plan } = this;
    const onPath = new Set((explorer.steps ?? []).map(({ node }) => node));
    for (const node of wanted) {
      if (!this.isShown[node]) continue;
      if (!this.shown.has(node)) this.addCard(node);
      const { card, answer } = this.shown.get(node), at = plan.answers.get(node);
      card.style.transform = `translate(${plan.x[node]}px, ${plan.y[node]}px)`;
      if (answer !== null) answer.style.transform = `translate(${at.x}px, ${at.y}px)`;
      card.tabIndex = node === explorer.selected ? 0 : -1;
      card.setAttribute("aria-selected", String(node === explorer.selected));
      card.classList.toggle("followed", onPath.has(node));
      card.classList.toggle("aside", explorer.steps !== null && !onPath.has(node));
      card.classList.toggle("match", explorer.matches.has(node));
    }
  }

  // In the order of the tree, in which a screen reader reads.
  addCard(node) {
    const card = this.cards.make(node), label = this.plan.answers.get(node);
    this.cards.fill(card, node, this.plan);
    const answer = label === undefined ? null : this.cards.answer(node, label);
    const after = [...this.shown.keys()].filter((other) => other > node);
    const next = after.length === 0 ? null : this.shown.get(Math.min(...after)).card;
    byId("nodes").insertBefore(card, next);
    if (answer !== null) byId("answers").append(answer);
    this.shown.set(node, { card, answer, isRest: this.plan.shape.isRest(node) });
  }

  showSelection(focus) {
    const { selected } = this.explorer;
    if (this.home.clientWidth === 0) return;
    if (focus) this.bring(selected);
    this.drawNow(this.camera.inView());
    if (focus) this.shown.get(selected).card.focus({ preventScroll: true });
  }

  // Move so that a node is seen and, as far as there is room, others.
  bring(node, others = []) {
    const { x, y, width, height } = this.plan;
    if (this.camera.scale < READABLE) this.camera.scale = 0.8;
    const box = (some) => ({
      left: Math.min(...some.map((one) => x[one])), right: Math.max(...some.map((one) => x[one] + width[one])),
      top: Math.min(...some.map((one) => y[one])), bottom: Math.max(...some.map((one) => y[one] + height[one])),
    });
    this.camera.bring(box([node, ...others.filter((one) => this.isShown[one])]));
    this.camera.bring(box([node]));
    this.draw();
  }

  zoom(factor, at) {
    this.camera.zoom(factor, this.plan.size, at);
    this.draw();
  }

  move(dx, dy) {
    this.camera.move(dx, dy);
    this.draw();
  }

  // Show everything; at the start no smaller than can be read.
  fit(least = 0) {
    const { plan } = this;
    this.camera.fit(plan, least);
    this.draw();
  }

  // A page may start hidden, and windows change: as long as the reader has folded nothing, the
  // window decides.
  resize() {
    if (this.home.clientWidth === 0 || this.isOnPaper) return;
    if (this.explorer.isAsFound) this.start();
    else this.draw();
  }

  // The node at a place of the window, cards or not.
  nodeAt(clientX, clientY) {
    const { x, y, width, height, shown } = this.plan;
    const at = this.camera.toPlan(clientX, clientY);
    return shown.find((node) => at.x >= x[node] && at.x <= x[node] + width[node]
      && at.y >= y[node] && at.y <= y[node] + height[node]) ?? null;
  }

  // Where a node is in the window.
  boxOf(node) {
    const { x, y, width, height } = this.plan;
    return this.camera.toWindow({ x: x[node], y: y[node], width: width[node], height: height[node] });
  }
}
