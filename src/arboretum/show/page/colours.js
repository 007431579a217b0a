// Colours that people with any colour vision can tell apart: Okabe and Ito's for classes,
// steps of cividis for numbers.

const CLASS_COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];
const OTHER_CLASSES = "#999999";
const NUMBER_COLOURS = ["#00224e", "#2a3f6d", "#575d6d", "#7d7c78", "#a59c74", "#d2c060", "#fee838"];

// The colour of each class of a target: the commonest ones have one of their own.
function classColours(tree, target) {
  const { start, end } = tree.blocks[target];
  const weights = tree.value[0].slice(start, end);
  const colours = weights.map(() => OTHER_CLASSES);
  if (weights.length <= CLASS_COLOURS.length) return CLASS_COLOURS.slice(0, weights.length);
  const order = weights.map((_, k) => k).sort((a, b) => weights[b] - weights[a] || a - b);
  CLASS_COLOURS.forEach((colour, rank) => { colours[order[rank]] = colour; });
  return colours;
}

// The least and the largest number that a node predicts.
function numberRange(tree, target) {
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
