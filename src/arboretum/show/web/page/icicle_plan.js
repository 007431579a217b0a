// The tree as an icicle: a column per level, a cell per node, as high as its samples.

const CELL = { gap: 2, narrowest: 140, onPhones: 112, readable: 21, thinnest: 3, strip: 8 };

// How many levels the window holds side by side.
function levelsThatFit(room) {
  return Math.max(2, Math.floor(room.width / (room.width < NARROW ? CELL.onPhones : CELL.narrowest)));
}

// Cells of the nodes below `top`; what is folded, too deep or too thin to see is closed.
function planIcicle(tree, isClosed, top, room) {
  const levels = levelsThatFit(room), cells = [];
  const waiting = [{ node: top, y: 0, height: room.height }];
  let deepest = 0;
  while (waiting.length > 0) {
    const { node, y, height } = waiting.pop(), level = tree.depth[node] - tree.depth[top];
    const children = tree.children[node];
    const isEnd = isClosed(node) || level + 1 >= levels || height / children.length < CELL.thinnest;
    cells.push({ node, level, y, height, isEnd });
    deepest = Math.max(deepest, level);
    if (isEnd) continue;
    const whole = children.reduce((sum, child) => sum + tree.samples[child], 0);
    let at = y;
    const below = children.map((child) => {
      const share = whole > 0 ? tree.samples[child] / whole : 1 / children.length;
      at += share * height;
      return { node: child, y: at - share * height, height: share * height };
    });
    waiting.push(...below.reverse());
  }
  const width = room.width / (deepest + 1);
  return cells.map((cell) => ({
    ...cell, x: cell.level * width, width: cell.isEnd ? room.width - cell.level * width : width,
  }));
}

// Unfold, the largest first, what can still be read.
function foldToIcicle(explorer, room) {
  const { tree } = explorer, open = new Set(explorer.onPath()), levels = levelsThatFit(room);
  const waiting = [{ node: 0, height: room.height }];
  while (waiting.length > 0) {
    const { node, height } = waiting.pop();
    if (explorer.isLeaf(node) || tree.depth[node] + 1 >= levels) continue;
    const below = tree.children[node].map((child) => ({
      node: child, height: (height * tree.samples[child]) / Math.max(1, tree.samples[node]),
    }));
    // A thin cell beside a large one may stay without words; two thin ones say nothing.
    if (below.filter((cell) => cell.height >= CELL.readable).length < 1 || height < 2 * CELL.readable) continue;
    open.add(node);
    waiting.push(...below);
  }
  return { open, rests: new Map(), direction: explorer.direction };
}
