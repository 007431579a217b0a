// Edges as wide as their samples: ribbons that leave a parent side by side.

const WIDEST = { down: 20, right: 20, outline: 9 }; // pixels, for all samples
const THINNEST = 1.5;

function ribbonWidth({ shape, direction }, node) {
  const { samples } = shape.tree, share = samples[0] > 0 ? shape.samples(node) / samples[0] : 0;
  return Math.max(THINNEST, Math.round(2 * WIDEST[direction] * share) / 2);
}

// How far from the middle of its parent each shown child's ribbon starts.
function ribbonStarts(plan) {
  const starts = new Map(), { shape } = plan;
  for (const node of plan.shown) {
    if (shape.isClosed(node)) continue;
    const children = shape.children(node);
    const widths = children.map((child) => ribbonWidth(plan, child));
    let at = -widths.reduce((sum, width) => sum + width, 0) / 2;
    children.forEach((child, k) => {
      starts.set(child, at + widths[k] / 2);
      at += widths[k];
    });
  }
  return starts;
}

// The middle of the ribbon to a child.
function ribbonPath(plan, starts, child) {
  const [start, level, end] = ribbonLine(plan, starts, child);
  if (plan.direction === "outline") return `M${start.x} ${start.y}V${end.y}H${end.x}`;
  if (plan.direction === "down") {
    const middle = (level.y + end.y) / 2;
    return `M${start.x} ${start.y}V${level.y}C${level.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`;
  }
  const middle = (level.x + end.x) / 2;
  return `M${start.x} ${start.y}H${level.x}C${middle} ${level.y} ${middle} ${end.y} ${end.x} ${end.y}`;
}

// Where a ribbon starts, where it may turn (behind every card of the level), and where it ends.
function ribbonLine(plan, starts, child) {
  const { x, y, width, height, exit, direction } = plan, above = plan.shape.tree.parent[child];
  const offset = starts.get(child) ?? 0;
  if (direction === "outline") {
    const trunk = x[above] + OUTLINE.indent / 2 - 2;
    const end = { x: x[child], y: y[child] + height[child] / 2 };
    return [{ x: trunk, y: y[above] + height[above] }, { x: trunk, y: end.y }, end];
  }
  if (direction === "down") {
    const start = { x: x[above] + width[above] / 2 + offset, y: y[above] + height[above] };
    const end = { x: x[child] + width[child] / 2, y: y[child] };
    return [start, { x: start.x, y: Math.max(start.y, exit[above]) }, end];
  }
  const start = { x: x[above] + width[above], y: y[above] + height[above] / 2 + offset };
  return [start, { x: start.x, y: start.y }, { x: x[child], y: y[child] + height[child] / 2 }];
}
