// A sample that is typed or picked, and its way down the tree.

class SamplePanel {
  constructor(explorer) {
    this.explorer = explorer;
    this.fields = new Map(); // by feature
    this.result = element("div", { className: "result", id: "result", "aria-live": "polite" });
    const form = element("form", { className: "sample", onsubmit: (event) => event.preventDefault() }, [
      ...this.picker(), ...explorer.known.asked.map((feature) => this.field(feature)),
      element("button", { type: "button", id: "clear", text: "Clear", onclick: () => this.clear() }),
    ]);
    form.addEventListener("input", (event) => {
      if (event.target.id !== "row") this.follow();
    });
    byId("sample").append(element("h2", { text: "Follow a sample" }), this.intro(), form, this.result);
    explorer.on("pruned", () => { if (explorer.steps !== null) this.follow(); });
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
      type: "number", id: "row", min: 0, max: rows.n_kept - 1, placeholder: "row",
      oninput: () => this.pick(input.value),
    });
    const all = rows.n_kept < rows.n_rows ? ` (the first ${rows.n_kept} of ${rows.n_rows})` : "";
    const text = `Row, 0 to ${rows.n_kept - 1}${all}`;
    return [element("label", { className: "field" }, [element("span", { text }), input])];
  }

  field(feature) {
    const { words } = this.explorer, categories = words.categories[feature];
    const input = categories === null
      ? element("input", { type: "text", inputMode: "decimal", placeholder: "missing", autocomplete: "off" })
      : element("select", {}, [
        element("option", { value: MISSING, text: "missing" }),
        ...categories.map((text, code) => element("option", { value: code, text })),
        element("option", { value: UNSEEN, text: "another, never seen" }),
      ]);
    input.dataset.feature = feature;
    this.fields.set(feature, input);
    return element("label", { className: "field" }, [element("span", { text: words.features[feature] }), input]);
  }

  pick(text) {
    const { rows } = this.explorer.known, row = Number(text);
    if (text === "" || !Number.isInteger(row) || row < 0 || row >= rows.n_kept) return;
    for (const [feature, input] of this.fields) {
      const value = rows.columns[feature][row];
      input.value = value === null ? "" : String(value);
    }
    this.follow();
  }

  clear() {
    for (const input of this.fields.values()) input.value = input.tagName === "SELECT" ? MISSING : "";
    this.result.replaceChildren();
    this.explorer.showPath(null);
  }

  // One entry per feature; null instead if a field does not hold a number.
  row() {
    const row = {};
    let isRight = true;
    for (const [feature, input] of this.fields) {
      const isNumber = input.tagName === "INPUT", text = input.value.trim();
      row[feature] = isNumber && text === "" ? null : Number(text);
      const isWrong = row[feature] !== null && !Number.isFinite(row[feature]);
      input.setAttribute("aria-invalid", String(isWrong));
      isRight &&= !isWrong;
    }
    return isRight ? row : null;
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
      ...this.refusal(row), ...this.prediction(predicted), this.way(steps),
    );
    this.result.dataset.node = predicted.node;
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
      if (codes === null) return [line];
      const colours = known.colours[target];
      const shares = element("p", { className: "shares" }, value[target].flatMap((share, k) => [
        element("span", {}, [swatch(colours[k]), `${words.classes[target][k]} ${numberText(share, 4)}`]),
      ]));
      return [line, stackedBar(value[target], colours), shares];
    });
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
