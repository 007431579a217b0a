// Where a sample goes, and why: the twin of tree/predict/answer.py and tree/predict/routing.py.
// A row has one entry per feature: a number (null if missing) or the code of a
// category (-1 if missing, -2 if training never saw it).

const MISSING = -1;
const UNSEEN = -2;

// The branch of a value, or the split's missing branch if it cannot answer.
function branchOf(split, value, isNumber) {
  const missing = isNumber ? value === null : value < 0;
  if (split.kind === "presence") return missing ? 1 : 0;
  if (missing) return split.missingBranch;
  if (split.kind === "interval") {
    let branch = 0;
    while (branch < split.thresholds.length && value > split.thresholds[branch]) branch++;
    return branch;
  }
  const branch = split.branches[value];
  return branch >= 0 ? branch : split.missingBranch;
}

// Columns are the features, then the combinations: weighted sums, missing if one number is.
function isNumeric(tree, column) {
  return column >= tree.features.length || tree.features[column].categories === null;
}

function featuresOf(tree, column) {
  if (column < tree.features.length) return [column];
  return tree.combinations[column - tree.features.length].weights.map(([feature]) => feature);
}

function valueOf(tree, row, column) {
  if (column < tree.features.length) return row[column];
  const { weights } = tree.combinations[column - tree.features.length];
  if (weights.some(([feature]) => row[feature] === null)) return null;
  return weights.slice(1).reduce(
    (sum, [feature, weight]) => sum + weight * row[feature], weights[0][1] * row[weights[0][0]],
  );
}

// What part of a sample goes down each branch of a node, and why; no parts if it ends there.
function answer(tree, words, node, row) {
  const split = tree.split[node];
  const isNumber = isNumeric(tree, split.column);
  const value = valueOf(tree, row, split.column);
  const why = whyNot(words, split, value, isNumber);
  if (why !== null && split.kind !== "presence") {
    const otherwise = bySurrogate(tree, words, node, row) ?? noAnswer(tree, words, node);
    return { shares: otherwise.shares, reason: `${why}: ${otherwise.reason}` };
  }
  const branch = branchOf(split, value, isNumber);
  const held = words.branch[tree.children[node][branch]];
  const shares = allDown(branch, split.arity);
  const saysValue = split.branches.filter((to) => to === branch).length === 1;
  if (split.kind === "presence" || saysValue) return { shares, reason: held };
  const shown = `${words.columns[split.column]} is ${valueText(words, split.column, value)}`;
  return { shares, reason: `${shown}: ${held}` };
}

function whyNot(words, split, value, isNumber) {
  const name = words.columns[split.column];
  if (isNumber) return value === null ? `${name} is missing` : null;
  if (value === UNSEEN) return `${name} is a category that training never saw`;
  if (value < 0) return `${name} is missing`;
  if (split.kind === "category" && split.branches[value] < 0) {
    return `${name} = ${valueText(words, split.column, value)} was not at this node in training`;
  }
  return null;
}

function bySurrogate(tree, words, node, row) {
  for (const [place, { split, isReversed }] of tree.surrogates[node].entries()) {
    const isNumber = isNumeric(tree, split.column);
    const value = valueOf(tree, row, split.column);
    const said = branchOf({ ...split, missingBranch: STAYS }, value, isNumber);
    if (said === STAYS) continue;
    const branch = isReversed ? 1 - said : said;
    const { held } = words.surrogates[node][place];
    return { shares: allDown(branch, tree.split[node].arity), reason: `by surrogate ${held[branch]}` };
  }
  return null;
}

function noAnswer(tree, words, node) {
  const { missingBranch, arity } = tree.split[node];
  const reason = words.missing[node];
  if (missingBranch === STAYS) return { shares: [], reason };
  if (missingBranch !== SPREADS) return { shares: allDown(missingBranch, arity), reason };
  const weights = tree.children[node].map((child) => tree.weight[child]);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return { shares: weights.map((weight) => (whole > 0 ? weight / whole : 1 / arity)), reason };
}

function allDown(branch, arity) {
  return Array.from({ length: arity }, (_, other) => (other === branch ? 1 : 0));
}

function valueText(words, feature, value) {
  const categories = words.categories[feature] ?? null, clock = words.clocks[feature] ?? null;
  if (clock !== null) return clockText(clock, value);
  return categories === null ? numberText(value) : categories[value];
}

// All nodes that a sample gets to, in the order of the tree, with its share at each.
function follow(tree, words, row, isLeaf) {
  const steps = [];
  const waiting = [{ node: 0, share: 1 }];
  while (waiting.length > 0) {
    const { node, share } = waiting.pop();
    const given = isLeaf(node) ? { shares: [], reason: "ends here" } : answer(tree, words, node, row);
    const below = given.shares
      .map((part, branch) => ({ node: tree.children[node][branch], share: share * part }))
      .filter((step) => step.share > 0);
    const isEnd = below.length === 0;
    const model = isEnd && words.model[node] !== null ? `: ${words.model[node]}` : "";
    steps.push({ node, share, reason: given.reason + model, isEnd });
    waiting.push(...below.reverse());
  }
  return steps;
}

// What is predicted for a sample that ends at some nodes: its node (of several the one with the
// largest share), class shares or numbers, and class codes.
function predict(tree, decisions, steps, row) {
  const ends = steps.filter((step) => step.isEnd);
  const first = ends.reduce((best, end) => (end.share > best.share ? end : best));
  const value = tree.targets.map((_, target) => average(tree, ends, target, row));
  if (!tree.isClassification) return { node: first.node, ends, value, codes: null };
  const codes = ends.length === 1
    ? decisions[first.node]
    : value.map((shares) => decide(shares, tree.loss));
  return { node: first.node, ends, value, codes };
}

function average(tree, ends, target, row) {
  const of = (node) => {
    if (tree.isClassification) return classShares(tree, node, target);
    if (tree.models !== null) return [evaluate(tree.models[node], row)];
    return tree.value[node].slice(tree.blocks[target].start, tree.blocks[target].end);
  };
  const total = of(ends[0].node).map(() => 0);
  for (const { node, share } of ends) of(node).forEach((part, k) => { total[k] += share * part; });
  return total;
}

// What a linear model says of a row: the twin of tree/models/linear_models.py.
function evaluate(model, row) {
  let sum = model.intercept;
  for (const { coefficient, feature, fill, isCode, members } of model.added) {
    const value = row[feature];
    const isMissing = isCode ? value < 0 : value === null;
    const known = members.length > 0 ? Number(members[value]) : value;
    sum += coefficient * (isMissing ? fill : known);
  }
  return Math.min(Math.max(sum, model.low ?? -Infinity), model.high ?? Infinity);
}

// The heaviest class or, with a loss matrix, the one of least expected loss; of equals the first.
function decide(shares, loss) {
  const cost = shares.map((share, k) => (loss === null
    ? -share
    : shares.reduce((sum, weight, truth) => sum + weight * loss[truth][k], 0)));
  return cost.indexOf(Math.min(...cost));
}
