// Puts the page together.

const FIRST_SCALE = 0.6; // at the start cards can be read

function start(known) {
  const explorer = new Explorer(known);
  const cards = new CardMaker(explorer);
  const details = new Details(explorer, cards);
  const stage = new Stage(explorer, cards);
  new Gestures(explorer, stage, details);
  new Keys(explorer, stage);
  new SamplePanel(explorer);
  new SizePanel(explorer);
  new RulesPanel(explorer);
  showFeatures(explorer);
  new Search(explorer);
  setUpPrint(stage);
  setUpTabs();
  setUpButtons(explorer, stage);
  explorer.on("said", (text) => { byId("said").textContent = text; });
  explorer.on("look", (node) => { stage.moveIntoView(node); stage.draw(); });
  explorer.on("path", () => {
    const last = explorer.steps?.at(-1);
    if (last !== undefined) explorer.tell("look", last.node);
  });
  explorer.on("target", () => showLegend(explorer, cards));
  explorer.on("pruned", () => showSummary(explorer));
  byId("title").textContent = known.title;
  showSummary(explorer);
  showLegend(explorer, cards);
  stage.fit(FIRST_SCALE);
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

function setUpButtons(explorer, stage) {
  const onClick = (id, act) => byId(id).addEventListener("click", act);
  onClick("zoom-in", () => stage.zoom(1.25));
  onClick("zoom-out", () => stage.zoom(0.8));
  onClick("fit", () => stage.fit());
  onClick("unfold", () => explorer.foldAll(false));
  onClick("fold", () => { explorer.foldToStart(); stage.fit(FIRST_SCALE); });
  onClick("turn", () => { explorer.turn(); stage.fit(FIRST_SCALE); });
  onClick("print", () => window.print());
  onClick("help", () => showKeys(byId("keys").hidden));
  const targets = byId("target");
  byId("which").hidden = explorer.tree.targets.length < 2;
  targets.append(...explorer.words.targets.map((text, value) => element("option", { value, text })));
  targets.addEventListener("change", () => explorer.showTarget(Number(targets.value)));
}

start(JSON.parse(byId("document").textContent));
