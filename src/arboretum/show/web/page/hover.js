// A few words about the node under a pointer that rests there: beside the card, never over it.

const REST = 500; // milliseconds
const MOST_CLASSES = 4;

class Hover {
  constructor(explorer, cards) {
    this.explorer = explorer;
    this.cards = cards;
    this.home = byId("hover");
    this.node = null;
    this.timer = null;
    for (const what of ["shape", "selection", "path"]) explorer.on(what, () => this.hide());
  }

  // The pointer is over a node, whose box in the window is given.
  over(node, box) {
    if (node === this.node) return;
    this.hide();
    this.node = node;
    this.timer = setTimeout(() => this.show(node, box), REST);
  }

  hide() {
    clearTimeout(this.timer);
    this.node = null;
    this.home.hidden = true;
  }

  show(node, box) {
    this.home.replaceChildren(...this.words(node));
    this.home.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.home, gap = 14;
    const isRight = box.right + gap + width <= window.innerWidth;
    const isLeft = box.left - gap - width >= 0;
    const isBelow = box.bottom + gap + height <= window.innerHeight;
    const left = isRight ? box.right + gap : isLeft ? box.left - gap - width : box.left;
    const top = isRight || isLeft ? box.top : isBelow ? box.bottom + gap : box.top - gap - height;
    this.home.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
    this.home.style.top = `${Math.max(4, Math.min(top, window.innerHeight - height - 4))}px`;
  }

  words(node) {
    const { explorer } = this, { tree, words, target } = explorer;
    const way = [...explorer.ancestors(node).reverse(), node].slice(1).map((step) => words.branch[step]);
    const lines = [element("strong", { text: `Node ${node}` }), ` ${samplesText(tree.samples[node])}`];
    const share = tree.samples[node] / tree.samples[0];
    if (node > 0) lines.push(element("span", { className: "muted", text: `, ${percentText(share)} of all` }));
    return [
      element("p", {}, lines),
      ...(way.length === 0 ? [] : [element("p", { className: "muted", text: way.join(" and ") })]),
      ...(tree.isClassification ? [this.classes(node, target)] : []),
    ];
  }

  classes(node, target) {
    const { tree, words } = this.explorer;
    const shares = classShares(tree, node, target).map((share, k) => ({ share, k }))
      .filter(({ share }) => share > 0).sort((a, b) => b.share - a.share || a.k - b.k);
    const rest = shares.slice(MOST_CLASSES).reduce((sum, { share }) => sum + share, 0);
    return element("ul", {}, [
      ...shares.slice(0, MOST_CLASSES).map(({ share, k }) => element("li", {}, [
        swatch(this.cards.colours[k]), `${words.classes[target][k]} ${percentText(share)}`,
      ])),
      ...(rest > 0 ? [element("li", { text: `others ${percentText(rest)}` })] : []),
    ]);
  }
}
