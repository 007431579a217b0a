// A sample that is typed or picked, and its way down the tree.

class SamplePanel {
  constructor(explorer) {
    this.explorer = explorer;
    this.fields = explorer.known.asked.map((feature) => new Field(explorer, feature, () => this.type()));
    this.result = element("div", { className: "result", id: "result", "aria-live": "polite" });
    const form = element("form", { className: "sample", onsubmit: (event) => event.preventDefault() }, [
      ...this.picker(), ...this.fields.map((field) => field.home),
      element("button", { type: "button", id: "clear", text: "Clear", onclick: () => this.clear() }),
    ]);
    this.truth = null; // of the row that was picked
    byId("sample").append(element("h2", { text: "Follow a sample" }), this.intro(), form, this.result);
    explorer.on("pruned", () => { if (this.isFollowed) this.follow(); });
  }

  intro() {
    const { known } = this.explorer;
    const text = known.asked.length === 0
      ? "The tree asks nothing: it predicts the same for every sample."
      : "Only features that the tree asks about are listed. An empty field is a missing value.";
    return element("p", { className: "muted", text });
  }

  picker() {
    const { rows } = this.explorer.known;
    if (rows === null || rows.n_kept === 0) return [];
    const input = element("input", {
      type: "number", id: "row", min: 0, max: rows.n_kept - 1, placeholder: "none", oninput: () => this.pick(input.value),
    });
    const all = rows.n_kept < rows.n_rows ? ` (the first ${rows.n_kept} of ${rows.n_rows})` : "";
    return [element("div", { className: "field picker" }, [
      element("label", { htmlFor: "row", text: `Row, 0 to ${rows.n_kept - 1}${all}` }), input,
    ])];
  }

  pick(text) {
    const { rows } = this.explorer.known, row = Number(text);
    if (text === "" || !Number.isInteger(row) || row < 0 || row >= rows.n_kept) return;
    for (const field of this.fields) field.set(rows.columns[field.feature][row]);
    this.truth = rows.truth?.[row] ?? null;
    this.follow();
  }

  // What is typed is a sample of its own.
  type() {
    this.truth = null;
    const row = byId("row");
    if (row !== null) row.value = "";
    this.follow();
  }

  clear() {
    for (const field of this.fields) field.clear();
    this.truth = null;
    this.isFollowed = false;
    if (byId("row") !== null) byId("row").value = "";
    this.result.replaceChildren();
    this.explorer.showPath(null);
  }

  // One entry per feature; null instead if a field does not hold a number.
  row() {
    const row = Object.fromEntries(this.fields.map((field) => [field.feature, field.value()]));
    return Object.values(row).every((value) => value === null || Number.isFinite(value)) ? row : null;
  }

  follow() {
    const { explorer } = this, { tree, words, known } = explorer;
    const row = this.row();
    if (row === null) {
      this.result.replaceChildren(element("p", { className: "warning", text: "The marked fields are not numbers." }));
      explorer.showPath(null);
      return;
    }
    const steps = follow(tree, words, row, (node) => explorer.isLeaf(node));
    const predicted = predict(tree, known.decisions, steps, row);
    this.result.replaceChildren(
      ...this.refusal(row), ...this.prediction(predicted), this.way(steps), ...this.changes(row),
    );
    this.result.dataset.node = predicted.node;
    this.isFollowed = true;
    explorer.showPath(steps);
    explorer.select(predicted.node);
  }

  // The tree may be one whose estimator refuses such samples.
  refusal(row) {
    const { refuses } = this.explorer.known, { features } = this.explorer.tree;
    const isRefused = (feature) => {
      const value = row[feature], isNumber = features[feature].categories === null;
      return (refuses.includes("missing") && (isNumber ? value === null : value === MISSING))
        || (refuses.includes("unseen") && !isNumber && value === UNSEEN);
    };
    const names = Object.keys(row).filter(isRefused).map((feature) => this.explorer.words.features[feature]);
    if (names.length === 0) return [];
    const text = `predict refuses this sample: it has no value known from training for ${names.join(", ")}.`;
    return [element("p", { className: "warning", text })];
  }

  prediction({ value, codes }) {
    const { tree, words, known } = this.explorer;
    return tree.targets.flatMap((_, target) => {
      const predicted = codes === null ? numberText(value[target][0]) : words.classes[target][codes[target]];
      const line = element("p", { className: "prediction" }, [
        `${words.targets[target]} = `, element("strong", { text: predicted }),
      ]);
      line.append(...this.trueValue(target, codes));
      if (codes === null) return [line];
      const colours = known.colours[target];
      const shares = element("p", { className: "shares" }, value[target].flatMap((share, k) => [
        element("span", {}, [swatch(colours[k]), `${words.classes[target][k]} ${numberText(share, 4)}`]),
      ]));
      return [line, stackedBar(value[target], colours), shares];
    });
  }

  // What is true of the row that was picked.
  trueValue(target, codes) {
    const { words } = this.explorer, truth = this.truth?.[target] ?? null;
    if (truth === null) return [];
    if (codes === null) return [element("span", { className: "truth", text: `true: ${numberText(truth, 6)}` })];
    const isRight = truth === codes[target];
    const text = `${isRight ? "✓" : "✗"} true class: ${words.classes[target][truth]}`;
    return [element("span", { className: isRight ? "truth" : "truth wrong", text })];
  }

  changes(row) {
    const { explorer } = this, { words } = explorer;
    const found = changes(explorer, row);
    if (found.length === 0) {
      return explorer.known.asked.length === 0 ? [] : [element("p", {
        className: "muted changes", text: "No other value of a single feature would change the prediction.",
      })];
    }
    const said = ({ predicted: { codes, value } }) => words.targets.map((_, target) => (codes === null
      ? numberText(value[target][0], 5) : words.classes[target][codes[target]])).join(", ");
    return [
      element("h3", { text: "What would change it" }),
      element("ul", { className: "changes" }, found.map((change) => element("li", {}, [
        `${words.features[change.feature]} ${change.text}: `, element("b", { text: said(change) }),
      ]))),
    ];
  }

  way(steps) {
    const { explorer } = this;
    return element("ol", { className: "steps" }, steps.map(({ node, share, reason }) => {
      const part = share === 1 ? "" : ` (share ${numberText(Number(share.toFixed(4)))})`;
      const item = element("li", {}, [
        element("button", {
          type: "button", className: "link", text: `node ${node}`,
          onclick: () => explorer.select(node, { focus: true }),
        }),
        `${part}: ${reason}`,
      ]);
      item.dataset.share = share;
      return item;
    }));
  }
}
