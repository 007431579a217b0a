"""Where the letters of a page are, how large they are, and what is wrong with that."""

from __future__ import annotations

__all__ = ["BOXES"]

#: Every complaint about the letters of a page as a text, none if all is well.
BOXES = """
() => {
  const found = [], boxes = [];
  const isSpoken = (at) => at.closest(".spoken, .skip, #summary > h2, .stacks thead") !== null;
  const name = (text) => JSON.stringify(text.trim().slice(0, 40));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, at = node.parentElement, text = node.textContent;
    if (!text.trim() || at.closest("script, style")) continue;
    if (!at.checkVisibility() || isSpoken(at)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const drawing = at.ownerSVGElement;
    const scale = drawing ? Math.abs(Math.hypot(at.getScreenCTM().a, at.getScreenCTM().b)) : 1;
    const size = parseFloat(getComputedStyle(at).fontSize) * scale;
    if (size < 10.99) found.push(`${name(text)} has letters of ${size.toFixed(1)} px`);
    const scrolled = at.closest(".wide");
    const room = (drawing ?? scrolled ?? at.closest("section, header, nav") ?? document.body)
      .getBoundingClientRect();
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      const isCut = box.left < room.left - 1.5 || box.right > room.right + 1.5;
      const mayScroll = scrolled && scrolled.classList.contains("scrolls-here");
      if (isCut && !mayScroll) found.push(`${name(text)} is cut`);
      boxes.push({ text, left: box.left, right: box.right, top: box.top, bottom: box.bottom });
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  for (let i = 0; i < boxes.length; i += 1) {
    for (let k = i + 1; k < boxes.length && boxes[k].top < boxes[i].bottom - 3; k += 1) {
      const [a, b] = [boxes[i], boxes[k]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Lines of a text are as tall as its letters with some air, which may touch.
      if (across > 1.5 && down > 5) found.push(`${name(a.text)} overlaps ${name(b.text)}`);
    }
  }
  return found;
}
"""
