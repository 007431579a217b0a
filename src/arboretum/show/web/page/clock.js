// Dates and times: how numbers are written and texts are read; the twin of data/clock.py.

const LENGTHS = { day: 86400000000, minute: 60000000, second: 1000000, millisecond: 1000, microsecond: 1 };
const MONTHS = { quarter: 3, month: 1 };

// The whole unit that a number lies in.
function clockText(clock, number) {
  const whole = Math.floor(number);
  if (clock.kind === "duration") return durationText(whole * LENGTHS[clock.unit]);
  return pointText(clock, whole) ?? `${whole} ${measureText(clock)}`;
}

function measureText({ kind, unit }) {
  return `${unit}s since ${kind === "time" ? "midnight" : "1970-01-01"}${kind === "instant" ? " UTC" : ""}`;
}

// Null outside the years 1 to 9999, or the 24 hours.
function pointText({ kind, unit }, whole) {
  if (unit in MONTHS) {
    const months = whole * MONTHS[unit], year = 1970 + Math.floor(months / 12);
    const month = months - 12 * Math.floor(months / 12) + 1;
    const rest = unit === "quarter" ? `Q${(month + 2) / 3}` : twoDigits(month);
    return year >= 1 && year <= 9999 ? `${String(year).padStart(4, "0")}-${rest}` : null;
  }
  const days = Math.floor((whole * LENGTHS[unit]) / LENGTHS.day);
  const clock = timeText(whole * LENGTHS[unit] - days * LENGTHS.day, unit);
  if (kind === "time") return days === 0 ? clock : null;
  const date = new Date(days * 86400000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) return null;
  const day = date.toISOString().slice(0, 10);
  return kind === "date" ? day : `${day} ${clock}${kind === "instant" ? "Z" : ""}`;
}

function timeText(microseconds, unit) {
  const seconds = Math.floor(microseconds / 1000000), fraction = microseconds % 1000000;
  const text = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}`;
  if (unit === "minute") return text;
  const exact = `${text}:${twoDigits(seconds % 60)}`;
  if (unit === "second") return exact;
  return `${exact}.${String(fraction).padStart(6, "0").slice(0, unit === "millisecond" ? 3 : 6)}`;
}

function durationText(microseconds) {
  const parts = [];
  let rest = Math.abs(microseconds);
  for (const [name, length] of [["d", LENGTHS.day], ["h", 60 * LENGTHS.minute], ["min", LENGTHS.minute]]) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  if (rest > 0 || parts.length === 0) {
    const fraction = String(rest % 1000000).padStart(6, "0").replace(/0+$/, "");
    parts.push(`${Math.floor(rest / 1000000)}${fraction === "" ? "" : "."}${fraction} s`);
  }
  return (microseconds < 0 ? "-" : "") + parts.join(" ");
}

function twoDigits(number) {
  return String(number).padStart(2, "0");
}

// The number of a text as clockText writes it, perhaps shorter or longer; NaN for any other text.
function clockNumber(clock, text) {
  if (clock.kind === "duration") return durationNumber(clock, text);
  if (clock.kind === "time") return Math.floor(timeOf(text) / LENGTHS[clock.unit]);
  const [, year, middle, day, time] = text.match(/^(\d{4})-(\d\d|Q[1-4])(?:-(\d\d))?(?:[T ]([\d:.]+)Z?)?$/) ?? [];
  if (year === undefined || (day === undefined && !(clock.unit in MONTHS))) return NaN;
  const month = middle.startsWith("Q") ? 3 * Number(middle[1]) - 2 : Number(middle);
  if (month < 1 || month > 12 || (middle.startsWith("Q") && clock.unit !== "quarter")) return NaN;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month - 1, Number(day ?? 1));
  if (date.getUTCMonth() !== month - 1) return NaN; // there is no such day
  const moment = time === undefined ? 0 : timeOf(time);
  if (Number.isNaN(moment)) return NaN;
  if (clock.unit in MONTHS) return Math.floor(((Number(year) - 1970) * 12 + month - 1) / MONTHS[clock.unit]);
  return Math.floor((date.getTime() * 1000 + moment) / LENGTHS[clock.unit]);
}

// Microseconds since midnight.
function timeOf(text) {
  const [, hours, minutes, seconds, fraction] = text.match(/^(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/) ?? [];
  if (hours === undefined || hours > 23 || minutes > 59 || seconds > 59) return NaN;
  return ((hours * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000000 + Number((fraction ?? "").padEnd(6, "0"));
}

function durationNumber(clock, text) {
  const pattern = /^(-)?(?=\d)(?:(\d+) ?d)?(?: ?(\d+) ?h)?(?: ?(\d+) ?min)?(?: ?(\d+)(?:\.(\d{1,6}))? ?s)?$/;
  const [all, minus, ...parts] = text.match(pattern) ?? [];
  if (all === undefined) return NaN;
  const [days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  const whole = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000000;
  const length = whole + Number((parts[4] ?? "").padEnd(6, "0"));
  return Math.floor((minus === undefined ? length : -length) / LENGTHS[clock.unit]);
}
