// Everything known about one node: in the panel and beside the pointer.

class Details {
  constructor(explorer, cards) {
    this.explorer = explorer;
    this.cards = cards;
    const show = () => byId("node").replaceChildren(...this.of(explorer.selected, true));
    for (const what of ["selection", "target", "shape"]) explorer.on(what, show);
    show();
  }

  of(node, withPath) {
    const { explorer } = this, { tree, words } = explorer;
    const isLeaf = explorer.isLeaf(node);
    return [
      element("h2", { text: `Node ${node}` }),
      ...(withPath ? [this.way(node)] : [element("p", { className: "muted", text: words.branch[node] })]),
      this.facts([
        ["predicts", words.prediction[node]],
        ["samples", this.samples(node)],
        ["impurity", numberText(tree.impurity[node])],
        [isLeaf ? "stopped" : "asks", isLeaf ? this.whyStopped(node) : words.question[node]],
        ["score", isLeaf ? null : this.score(node)],
        ["p-value", words.p_value[node]],
        ["missing", isLeaf ? null : this.onMissing(node)],
        ["recurs", isLeaf ? null : explorer.known.recurs?.[node]],
      ]),
      ...(tree.isClassification ? [this.classes(node)] : []),
      ...this.listed("Runner-ups", "score", isLeaf ? [] : words.rivals[node]),
      ...this.listed("Surrogates", "agreement", isLeaf ? [] : words.surrogates[node].map(
        ({ held, agreement }) => [held[0], agreement],
      )),
    ];
  }

  way(node) {
    const { explorer } = this;
    const nodes = [...explorer.ancestors(node).reverse(), node];
    return element("ol", { className: "way" }, nodes.map((step) => element("li", {}, [
      element("button", {
        type: "button", className: "link", text: explorer.words.branch[step],
        onclick: () => explorer.select(step, { focus: true }),
      }),
    ])));
  }

  samples(node) {
    const { tree } = this.explorer;
    const count = numberText(tree.samples[node]), weight = numberText(tree.weight[node]);
    return count === weight ? count : `${count} (weight ${weight})`;
  }

  whyStopped(node) {
    const { tree, known, step } = this.explorer;
    if (tree.split[node] === null) return tree.stopReason[node];
    return `pruned: ${leavesText(known.pruning.n_leaves[step])} left`;
  }

  score(node) {
    const { tree } = this.explorer;
    const score = tree.score[node]; // an infinite one is text
    return `${typeof score === "number" ? numberText(score) : score}${tree.isTie[node] ? ", a tie" : ""}`;
  }

  onMissing(node) {
    const { tree, words } = this.explorer;
    const first = tree.surrogates[node].length > 0 ? "asks the surrogates, else " : "";
    return first + words.missing[node];
  }

  facts(pairs) {
    const known = pairs.filter(([, text]) => text !== null && text !== undefined);
    return element("dl", { className: "facts" }, known.flatMap(([name, text]) => [
      element("dt", { text: name }), element("dd", { text }),
    ]));
  }

  classes(node) {
    const { tree, words, target } = this.explorer;
    const { start } = tree.blocks[target];
    const rows = classShares(tree, node, target).map((share, k) => element("tr", {}, [
      element("th", { scope: "row" }, [swatch(this.cards.colours[k]), words.classes[target][k]]),
      element("td", { text: numberText(tree.value[node][start + k]) }),
      element("td", { text: percentText(share) }),
    ]));
    return element("table", { className: "classes" }, [
      element("caption", { text: `Classes of ${words.targets[target]}` }), ...rows,
    ]);
  }

  listed(heading, second, pairs) {
    if (pairs.length === 0) return [];
    return [element("table", { className: "listed" }, [
      element("caption", { text: heading }),
      element("tr", {}, [element("th", { text: "split" }), element("th", { text: second })]),
      ...pairs.map(([text, number]) => element("tr", {}, [
        element("td", { text }), element("td", { text: number }),
      ])),
    ])];
  }
}
