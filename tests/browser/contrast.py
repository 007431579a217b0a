"""How well the texts of a page can be read."""

from __future__ import annotations

__all__ = ["CONTRAST"]

#: Contrast of the text of an element with what lies behind it, as WCAG 2 defines it.
CONTRAST = """
(all) => all.map((element) => {
  const parts = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color(srgb") ? numbers.map((x, k) => (k < 3 ? 255 * x : x)) : numbers;
  };
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((x, k) => a * x + (1 - a) * below[k]);
  const light = (rgb) => rgb.map((x) => x / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .reduce((sum, x, k) => sum + x * [0.2126, 0.7152, 0.0722][k], 0);
  const chain = [];
  for (let at = element; at !== null; at = at.parentElement) chain.unshift(at);
  const ground = chain.reduce(
    (below, at) => over(parts(getComputedStyle(at).backgroundColor), below), [255, 255, 255]);
  const ink = over(parts(getComputedStyle(element).color), ground);
  const [low, high] = [light(ink), light(ground)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
})
"""
