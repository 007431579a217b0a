// What of the tree is shown.  A node that is open may show its largest branches alone; the others
// stand behind the first of them, which is then not a node but "the rest".

class Shape {
  constructor(tree, isClosed, rests) {
    this.tree = tree;
    this.isShut = isClosed;
    this.rests = rests; // by node: the children that are put aside
  }

  isRest(node) {
    return this.rests.size > 0 && node > 0 && this.rests.get(this.tree.parent[node])?.[0] === node;
  }

  // The nodes that a place stands for: itself, or all that were put aside there.
  members(node) {
    return this.isRest(node) ? this.rests.get(this.tree.parent[node]) : [node];
  }

  samples(node) {
    return this.members(node).reduce((sum, member) => sum + this.tree.samples[member], 0);
  }

  isClosed(node) {
    return this.isRest(node) || this.isShut(node);
  }

  children(node) {
    const aside = this.rests.get(node);
    if (aside === undefined) return this.tree.children[node];
    return [...this.tree.children[node].filter((child) => !aside.includes(child)), aside[0]];
  }

  // All that is shown, parents before their children.
  shown() {
    const found = [], waiting = [0];
    while (waiting.length > 0) {
      const node = waiting.pop();
      found.push(node);
      if (!this.isClosed(node)) waiting.push(...this.children(node).toReversed());
    }
    return found;
  }
}
