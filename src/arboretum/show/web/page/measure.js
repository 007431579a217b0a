// How wide texts are, and where they break into lines: what is measured is what is drawn.

const FONTS = { question: "600 13px", head: "600 14px", text: "12px", answer: "12px", badge: "11px" };
const LINE = { question: 17, head: 19, text: 16, answer: 15 };
const BREAKS = /(?<=\s)(?<![≤≥<>=]\s)/u; // a line may end here, and a long word there:
const SOFT_BREAKS = /(?<=[_/,;:=)}])|(?<=[-.])(?=\p{L})/u;

class Measure {
  constructor() {
    this.context = document.createElement("canvas").getContext("2d");
    this.family = getComputedStyle(document.body).fontFamily;
    this.known = new Map();
  }

  width(text, font) {
    const key = `${font}|${text}`;
    let width = this.known.get(key);
    if (width === undefined) {
      this.context.font = `${FONTS[font]} ${this.family}`;
      width = Math.ceil(this.context.measureText(text).width);
      this.known.set(key, width);
    }
    return width;
  }

  // The width of the longest piece that should not be broken.
  longest(text, font) {
    return Math.max(0, ...text.split(BREAKS).map((piece) => this.width(piece.trimEnd(), font)));
  }

  // Lines of at most a width; the last one ends in an ellipsis if there are too many.
  wrap(text, font, width, most) {
    const lines = [];
    let line = "";
    for (const piece of text.split(BREAKS).flatMap((part) => this.pieces(part, font, width))) {
      if (line !== "" && this.width((line + piece).trimEnd(), font) > width) {
        lines.push(line.trimEnd());
        line = "";
      }
      line += piece;
    }
    lines.push(line.trimEnd());
    if (lines.length <= most) return { lines, isCut: false };
    return { lines: [...lines.slice(0, most - 1), this.clip(lines[most - 1], font, width)], isCut: true };
  }

  // A word that is wider than a line, in parts that are not: after marks, else anywhere.
  pieces(word, font, width) {
    if (this.width(word.trimEnd(), font) <= width) return [word];
    return word.split(SOFT_BREAKS).flatMap((part) => this.letters(part, font, width));
  }

  letters(part, font, width) {
    const found = [];
    let letters = [...part];
    while (letters.length > 1 && this.width(letters.join("").trimEnd(), font) > width) {
      let fits = 1;
      while (fits < letters.length - 1 && this.width(letters.slice(0, fits + 1).join(""), font) <= width) fits++;
      found.push(letters.slice(0, fits).join(""));
      letters = letters.slice(fits);
    }
    return [...found, letters.join("")];
  }

  clip(line, font, width) {
    let letters = [...line];
    while (letters.length > 1 && this.width(`${letters.join("")}…`, font) > width) letters = letters.slice(0, -1);
    return `${letters.join("").trimEnd()}…`;
  }
}
