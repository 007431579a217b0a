// What the reader has chosen, and who wants to know when that changes.

const FIRST_NODES = 48; // as many are unfolded at the start, about

class Explorer {
  constructor(known) {
    this.known = known;
    this.words = known.words;
    this.tree = readTree(known.tree);
    this.isFolded = new Uint8Array(this.tree.n);
    this.step = 0; // of pruning
    this.target = 0;
    this.selected = 0;
    this.steps = null; // the way of a sample
    this.matches = new Set();
    this.listeners = new Map();
    this.direction = this.leaves().length <= 6 ? "down" : "right";
    this.foldToStart();
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
    if (folded && this.selected > node && this.selected < this.tree.end[node]) this.selected = node;
    this.tell("shape", { anchor: node });
    this.tell("said", folded ? `folded, ${leavesText(this.leaves(node).length)} hidden` : "unfolded");
  }

  foldAll(folded, below = 0) {
    this.isFolded.fill(folded ? 1 : 0, below, this.tree.end[below]);
    this.tell("shape", { anchor: below });
  }

  // Unfold from the root down while the nodes are few.
  foldToStart() {
    const atDepth = [];
    for (const depth of this.tree.depth) atDepth[depth] = (atDepth[depth] ?? 0) + 1;
    let deepest = 0, total = 1;
    while (deepest + 1 < atDepth.length && total + atDepth[deepest + 1] <= FIRST_NODES) {
      total += atDepth[++deepest];
    }
    deepest = Math.max(1, deepest);
    this.tree.depth.forEach((depth, node) => { this.isFolded[node] = depth >= deepest ? 1 : 0; });
    while (this.selected > 0 && this.tree.depth[this.selected] > deepest) {
      this.selected = this.tree.parent[this.selected];
    }
    this.tell("shape", { anchor: 0 });
  }

  // Unfold all that hides these nodes.
  reveal(nodes) {
    let changed = false;
    for (const node of nodes) {
      for (const above of this.ancestors(node)) {
        changed ||= this.isFolded[above] === 1;
        this.isFolded[above] = 0;
      }
    }
    if (changed) this.tell("shape", { anchor: this.selected });
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
    this.tell("shape", { anchor: 0 });
    this.tell("pruned");
    this.tell("selection", {});
  }

  turn() {
    this.direction = this.direction === "down" ? "right" : "down";
    this.tell("shape", { anchor: this.selected });
  }

  showPath(steps) {
    this.steps = steps;
    if (steps !== null) this.reveal(steps.map(({ node }) => node));
    this.tell("path");
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
