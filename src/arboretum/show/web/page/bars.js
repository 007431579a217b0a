// Small charts inside nodes: shares of classes, the place and spread of numbers, histograms.

// A bar whose parts have the given shares and colours; those of one colour are one part.
function stackedBar(shares, colours) {
  const byColour = new Map();
  shares.forEach((share, k) => byColour.set(colours[k], (byColour.get(colours[k]) ?? 0) + share));
  const parts = [...byColour].filter(([, share]) => share > 0).map(([colour, share]) => {
    const part = element("span");
    part.style.width = `${100 * share}%`;
    part.style.background = colour;
    return part;
  });
  return element("div", { className: "bar" }, parts);
}

// A line with a mark at a number, and a band as wide as the numbers spread around it.
function markedBar(number, spread, range, colour) {
  const bar = element("div", { className: "bar scale" });
  const place = (value) => Math.min(1, Math.max(0, placeInRange(value, range)));
  if (spread !== null) {
    const band = element("span", { className: "band" });
    const low = place(number - spread), high = place(number + spread);
    band.style.left = `${100 * low}%`;
    band.style.width = `${100 * (high - low)}%`;
    band.style.background = colour;
    bar.append(band);
  }
  const mark = element("span", { className: "mark" });
  mark.style.left = `${100 * place(number)}%`;
  mark.style.background = colour;
  bar.append(mark);
  return bar;
}

// How many samples have which numbers, all nodes on one scale, with a tick at the prediction.
function histogram(counts, place, colour) {
  const most = Math.max(1, ...counts), width = 100 / counts.length;
  const columns = counts.map((count, k) => {
    const column = element("span", { className: count > 0 ? "column" : "column empty" });
    column.style.left = `${width * k}%`;
    column.style.width = `${width}%`;
    column.style.height = `${(100 * count) / most}%`;
    column.style.background = colour;
    return column;
  });
  const tick = element("span", { className: "tick" });
  tick.style.left = `${100 * place}%`;
  return element("div", { className: "bar histogram" }, [...columns, tick]);
}
