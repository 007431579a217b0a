// Nodes that speak of something.

class Search {
  constructor(explorer) {
    this.explorer = explorer;
    this.input = byId("search");
    this.found = [];
    this.at = -1;
    this.input.addEventListener("input", () => this.look());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") {
        this.input.value = "";
        this.look();
      }
    });
    explorer.on("pruned", () => { if (this.input.value !== "") this.look(); });
  }

  // What is searched: how a node is reached, what it asks, what it predicts; "#12" is a node.
  look() {
    const { explorer } = this, { words } = explorer;
    const wanted = this.input.value.trim().toLocaleLowerCase();
    const number = /^#(\d+)$/.exec(wanted);
    const speaksOf = (node) => (number !== null
      ? node === Number(number[1])
      : [words.branch[node], explorer.isLeaf(node) ? "" : words.question[node], words.prediction[node]]
        .some((text) => text.toLocaleLowerCase().includes(wanted)));
    this.found = wanted === "" ? [] : explorer.nodes().filter(speaksOf);
    this.at = -1;
    explorer.showMatches(this.found);
    this.say();
  }

  next(step) {
    if (this.found.length === 0) return;
    this.at = this.at < 0 && step < 0
      ? this.found.length - 1
      : (this.at + step + this.found.length) % this.found.length;
    this.explorer.select(this.found[this.at]);
    this.explorer.tell("look", this.found[this.at]);
    this.say();
  }

  say() {
    const n = this.found.length;
    const place = this.at < 0 ? `${n} found` : `${this.at + 1} of ${n}`;
    byId("matches").textContent = this.input.value.trim() === "" ? "" : n === 0 ? "none" : place;
  }
}
