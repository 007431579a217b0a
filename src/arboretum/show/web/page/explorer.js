// What the reader has chosen, and who wants to know when that changes.

class Explorer {
  constructor(known) {
    this.known = known;
    this.words = known.words;
    this.tree = readTree(known.tree, known.smoothed);
    this.isFolded = new Uint8Array(this.tree.n).fill(1);
    this.rests = new Map(); // branches that are put aside, see Shape
    this.isAsFound = true; // until the reader folds, the window decides what is shown
    this.step = 0; // of pruning
    this.target = 0;
    this.selected = 0;
    this.steps = null; // the way of a sample
    this.matches = new Set();
    this.listeners = new Map();
    this.direction = "down";
  }

  on(what, listener) {
    this.listeners.set(what, [...(this.listeners.get(what) ?? []), listener]);
  }

  tell(what, detail) {
    for (const listener of this.listeners.get(what) ?? []) listener(detail);
  }

  // A leaf of the tree as it is pruned now.
  isLeaf(node) {
    if (this.tree.split[node] === null) return true;
    return this.known.pruning !== null && this.known.pruning.cut[node] <= this.step;
  }

  isClosed(node) {
    return this.isFolded[node] === 1 || this.isLeaf(node);
  }

  shape() {
    return new Shape(this.tree, (node) => this.isClosed(node), this.rests);
  }

  // The leaves below a node as the tree is pruned now.
  leaves(below = 0) {
    const found = [];
    for (let node = below; node < this.tree.end[below];) {
      const ends = this.isLeaf(node);
      if (ends) found.push(node);
      node = ends ? this.tree.end[node] : node + 1;
    }
    return found;
  }

  // Nodes of the tree as it is pruned now, whether folded or not.
  nodes() {
    const found = [];
    for (let node = 0; node < this.tree.n; node = this.isLeaf(node) ? this.tree.end[node] : node + 1) {
      found.push(node);
    }
    return found;
  }

  ancestors(node) {
    const found = [];
    for (let above = this.tree.parent[node]; above >= 0; above = this.tree.parent[above]) {
      found.push(above);
    }
    return found;
  }

  fold(node, folded) {
    if (this.isLeaf(node) || (this.isFolded[node] === 1) === folded) return;
    this.isFolded[node] = folded ? 1 : 0;
    this.rests.delete(node);
    this.isAsFound = false;
    if (folded && this.selected > node && this.selected < this.tree.end[node]) this.selected = node;
    this.tell("shape", { anchor: node, opened: folded ? null : node });
    this.tell("said", folded ? `folded, ${leavesText(this.leaves(node).length)} hidden` : "unfolded");
  }

  // The selected subtree becomes one node; if it is one already, that of its parent does.
  foldSelected() {
    const { selected, tree } = this;
    const node = this.isClosed(selected) && selected > 0 ? tree.parent[selected] : selected;
    this.fold(node, true);
    this.select(node);
  }

  unfoldBelow(node = this.selected) {
    this.isFolded.fill(0, node, this.tree.end[node]);
    for (const other of [...this.rests.keys()]) {
      if (other >= node && other < this.tree.end[node]) this.rests.delete(other);
    }
    this.isAsFound = false;
    this.tell("shape", { anchor: node, opened: node });
    this.tell("said", `unfolded, ${leavesText(this.leaves(node).length)}`);
  }

  // Show exactly what is below these nodes, without what is put aside.
  showOpen({ open, rests, direction }) {
    this.isFolded.fill(1);
    for (const node of open) this.isFolded[node] = 0;
    this.rests = rests;
    this.direction = direction;
    this.isAsFound = true;
    const isAside = (node) => rests.get(this.tree.parent[node])?.includes(node) ?? false;
    while ([this.selected, ...this.ancestors(this.selected)].some(
      (node) => isAside(node) || (node !== this.selected && this.isFolded[node] === 1),
    )) {
      this.selected = this.tree.parent[this.selected];
    }
    this.tell("shape", { anchor: 0, opened: null });
  }

  // What is folded and how the tree stands, to come back to.
  view() {
    const { isFolded, rests, direction, isAsFound, selected } = this;
    return { isFolded: isFolded.slice(), rests: new Map(rests), direction, isAsFound, selected };
  }

  restore({ isFolded, rests, direction, isAsFound, selected }) {
    Object.assign(this, { isFolded: isFolded.slice(), rests, direction, isAsFound, selected });
    this.tell("shape", { anchor: 0, opened: null });
  }

  // How many nodes of the tree as it is pruned now are not shown.
  countHidden() {
    const shape = this.shape();
    return this.nodes().length - shape.shown().filter((node) => !shape.isRest(node)).length;
  }

  // Unfold all that hides these nodes.
  reveal(nodes) {
    let changed = false;
    for (const node of nodes) {
      for (const above of this.ancestors(node)) {
        changed ||= this.isFolded[above] === 1;
        this.isFolded[above] = 0;
      }
      for (const step of [node, ...this.ancestors(node)]) {
        const above = this.tree.parent[step];
        if (this.rests.get(above)?.includes(step)) changed = this.rests.delete(above);
      }
    }
    if (!changed) return;
    this.isAsFound = false;
    this.tell("shape", { anchor: 0, opened: null });
  }

  // The node itself or, if it was pruned away, the leaf in its place.
  standing(node) {
    return this.ancestors(node).findLast((above) => this.isLeaf(above)) ?? node;
  }

  select(node, { focus = false } = {}) {
    this.selected = this.standing(node);
    this.reveal([this.selected]);
    this.tell("selection", { focus });
  }

  prune(step) {
    this.step = step;
    this.selected = this.standing(this.selected);
    this.tell("pruned");
    this.tell("shape", { anchor: 0, opened: null });
    this.tell("selection", {});
  }

  turn() {
    const ways = ["down", "right", "outline"];
    this.direction = ways[(ways.indexOf(this.direction) + 1) % ways.length];
    this.tell("shape", { anchor: this.selected, opened: null });
  }

  showPath(steps) {
    this.steps = steps;
    if (steps !== null && !this.isAsFound) this.reveal(steps.map(({ node }) => node));
    this.tell("path");
  }

  // The questions on the way of a sample.
  onPath() {
    return (this.steps ?? []).map(({ node }) => node).filter((node) => !this.isLeaf(node));
  }

  showMatches(nodes) {
    this.matches = new Set(nodes);
    this.tell("matches");
  }

  showTarget(target) {
    this.target = target;
    this.tell("target");
  }
}
