// Which question to ask next, given the answers so far; it asks no more than the tree needs.
//
// What is known of a feature is one of: { value } a number or the code of a category,
// { low, high } above one number and up to another, { isKnown: true } that it has a value, and
// { isMissing: true } that nobody knows.  A feature that was not asked about is not there.

class Interview {
  constructor(explorer) {
    this.explorer = explorer;
    this.start();
  }

  start() {
    this.answers = []; // { node, column, feature, known, text }, in order
  }

  answer(question, known, text) {
    this.answers.push({ ...question, known, text });
  }

  // Take back the answer at a place and all that came after it.
  backTo(place) {
    this.answers.length = Math.max(0, place);
  }

  known() {
    const known = new Map();
    for (const { feature, known: now } of this.answers) known.set(feature, merged(known.get(feature), now));
    return known;
  }

  // Go down with what is known: the next question, or the ends of the way.
  look() {
    const { tree, known: document } = this.explorer, known = this.known();
    const waiting = [{ node: 0, share: 1 }], steps = [];
    let question = null;
    while (waiting.length > 0) {
      const { node, share } = waiting.pop();
      const isLeaf = this.explorer.isLeaf(node);
      const found = isLeaf ? this.atLeaf(node, known) : this.atNode(node, known);
      const shares = found.shares ?? [];
      const below = shares.map((part, branch) => ({ node: tree.children[node]?.[branch], share: share * part }))
        .filter((step) => step.share > 0);
      steps.push({ node, share, isEnd: below.length === 0 && found.question === undefined, reason: "" });
      if (found.question !== undefined) question ??= found.question;
      waiting.push(...below.reverse());
    }
    if (question !== null) return { question, steps, predicted: null };
    const row = Object.fromEntries([...known].map(([feature, of]) => [feature, rowValue(tree, feature, of)]));
    for (const feature of document.asked) row[feature] ??= isNumeric(tree, feature) ? null : MISSING;
    return { question: null, steps, predicted: predict(tree, document.decisions, steps, row) };
  }

  atNode(node, known) {
    const { tree } = this.explorer, split = tree.split[node];
    const first = this.branchBy(node, split, known);
    if (first.question !== undefined || first.branch !== STAYS) return first.question ? first : this.down(node, first.branch);
    for (const { split: other, isReversed } of tree.surrogates[node]) {
      const found = this.branchBy(node, other, known);
      if (found.question !== undefined) return found;
      if (found.branch !== STAYS) return this.down(node, isReversed ? 1 - found.branch : found.branch);
    }
    return noAnswer(tree, this.explorer.words, node);
  }

  down(node, branch) {
    return { shares: allDown(branch, this.explorer.tree.split[node].arity) };
  }

  // The branch that a question sends the sample down, STAYS if it cannot tell, or what to ask.
  branchBy(node, split, known) {
    const { tree } = this.explorer, features = featuresOf(tree, split.column);
    for (const feature of features) {
      const of = known.get(feature), isOne = features.length === 1;
      if (of === undefined) return { question: { node, split, feature, isExact: !isOne } };
      if (!isOne && !of.isMissing && of.value === undefined) return { question: { node, split, feature, isExact: true } };
    }
    const of = known.get(features[0]);
    if (split.kind === "presence") return { branch: of.isMissing ? 1 : 0 };
    if (features.some((feature) => known.get(feature).isMissing)) return { branch: STAYS };
    if (of.value === undefined) return this.branchOfRange(node, split, of, features[0]);
    const row = Object.fromEntries(features.map((feature) => [feature, known.get(feature).value]));
    const asked = { ...split, missingBranch: STAYS };
    return { branch: branchOf(asked, valueOf(tree, row, split.column), isNumeric(tree, split.column)) };
  }

  branchOfRange(node, split, { low = -Infinity, high = Infinity }, feature) {
    if (split.kind !== "interval") return { question: { node, split, feature, isExact: true } };
    const lowest = split.thresholds.filter((threshold) => threshold <= low).length;
    const highest = split.thresholds.filter((threshold) => threshold < high).length;
    return lowest === highest ? { branch: lowest } : { question: { node, split, feature, isExact: false } };
  }

  // An equation needs numbers where questions could do with less.
  atLeaf(node, known) {
    const { tree } = this.explorer;
    if (tree.models === null) return { shares: [] };
    const open = tree.models[node].added.find(({ feature }) => {
      const of = known.get(feature);
      return of === undefined || (!of.isMissing && of.value === undefined);
    });
    return open === undefined ? { shares: [] } : { question: { node, split: null, feature: open.feature, isExact: true } };
  }

  // The most questions that can still come, surrogates aside.
  mostLeft({ node }) {
    const { explorer } = this, { tree } = explorer, known = this.known();
    const needed = new Set(); // by equations
    let deepest = 0;
    for (let below = node; below < tree.end[node]; below = explorer.isLeaf(below) ? tree.end[below] : below + 1) {
      if (!explorer.isLeaf(below)) deepest = Math.max(deepest, tree.depth[below] - tree.depth[node] + 1);
      else for (const { feature } of tree.models?.[below].added ?? []) needed.add(feature);
    }
    return deepest + [...needed].filter((feature) => known.get(feature)?.value === undefined).length;
  }

  // Whether a question that nobody can answer is followed by others in its place.
  hasSurrogates() {
    return this.explorer.tree.surrogates.some((of) => of.length > 0);
  }
}

// What is known after another answer about the same feature.
function merged(before, now) {
  if (before === undefined || now.low === undefined) return now;
  return { low: Math.max(before.low ?? -Infinity, now.low), high: Math.min(before.high ?? Infinity, now.high) };
}

// Something that a row can hold: of a range, a number inside it.
function rowValue(tree, feature, { value, low, high, isMissing }) {
  if (isMissing) return isNumeric(tree, feature) ? null : MISSING;
  if (value !== undefined) return value;
  return Number.isFinite(high) ? high : Number.isFinite(low) ? low + Math.max(1, Math.abs(low)) : null;
}
