// Colours of numbers, which the style knows for light and dark.  Those of classes are the same as in
// pictures and come with the document.

const NUMBER_COLOURS = [0, 1, 2, 3, 4, 5, 6].map((step) => `var(--number-${step})`);

// The least and the largest number that a node predicts or, if they are known, that samples have.
function numberRange(tree, known, target) {
  if (known.histograms !== null) return known.histograms.ranges[target];
  let low = Infinity, high = -Infinity;
  for (const value of tree.value) {
    low = Math.min(low, value[target]);
    high = Math.max(high, value[target]);
  }
  return { low, high };
}

// Where a number stands between them, from 0 to 1.
function placeInRange(number, { low, high }) {
  return high > low ? (number - low) / (high - low) : 0.5;
}

function numberColour(number, range) {
  const last = NUMBER_COLOURS.length - 1;
  return NUMBER_COLOURS[Math.min(last, Math.floor(placeInRange(number, range) * NUMBER_COLOURS.length))];
}
