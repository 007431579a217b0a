// The tree of the saved form: columns with one entry per node, in pre-order.

const STAYS = -1; // a sample that cannot answer stays at the node
const SPREADS = -2; // it goes down every branch

function readTree(saved, smoothed = null) {
  const { nodes } = saved;
  const parent = nodes.parent.map((above) => above ?? -1);
  const n = parent.length;
  const children = Array.from({ length: n }, () => []);
  const depth = new Int32Array(n);
  for (let node = 1; node < n; node++) {
    children[parent[node]].push(node);
    depth[node] = depth[parent[node]] + 1;
  }
  const end = new Int32Array(n); // one past the last node below
  for (let node = n - 1; node >= 0; node--) {
    const last = children[node].at(-1);
    end[node] = last === undefined ? node + 1 : end[last];
  }
  return {
    n, parent, children, depth, end,
    features: saved.schema.features,
    combinations: saved.schema.combinations ?? [],
    targets: saved.schema.targets,
    isClassification: saved.schema.targets[0].classes !== null,
    blocks: classBlocks(saved.schema.targets),
    loss: saved.loss,
    parts: saved.parts,
    samples: nodes.n_samples,
    weight: nodes.weight,
    impurity: nodes.impurity,
    value: nodes.value,
    weights: smoothed ?? nodes.value, // of classes, by which their shares are predicted
    isTie: nodes.tie,
    stopReason: nodes.stop_reason.map((code) => (code === null ? null : saved.reasons[code])),
    split: readSplits(saved.splits, saved.schema.features),
    score: saved.splits.score,
    surrogates: readSurrogates(saved.surrogates, n, saved.schema.features),
    models: readModels(saved.models, saved.schema.features),
  };
}

// Where the classes of each target stand in a value.
function classBlocks(targets) {
  let start = 0;
  return targets.map(({ classes }) => {
    const block = { start, end: start + (classes ?? [0]).length };
    start = block.end;
    return block;
  });
}

function readSplits(table, features) {
  let threshold = 0, branch = 0;
  return table.column.map((column, row) => {
    if (column === null) return null;
    const kind = table.kind[row], count = table.value_count[row];
    const split = {
      column, kind, arity: table.arity[row], missingBranch: table.missing_branch[row],
      thresholds: [], branches: [],
    };
    if (kind === "interval") {
      split.thresholds = table.thresholds.slice(threshold, threshold += count);
      if (isClosedLeft(features[column])) split.thresholds = split.thresholds.map(nextBelow);
    }
    if (kind === "category") split.branches = table.branches.slice(branch, branch += count);
    return split;
  });
}

// Whether `x < t` is asked of a number: see data/schema.py.  A combination is not among the features.
function isClosedLeft(feature) {
  return feature?.closed === "left";
}

// The largest number that is less: routing asks `x <= threshold` whatever is said.
function nextBelow(number) {
  if (number === 0) return -Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, number);
  bits.setBigInt64(0, bits.getBigInt64(0) + (number > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

// Those of each node that are asked, in order.
function readSurrogates(table, n, features) {
  const of = Array.from({ length: n }, () => []);
  if (!table || !table.are_asked) return of;
  readSplits(table, features).forEach((split, row) => {
    of[table.node[row]].push({ split, isReversed: table.is_reversed[row] });
  });
  return of;
}

// The linear model of each node: its terms with their coefficients; null if nodes have none.
function readModels(saved, features) {
  if (!saved) return null;
  let member = 0, next = 0;
  const terms = saved.terms.feature.map((feature, k) => ({
    feature, fill: saved.terms.fill[k], isCode: features[feature].categories !== null,
    members: saved.terms.members.slice(member, member += saved.terms.n_categories[k]),
  }));
  return saved.n_terms.map((count, node) => ({
    intercept: saved.intercept[node], low: saved.low[node], high: saved.high[node],
    added: Array.from({ length: count }, () => {
      const coefficient = saved.coefficient[next];
      return { coefficient, ...terms[saved.term[next++]] };
    }),
  }));
}

// The share of each class of a target at a node; even if there is no weight.
function classShares(tree, node, target) {
  const { start, end } = tree.blocks[target];
  const weights = tree.weights[node].slice(start, end);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (whole > 0 ? weight / whole : 1 / weights.length));
}
