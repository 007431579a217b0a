// Where the nodes that are shown stand: each leaf has its own place, a parent is centred
// above its children, so that no two cards touch.

const CARD = { width: 208, height: 62 };
const GAP = { right: { along: 58, across: 10 }, down: { along: 50, across: 14 } };

function arrange(tree, isClosed, direction) {
  const goesDown = direction === "down";
  const gap = GAP[direction];
  const along = (goesDown ? CARD.height : CARD.width) + gap.along;
  const across = (goesDown ? CARD.width : CARD.height) + gap.across;
  const shown = [];
  const place = new Float64Array(tree.n).fill(NaN);
  let taken = 0, deepest = 0;
  for (let node = 0; node < tree.n;) {
    shown.push(node);
    deepest = Math.max(deepest, tree.depth[node]);
    if (!isClosed(node)) {
      node++;
      continue;
    }
    place[node] = across * taken++;
    node = tree.end[node];
  }
  for (const node of shown.toReversed()) {
    if (!Number.isNaN(place[node])) continue;
    const children = tree.children[node];
    place[node] = (place[children[0]] + place[children.at(-1)]) / 2;
  }
  const x = new Float64Array(tree.n), y = new Float64Array(tree.n);
  for (const node of shown) {
    const far = along * tree.depth[node];
    x[node] = goesDown ? place[node] : far;
    y[node] = goesDown ? far : place[node];
  }
  const length = along * deepest, breadth = across * (taken - 1);
  return {
    shown, x, y, direction,
    width: (goesDown ? breadth : length) + CARD.width,
    height: (goesDown ? length : breadth) + CARD.height,
  };
}

// The curve from a parent to a child.
function linkPath({ x, y, direction }, from, to) {
  if (direction === "down") {
    const [ax, ay] = [x[from] + CARD.width / 2, y[from] + CARD.height];
    const [bx, by] = [x[to] + CARD.width / 2, y[to]];
    const middle = (ay + by) / 2;
    return `M${ax} ${ay}C${ax} ${middle} ${bx} ${middle} ${bx} ${by}`;
  }
  const [ax, ay] = [x[from] + CARD.width, y[from] + CARD.height / 2];
  const [bx, by] = [x[to], y[to] + CARD.height / 2];
  const middle = (ax + bx) / 2;
  return `M${ax} ${ay}C${middle} ${ay} ${middle} ${by} ${bx} ${by}`;
}
