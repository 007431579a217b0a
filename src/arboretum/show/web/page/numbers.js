// How numbers are written; the twin of number_text in tree/words/format.py.

function numberText(number, digits = 7) {
  const size = Math.abs(number);
  if (Number.isInteger(number) && size < 1e15) return String(number);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
  if (size >= 10 ** digits && size < 1e15) return number.toFixed(1);
  const [mantissa, exponent] = number.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < digits) return withoutZeros(number.toFixed(digits - 1 - power));
  const sign = power < 0 ? "-" : "+";
  return `${withoutZeros(mantissa)}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
}

function withoutZeros(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function percentText(share) {
  const percent = 100 * share;
  return `${percent > 0 && percent < 1 ? "<1" : Math.round(percent)}%`;
}

function leavesText(count) {
  return `${count} ${count === 1 ? "leaf" : "leaves"}`;
}

function samplesText(count) {
  return `${numberText(count)} ${count === 1 ? "sample" : "samples"}`;
}
