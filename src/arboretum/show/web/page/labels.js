// What the card of a node and the edge to it say, in lines, and how large that is.

const PADDING = { x: 10, y: 8 };
const BAR = { classes: 10, numbers: 14, histogram: 26 };
const BAR_GAP = 6; // above and below the bar
const CARD_WIDTHS = { least: 150, most: 236 };
const MOST_LINES = { question: 8, head: 4, equation: 8, text: 2, answer: 3 };
const MOST_ANSWER = 150; // pixels

class Labels {
  constructor(explorer) {
    this.explorer = explorer;
    this.measure = new Measure();
    this.known = new Map();
    this.width = this.cardWidth();
    for (const what of ["pruned", "target"]) explorer.on(what, () => this.known.clear());
  }

  // As narrow as the words of the first nodes allow: then more of the tree is seen at once.
  cardWidth() {
    const { explorer, measure } = this, { words } = explorer;
    let wanted = CARD_WIDTHS.least - 2 * PADDING.x;
    for (let node = 0; node < Math.min(explorer.tree.n, 300); node++) {
      for (const [text, font] of [[words.ask[node], "question"], [words.prediction[node], "head"]]) {
        if (text === null) continue;
        const half = 0.56 * measure.width(text, font);
        wanted = Math.max(wanted, half, measure.longest(text, font));
      }
    }
    return Math.min(CARD_WIDTHS.most, Math.ceil(wanted) + 2 * PADDING.x);
  }

  of(shape, node, width, reserved) {
    return shape.isRest(node) ? this.rest(shape.members(node), width) : this.card(node, width, reserved);
  }

  // Branches that are put aside.
  rest(nodes, width = this.width) {
    const { words, tree } = this.explorer;
    const title = nodes.map((node) => words.answer[node]).join(", ");
    const { lines } = this.measure.wrap(title, "text", width - 2 * PADDING.x, MOST_LINES.text);
    const samples = nodes.reduce((sum, node) => sum + tree.samples[node], 0);
    return {
      width, lines, title, heading: `${nodes.length} other answers`, count: `n ${numberText(samples, 4)}`,
      height: 2 * PADDING.y + LINE.question + (lines.length + 1) * LINE.text,
    };
  }

  // The lines of a card of a width; some of it may be reserved for a mark beside the question.
  card(node, width = this.width, reserved = 0) {
    const { explorer } = this, isLeaf = explorer.isLeaf(node);
    const key = `${node}|${width}|${isLeaf}|${reserved}`;
    let label = this.known.get(key);
    if (label === undefined) {
      label = this.make(node, width, isLeaf, reserved);
      this.known.set(key, label);
    }
    return label;
  }

  make(node, width, isLeaf, reserved) {
    const { measure } = this, room = width - 2 * PADDING.x;
    const head = isLeaf ? this.predicted(node, room) : this.asked(node, room - reserved);
    const count = this.count(node), share = this.share(node), badges = this.badges(node);
    const counted = measure.width(count, "text")
      + badges.reduce((sum, [badge]) => sum + measure.width(badge, "badge") + 14, 0);
    const shared = share === "" ? 0 : measure.width(share, "text") + 6;
    const isShareInHead = isLeaf && head.lines.length === 1
      && measure.width(head.lines[0], head.font) + 8 + shared <= room;
    const foot = this.foot(node, room, isLeaf, counted + 8 + (isShareInHead ? 0 : shared));
    return {
      width, ...head, share, count, badges, isShareInHead, ...foot,
      height: 2 * PADDING.y + head.lines.length * LINE[head.font] + this.barHeight() + 2 * BAR_GAP
        + foot.nLines * LINE.text,
    };
  }

  asked(node, room) {
    const text = this.explorer.words.ask[node];
    const { lines, isCut } = this.measure.wrap(text, "question", room, MOST_LINES.question);
    return { font: "question", kind: "asked", lines, title: isCut ? text : "" };
  }

  // One line or more per target; an equation is longer than what else is predicted.
  predicted(node, room) {
    const { words, tree } = this.explorer, text = words.said[node];
    const isEquation = tree.models !== null, font = isEquation ? "text" : "head";
    const most = MOST_LINES[isEquation ? "equation" : "head"];
    const parts = text.split("\n").map((part) => this.measure.wrap(part, font, room, most));
    return {
      font, kind: isEquation ? "equation" : "said", lines: parts.flatMap(({ lines }) => lines),
      title: parts.some(({ isCut }) => isCut) ? text : "",
    };
  }

  // What an inner node would predict, and how many samples there are, on one line if there is room.
  foot(node, room, isLeaf, counted) {
    const { words, tree } = this.explorer;
    const text = isLeaf || tree.models !== null ? "" : words.prediction[node];
    if (this.measure.width(text, "text") + counted <= room) {
      return { foot: text === "" ? [] : [text], footTitle: "", isOneLine: true, isShareApart: false, nLines: 1 };
    }
    const { lines, isCut } = text === "" ? { lines: [], isCut: false }
      : this.measure.wrap(text, "text", room, MOST_LINES.text);
    const isShareApart = counted > room;
    const nLines = lines.length + (isShareApart ? 2 : 1);
    return { foot: lines, footTitle: isCut ? text : "", isOneLine: false, isShareApart, nLines };
  }

  barHeight() {
    const { tree, known } = this.explorer;
    return tree.isClassification ? BAR.classes : known.histograms === null ? BAR.numbers : BAR.histogram;
  }

  count(node) {
    return `n ${numberText(this.explorer.tree.samples[node], 4)}`;
  }

  // Of the class that is predicted, or how far numbers are from their mean.
  share(node) {
    const { tree, known, target } = this.explorer;
    if (tree.isClassification) {
      return percentText(classShares(tree, node, target)[known.decisions[node][target]]);
    }
    const spread = known.spread?.[node] ?? null;
    return spread === null ? "" : `± ${numberText(spread, 3)}`;
  }

  badges(node) {
    const { explorer } = this, given = explorer.words.badges[node];
    if (explorer.tree.split[node] === null || !explorer.isLeaf(node)) return given;
    const text = `Pruned: ${leavesText(explorer.known.pruning.n_leaves[explorer.step])} left`;
    return [...given.filter(([short]) => short === "?"), ["pruned", text]];
  }

  answer(shape, node, most) {
    if (node === 0 || shape.isRest(node)) return { lines: [], width: 0, height: 0, title: "" };
    const key = `answer|${node}|${most}`;
    let label = this.known.get(key);
    if (label === undefined) {
      const text = this.explorer.words.answer[node];
      const { lines, isCut } = this.measure.wrap(text, "answer", most, MOST_LINES.answer);
      label = {
        lines, title: isCut ? text : "", height: lines.length * LINE.answer + 2,
        width: Math.max(...lines.map((line) => this.measure.width(line, "answer"))) + 10,
      };
      this.known.set(key, label);
    }
    return label;
  }
}
