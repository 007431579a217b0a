// What to show at the start: as much as the window holds in letters of full size, the nodes with
// the most samples first.

const NARROW = 560; // pixels; below, the tree is an outline

function foldToWindow(explorer, labels, room) {
  const needed = explorer.onPath();
  const candidates = room.width < NARROW ? ["outline"] : ["down", "right"];
  const tries = candidates.map((direction) => unfoldWhatFits(explorer, labels, room, direction, needed));
  let best = tries.reduce((most, one) => (one.count > most.count ? one : most));
  // With many branches only an outline may have room for the first question.
  if (best.count === 1 && room.width >= NARROW && explorer.tree.n > 1) {
    const outline = unfoldWhatFits(explorer, labels, room, "outline", needed);
    if (outline.count > 1) best = outline;
  }
  return best;
}

// The way of a sample is open in any case.
function unfoldWhatFits(explorer, labels, room, direction, needed) {
  const { tree } = explorer, open = new Set(), rests = new Map();
  const shape = new Shape(tree, (node) => !open.has(node), rests);
  const fits = () => {
    const { size } = arrange(shape, labels, direction, room);
    return size.width <= room.width && size.height <= room.height;
  };
  for (const node of needed) open.add(node);
  const waiting = shape.shown().filter((node) => !open.has(node));
  let count = shape.shown().length;
  while (waiting.length > 0) {
    const place = waiting.reduce((most, node, k) => (tree.samples[node] > tree.samples[waiting[most]] ? k : most), 0);
    const [node] = waiting.splice(place, 1);
    if (explorer.isLeaf(node)) continue;
    open.add(node);
    if (fits() || fitsInPart(tree, node, rests, fits)) {
      const shown = tree.children[node].filter((child) => !rests.get(node)?.includes(child));
      waiting.push(...shown);
      count += shown.length;
    } else open.delete(node);
  }
  return { open, rests, count, direction };
}

// Whether there is room for the largest of many branches; the others are put aside.
function fitsInPart(tree, node, rests, fits) {
  const children = tree.children[node];
  const bySize = children.toSorted((a, b) => tree.samples[b] - tree.samples[a] || a - b);
  for (let shown = children.length - 2; shown >= 2; shown--) {
    const kept = new Set(bySize.slice(0, shown));
    rests.set(node, children.filter((child) => !kept.has(child)));
    if (fits()) return true;
  }
  rests.delete(node);
  return false;
}
