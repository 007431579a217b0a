// Puts the page together.

function start(known) {
  const explorer = new Explorer(known);
  const cards = new CardMaker(explorer, new Labels(explorer));
  const hover = new Hover(explorer, cards);
  new Details(explorer, cards);
  const stage = new Stage(explorer, cards);
  const icicle = new Icicle(explorer, cards, hover);
  const questions = new Questions(explorer, (steps) => {
    views.show("tree");
    explorer.showPath(steps);
  });
  const views = new Views(explorer, { tree: stage, icicle, questions });
  new Gestures(explorer, stage, hover);
  new Keys(explorer, views);
  new SamplePanel(explorer);
  new SizePanel(explorer);
  new RulesPanel(explorer);
  showFeatures(explorer);
  new Search(explorer);
  new Printer(explorer, stage, icicle);
  setUpTabs();
  setUpButtons(explorer, views);
  explorer.on("said", (text) => { byId("said").textContent = text; });
  explorer.on("look", (node) => { views.seen.bring?.(node); });
  explorer.on("path", () => {
    const last = explorer.steps?.at(-1);
    if (last !== undefined) explorer.tell("look", last.node);
  });
  for (const what of ["shape", "pruned"]) explorer.on(what, () => showHint(explorer));
  explorer.on("target", () => showLegend(explorer, cards));
  explorer.on("pruned", () => showSummary(explorer));
  byId("title").textContent = known.title;
  showSummary(explorer);
  showLegend(explorer, cards);
  views.show(known.view);
}

function showSummary(explorer) {
  const { tree } = explorer, nodes = explorer.nodes();
  const depth = nodes.reduce((most, node) => Math.max(most, tree.depth[node]), 0);
  byId("summary").textContent = `${samplesText(tree.samples[0])}, ${nodes.length} nodes, `
    + `${leavesText(explorer.leaves().length)}, depth ${depth}`;
}

// What the colours mean.
function showLegend(explorer, cards) {
  const { tree, words, target } = explorer;
  if (!tree.isClassification) {
    const { low, high } = cards.range;
    const ramp = element("span", { className: "ramp" }, NUMBER_COLOURS.map(swatch));
    const texts = [words.targets[target], numberText(low, 4), numberText(high, 4)];
    const [name, least, most] = texts.map((text) => element("span", { text }));
    byId("legend").replaceChildren(name, least, ramp, most);
    return;
  }
  const own = words.classes[target].map((text, k) => ({ text, colour: cards.colours[k] }));
  const isShared = ({ colour }) => own.filter((other) => other.colour === colour).length > 1;
  const others = own.filter(isShared), shown = own.filter((one) => !isShared(one));
  if (others.length > 0) shown.push({ text: `${others.length} other classes`, colour: others[0].colour });
  byId("legend").replaceChildren(...shown.map(({ text, colour }) => element("span", {}, [swatch(colour), text])));
}

// How much of the tree is folded away, and how to see it.
function showHint(explorer) {
  const hidden = explorer.countHidden(), all = explorer.nodes().length;
  byId("hint").replaceChildren(...(hidden === 0 ? [] : [
    `${hidden} of ${all} nodes are folded`,
    element("span", { className: "how", text: ": click + on a node, or Unfold" }),
  ]));
}

function setUpButtons(explorer, views) {
  const onClick = (id, act) => byId(id).addEventListener("click", act);
  onClick("zoom-in", () => views.seen.zoom(1.25));
  onClick("zoom-out", () => views.seen.zoom(0.8));
  onClick("fit", () => views.seen.fit());
  onClick("unfold", () => explorer.unfoldBelow());
  onClick("fold", () => explorer.foldSelected());
  onClick("start", () => views.seen.start());
  onClick("turn", () => { explorer.turn(); views.seen.fit(1); });
  onClick("print", () => window.print());
  onClick("more", () => {
    const isOpen = byId("tools").classList.toggle("open");
    byId("more").setAttribute("aria-expanded", String(isOpen));
  });
  onClick("help", () => showKeys(byId("keys").hidden));
  const targets = byId("target");
  byId("which").hidden = explorer.tree.targets.length < 2;
  targets.append(...explorer.words.targets.map((text, value) => element("option", { value, text })));
  targets.addEventListener("change", () => explorer.showTarget(Number(targets.value)));
}

start(JSON.parse(byId("document").textContent));
