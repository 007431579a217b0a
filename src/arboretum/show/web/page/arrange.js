// Where the nodes that are shown stand.  Each level is a row (or a column); subtrees are as close as
// their outlines allow, a parent is centred over its children, and no two cards touch.

const GAP = { down: { along: 26, across: 16 }, right: { along: 30, across: 12 } };
const OUTLINE = { indent: 24, gap: 8, widest: 360, least: 170, mark: 44 };
const MARK = { down: { right: 0, bottom: 20 }, right: { right: 32, bottom: 0 } }; // beyond a card, to fold it

function arrange(shape, labels, direction, room) {
  const shown = shape.shown();
  return direction === "outline"
    ? arrangeOutline(shape, labels, shown, room)
    : arrangeLevels(shape, labels, shown, direction);
}

function arrangeLevels(shape, labels, shown, direction) {
  const { tree } = shape, goesDown = direction === "down";
  const boxes = new Map(shown.map((node) => [node, boxOf(shape, labels, node, goesDown)]));
  const place = acrossPlaces(shape, shown, boxes, GAP[direction].across);
  const level = alongPlaces(tree, shown, boxes, GAP[direction].along);
  const plan = emptyPlan(shape, shown, direction);
  for (const node of shown) {
    const { card, answer } = boxes.get(node), middle = place.get(node), depth = tree.depth[node];
    const start = level.start[depth];
    plan.place(node, card, goesDown
      ? { x: middle - card.width / 2, y: start } : { x: start, y: middle - card.height / 2 });
    plan.reach(node, shape.isRest(node) || labels.explorer.isLeaf(node) ? null : MARK[direction]);
    plan.exit[node] = goesDown ? start + level.size[depth] : start + card.width;
    if (answer.lines.length === 0) continue;
    plan.answers.set(node, { ...answer, ...(goesDown
      ? { x: middle - answer.width / 2, y: start - answer.height - 5 }
      : { x: start - answer.width - 6, y: middle - answer.height / 2 }) });
  }
  return plan.finished();
}

function boxOf(shape, labels, node, goesDown) {
  const card = labels.of(shape, node);
  const answer = labels.answer(shape, node, goesDown ? card.width - 10 : MOST_ANSWER);
  const [size, own] = goesDown ? ["width", "height"] : ["height", "width"];
  return { card, answer, across: Math.max(card[size], answer[size]), along: card[own], before: answer[own] };
}

// The middle of each node across the levels.
function acrossPlaces(shape, shown, boxes, gap) {
  const offset = new Map(); // from the parent's middle
  const outlines = new Map(); // of each subtree: [low, high] per level, from its root's middle
  for (const node of shown.toReversed()) {
    const half = boxes.get(node).across / 2;
    const outline = [[-half, half]];
    if (!shape.isClosed(node)) {
      const children = shape.children(node);
      const packed = pack(children.map((child) => outlines.get(child)), gap);
      const middle = (packed.places[0] + packed.places.at(-1)) / 2;
      children.forEach((child, k) => {
        offset.set(child, packed.places[k] - middle);
        outlines.delete(child);
      });
      for (const [low, high] of packed.outline) outline.push([low - middle, high - middle]);
    }
    outlines.set(node, outline);
  }
  const place = new Map([[0, 0]]);
  for (const node of shown) if (node > 0) place.set(node, place.get(shape.tree.parent[node]) + offset.get(node));
  return place;
}

// Put subtrees side by side, each as near to those before as the levels they share allow.
function pack(outlines, gap) {
  const places = [], outline = [];
  for (const own of outlines) {
    let at = places.length === 0 ? 0 : -Infinity;
    for (let level = 0; level < Math.min(own.length, outline.length); level++) {
      at = Math.max(at, outline[level][1] + gap - own[level][0]);
    }
    places.push(at);
    own.forEach(([low, high], level) => {
      if (level < outline.length) outline[level] = [Math.min(outline[level][0], at + low), at + high];
      else outline.push([at + low, at + high]);
    });
  }
  return { places, outline };
}

// Where each level starts and how far it reaches; answers stand in the gap before it.
function alongPlaces(tree, shown, boxes, gap) {
  const size = [], before = [];
  for (const node of shown) {
    const depth = tree.depth[node], box = boxes.get(node);
    size[depth] = Math.max(size[depth] ?? 0, box.along);
    before[depth] = Math.max(before[depth] ?? 0, box.before);
  }
  const start = [0];
  for (let depth = 1; depth < size.length; depth++) {
    start.push(start[depth - 1] + size[depth - 1] + before[depth] + gap);
  }
  return { start, size };
}

// One node below the other, indented like an outline: for narrow windows.
function arrangeOutline(shape, labels, shown, room) {
  const { tree } = shape, plan = emptyPlan(shape, shown, "outline");
  let y = 0;
  for (const node of shown) {
    const x = OUTLINE.indent * tree.depth[node];
    const width = Math.max(OUTLINE.least, Math.min(OUTLINE.widest, room.width - x));
    const card = labels.of(shape, node, width, OUTLINE.mark), answer = labels.answer(shape, node, width - 30);
    if (answer.lines.length > 0) {
      plan.answers.set(node, { ...answer, x: x + 4, y });
      y += answer.height + 1;
    }
    plan.place(node, card, { x, y });
    plan.exit[node] = y + card.height;
    y += card.height + OUTLINE.gap;
  }
  return plan.finished();
}

function emptyPlan(shape, shown, direction) {
  const [x, y, width, height, exit] = Array.from({ length: 5 }, () => new Float64Array(shape.tree.n));
  const plan = { shape, shown, direction, x, y, width, height, exit, answers: new Map(), marks: new Map() };
  plan.reach = (node, mark) => { if (mark !== null) plan.marks.set(node, mark); };
  plan.place = (node, card, at) => {
    [x[node], y[node], width[node], height[node]] = [at.x, at.y, card.width, card.height];
  };
  plan.finished = () => fromOrigin(plan);
  return plan;
}

// Move everything so that it starts at 0, and say how large it is in all.
function fromOrigin(plan) {
  const answers = [...plan.answers.values()];
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  const reach = (x, y, width, height) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const node of plan.shown) {
    const mark = plan.marks.get(node) ?? { right: 0, bottom: 0 };
    reach(plan.x[node], plan.y[node], plan.width[node] + mark.right, plan.height[node] + mark.bottom);
  }
  for (const { x, y, width, height } of answers) reach(x, y, width, height);
  for (const node of plan.shown) {
    plan.x[node] -= left;
    plan.y[node] -= top;
    plan.exit[node] -= plan.direction === "right" ? left : top;
  }
  for (const answer of answers) {
    answer.x -= left;
    answer.y -= top;
  }
  return { ...plan, size: { width: right - left, height: bottom - top } };
}
