// The end of the questionnaire: the answer, how sure it is, why, and what would change it.

class QuestionsEnd {
  constructor(questions) {
    this.explorer = questions.explorer;
    this.questions = questions;
    this.answers = questions.interview.answers;
  }

  parts(predicted) {
    const { tree, words } = this.explorer;
    return [
      element("p", { className: "muted", text: "The answer" }),
      ...tree.targets.flatMap((_, target) => this.result(predicted, target)),
      element("p", { className: "basis", text: this.basis(predicted) }),
      ...(this.answers.length === 0 ? [] : [element("h3", { text: "Because" }), this.reasons()]),
      ...this.otherwise(predicted, words),
    ];
  }

  result({ value, codes }, target) {
    const { tree, words, known } = this.explorer, name = words.targets[target];
    const text = codes === null ? numberText(value[target][0], 5) : words.classes[target][codes[target]];
    const heading = element("h2", { className: "verdict", tabIndex: -1, text: tree.targets.length > 1 ? `${name}: ${text}` : text });
    if (codes === null) return [heading];
    const shares = value[target].map((share, k) => ({ share, k })).filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share || a.k - b.k);
    return [heading, stackedBar(value[target], known.colours[target]), element("ul", { className: "verdict-shares" }, shares.map(
      ({ share, k }) => element("li", {}, [swatch(known.colours[target][k]), `${words.classes[target][k]} ${percentText(share)}`]),
    ))];
  }

  basis({ ends, node }) {
    const { tree, known } = this.explorer;
    if (ends.length > 1) return `Some answers were not known, so ${ends.length} possible ends of the tree were weighed.`;
    const spread = known.spread?.[node] ?? null;
    const around = spread === null || tree.models !== null ? "" : `, whose numbers differ by about ${numberText(spread, 3)} from it`;
    return `${tree.samples[node] === 1 ? "One sample" : `${numberText(tree.samples[node])} samples`} of the training data gave these answers${around}.`;
  }

  reasons() {
    const { words } = this.explorer;
    return element("ol", { className: "because" }, this.answers.map(({ feature, text }, place) => element("li", {}, [
      `${words.features[feature]}: `, element("strong", { text }), " ",
      element("button", { type: "button", className: "link change", text: "change", onclick: () => this.questions.backTo(place) }),
    ])));
  }

  // What the other answers to the questions on the way lead to, mostly.
  otherwise({ node, codes }, words) {
    const { explorer } = this, { tree, known } = explorer;
    if (tree.models !== null || tree.targets.length > 1) return [];
    const onWay = new Set(this.questions.steps.map((step) => step.node));
    const others = [...onWay].filter((step) => !explorer.isLeaf(step))
      .flatMap((step) => tree.children[step].filter((child) => !onWay.has(child)))
      .filter((child) => codes === null || known.decisions[child][0] !== codes[0]);
    if (others.length === 0) return [];
    const share = (child) => (codes === null ? "" : ` (${percentText(classShares(tree, child, 0)[known.decisions[child][0]])})`);
    const mean = codes === null ? "on average" : "mostly";
    return [element("h3", { text: "What would change it" }), element("ul", { className: "because" }, others.map((child) => element("li", {}, [
      `${words.branch[child]}: ${mean} `, element("strong", { text: words.prediction[child] }), share(child),
    ])))];
  }
}
