// What would have to change in a sample, one feature at a time, for another prediction.

const MOST_CHANGES = 6;

// The changes, the smallest first: { feature, from, text, predicted }.
function changes(explorer, row) {
  const { tree, words, known } = explorer;
  const isLeaf = (node) => explorer.isLeaf(node);
  const predictFor = (changed) => predict(tree, known.decisions, follow(tree, words, changed, isLeaf), changed);
  const now = predictFor(row), found = [];
  for (const feature of known.asked) {
    const nearest = candidates(explorer, feature, row[feature]).map((candidate) => ({
      ...candidate, feature, predicted: predictFor({ ...row, [feature]: candidate.value }),
    })).filter(({ predicted }) => isOther(now, predicted)).sort((a, b) => a.far - b.far);
    if (nearest.length > 0) found.push(nearest[0]);
  }
  return found.sort((a, b) => a.far - b.far).slice(0, MOST_CHANGES);
}

function isOther(now, then) {
  if (now.codes !== null) return now.codes.some((code, target) => code !== then.codes[target]);
  return now.value.some(([number], target) => number !== then.value[target][0]);
}

// Values on the other side of each threshold, or the other categories; how far, as a share of the range.
function candidates(explorer, feature, value) {
  const { tree, words, known } = explorer, categories = words.categories[feature];
  if (categories !== null) {
    return categories.map((text, code) => ({ value: code, text: `= ${text}`, far: 0.5 }))
      .filter((candidate) => candidate.value !== value);
  }
  const texts = new Map(); // of thresholds
  for (let node = 0; node < tree.n; node++) {
    const split = explorer.isLeaf(node) ? null : tree.split[node];
    if (split !== null && split.kind === "interval" && split.column === feature) {
      split.thresholds.forEach((threshold, k) => texts.set(threshold, words.limits[node][k]));
    }
  }
  const [low, high] = known.ranges[feature] ?? [0, 1], whole = high - low || 1;
  const [lower, upper] = isClosedLeft(tree.features[feature]) ? ["<", "≥"] : ["≤", ">"];
  const sorted = [...texts.keys()].sort((a, b) => a - b);
  return sorted.flatMap((threshold, k) => {
    const above = k + 1 < sorted.length ? (threshold + sorted[k + 1]) / 2 : threshold + Math.max(whole / 10, Math.abs(threshold) * 1e-6);
    const far = value === null ? 0 : Math.abs(value - threshold) / whole;
    return [
      { value: threshold, text: `${lower} ${texts.get(threshold)}`, far, isChange: value === null || value > threshold },
      { value: above, text: `${upper} ${texts.get(threshold)}`, far, isChange: value === null || value <= threshold },
    ];
  }).filter(({ isChange }) => isChange);
}
