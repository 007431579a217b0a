// How large the tree is: the slider over the nested trees of cost-complexity pruning.

class SizePanel {
  constructor(explorer) {
    this.explorer = explorer;
    const { pruning } = explorer.known;
    if (pruning === null || pruning.n_leaves.length < 2) {
      byId("pruning").hidden = true;
      byId("size").append(
        element("h2", { text: "Size" }),
        element("p", { text: pruning === null
          ? "What pruning would cost is not known for leaves of this kind."
          : "There is nothing to prune." }),
      );
      return;
    }
    this.slider = byId("step");
    this.slider.max = pruning.n_leaves.length - 1;
    this.slider.addEventListener("input", () => explorer.prune(Number(this.slider.value)));
    this.draw();
    explorer.on("pruned", () => this.show());
    this.show();
  }

  draw() {
    this.about = element("dl", { className: "facts", id: "about-size" });
    byId("size").append(
      element("h2", { text: "Size" }),
      element("p", { className: "muted", text: "Each step of the slider gives up the splits that save least for their leaves. Errors are shares of the root’s." }),
      this.about, this.curve(),
    );
  }

  show() {
    const { pruning } = this.explorer.known, { step } = this.explorer;
    const at = (column) => pruning[column][step];
    const leaves = `${at("n_leaves")} of ${leavesText(pruning.n_leaves[0])}`;
    const error = at("xerror") === null ? "" : `, error ${numberText(at("xerror"), 3)}`;
    byId("leaves").textContent = leaves + error;
    this.slider.setAttribute("aria-valuetext", leaves + error);
    const facts = [
      ["leaves", leaves],
      ["price of a leaf", at("cp") === null ? null : `${numberText(at("cp"), 4)} of the root’s risk`],
      ["training error", at("error") === null ? null : numberText(at("error"), 4)],
      ["cross-validated", at("xerror") === null ? null : `${numberText(at("xerror"), 4)} ± ${numberText(at("xstd"), 2)}`],
    ];
    this.about.replaceChildren(...facts.filter(([, text]) => text !== null).flatMap(([name, text]) => [
      element("dt", { text: name }), element("dd", { text }),
    ]));
    this.marker?.setAttribute("cx", this.place(step));
    this.marker?.setAttribute("cy", this.height((at("xerror") ?? at("error")) ?? 0));
  }

  place(step) {
    return 30 + (280 * step) / (this.explorer.known.pruning.n_leaves.length - 1);
  }

  height(error) {
    return 130 - (115 * error) / this.largest;
  }

  // The errors by size, the largest tree on the left as on the slider.
  curve() {
    const { pruning } = this.explorer.known;
    const highs = pruning.xerror.map((error, step) => (error === null ? 0 : error + pruning.xstd[step]));
    this.largest = Math.max(1, ...highs, ...pruning.error.map((error) => error ?? 0));
    const line = (column) => pruning[column]
      .map((error, step) => (error === null ? null : `${this.place(step)} ${this.height(error)}`))
      .filter((point) => point !== null).join("L");
    const bars = pruning.xerror.map((error, step) => (error === null ? "" : `M${this.place(step)} `
      + `${this.height(error - pruning.xstd[step])}V${this.height(error + pruning.xstd[step])}`));
    const svg = svgElement("svg", {
      viewBox: "0 0 330 165", class: "curve", role: "img", "aria-label": "Error by size",
    });
    const has = pruning.xerror.some((error) => error !== null);
    svg.append(
      svgElement("path", { d: "M30 10V130H315", class: "axis" }),
      svgElement("path", { d: `M${line("error")}`, class: "training" }),
      ...(has ? [
        svgElement("path", { d: bars.join(""), class: "bars" }),
        svgElement("path", { d: `M${line("xerror")}`, class: "held-out" }),
      ] : []),
      this.label(26, this.height(1) + 4, "1", "end"), this.label(26, 134, "0", "end"),
      this.label(30, 148, `${pruning.n_leaves[0]}`, "middle"),
      this.label(310, 148, `${pruning.n_leaves.at(-1)}`, "middle"),
      this.label(170, 148, "leaves", "middle"),
      this.label(30, 163, has ? "— cross-validated ± standard error   ┄ training" : "┄ training error", "start"),
    );
    this.marker = svgElement("circle", { r: 5, class: "marker" });
    svg.append(this.marker);
    return svg;
  }

  label(x, y, text, anchor) {
    const made = svgElement("text", { x, y, "text-anchor": anchor });
    made.textContent = text;
    return made;
  }
}
