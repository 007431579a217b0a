// Rules and importances beside the tree.

const FIRST_RULES = 100;

class RulesPanel {
  constructor(explorer) {
    this.explorer = explorer;
    this.limit = FIRST_RULES;
    explorer.on("pruned", () => this.show());
    this.show();
  }

  // Leaves by the samples they decide.
  show() {
    const { explorer } = this, { tree, words } = explorer;
    const leaves = explorer.leaves().filter((leaf) => words.rule[leaf] !== null)
      .sort((a, b) => tree.samples[b] - tree.samples[a] || a - b);
    const items = leaves.slice(0, this.limit).map((leaf) => element("li", {}, [
      element("button", {
        type: "button", className: "link", text: words.rule[leaf],
        onclick: () => explorer.select(leaf, { focus: true }),
      }),
      element("span", { className: "muted", text: ` ${words.evidence[leaf]}` }),
    ]));
    const n = leaves.length;
    byId("rules").replaceChildren(
      element("h2", { text: n === 1 ? "One rule" : n <= this.limit ? `${n} rules` : `${this.limit} of ${n} rules` }),
      element("ol", { className: "rules" }, items), ...this.more(n),
    );
  }

  more(n) {
    if (n <= this.limit) return [];
    return [element("button", {
      type: "button", text: `Show ${Math.min(FIRST_RULES, n - this.limit)} more`,
      onclick: () => { this.limit += FIRST_RULES; this.show(); },
    })];
  }
}

// Which features contributed, the most important first; a click marks the nodes that ask for one.
function showFeatures(explorer) {
  const { importance } = explorer.known, { words, tree } = explorer;
  const asked = importance.map((share, feature) => ({ share, feature }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.feature - b.feature);
  const most = asked[0]?.share ?? 1;
  const rows = asked.map(({ share, feature }) => {
    const bar = element("span", { className: "importance" });
    bar.style.width = `${(100 * share) / most}%`;
    return element("li", {}, [
      element("button", {
        type: "button", className: "link", text: words.features[feature],
        onclick: () => explorer.showMatches(explorer.nodes().filter(
          (node) => !explorer.isLeaf(node) && featuresOf(tree, tree.split[node].column).includes(feature),
        )),
      }),
      element("span", { className: "number", text: numberText(share, 3) }), bar,
    ]);
  });
  byId("features").append(
    element("h2", { text: "Importance" }),
    element("p", { className: "muted", text: asked.length === 0
      ? "The tree asks nothing."
      : "Share in the decrease of impurity, over the whole tree. Features with many values are favoured, and a feature that lost a tie to its twin gets nothing." }),
    element("ul", { className: "importances" }, rows),
  );
}
