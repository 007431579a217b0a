// Elements of the page.  Whatever comes from the data is set as text, never as markup.

function byId(id) {
  return document.getElementById(id);
}

function element(tag, { text, ...properties } = {}, children = []) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function svgElement(tag, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// A bar whose parts have the given shares and colours.
function stackedBar(shares, colours) {
  const bar = element("div", { className: "bar" });
  shares.forEach((share, k) => {
    if (share <= 0) return;
    const part = element("span");
    part.style.width = `${100 * share}%`;
    part.style.background = colours[k];
    bar.append(part);
  });
  return bar;
}

// A line with a mark on it, from 0 to 1.
function markedBar(place, colour) {
  const mark = element("span", { className: "mark" });
  mark.style.left = `${100 * place}%`;
  mark.style.background = colour;
  return element("div", { className: "bar scale" }, [mark]);
}
