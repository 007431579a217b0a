// A field for the value of a feature: a slider with a number or a date, or a list of categories.

const SLIDER_STEPS = 200;

class Field {
  constructor(explorer, feature, onInput) {
    const { words, known } = explorer;
    this.feature = feature;
    this.categories = words.categories[feature];
    this.clock = words.clocks[feature];
    this.range = known.ranges[feature] ?? null;
    const id = `field-${feature}`, name = words.features[feature];
    this.input = this.categories === null
      ? valueInput(this.clock, { placeholder: "missing", id })
      : this.list(id);
    this.input.dataset.feature = feature;
    this.input.addEventListener("input", () => { this.showOnSlider(); onInput(); });
    this.home = element("div", { className: "field" }, [element("label", { htmlFor: id, text: name }), this.input]);
    if (this.categories === null && this.range !== null) this.home.append(this.makeSlider(name, onInput));
  }

  list(id) {
    return element("select", { id }, [
      element("option", { value: MISSING, text: "missing" }),
      ...this.categories.map((text, code) => element("option", { value: code, text })),
      element("option", { value: UNSEEN, text: "another, never seen" }),
    ]);
  }

  makeSlider(name, onInput) {
    this.slider = element("input", { type: "range", min: 0, max: SLIDER_STEPS, step: 1, value: SLIDER_STEPS / 2, className: "missing", "aria-label": `${name}, slider` });
    this.slider.addEventListener("input", () => {
      const [low, high] = this.range;
      const number = low + ((high - low) * this.slider.value) / SLIDER_STEPS;
      this.input.value = this.clock === null ? roundedText(number, high - low) : clockText(this.clock, number);
      this.slider.classList.remove("missing");
      onInput();
    });
    return this.slider;
  }

  showOnSlider() {
    if (this.slider === undefined) return;
    const value = this.value(), [low, high] = this.range;
    this.slider.classList.toggle("missing", value === null);
    if (value !== null && Number.isFinite(value)) this.slider.value = (SLIDER_STEPS * (value - low)) / (high - low);
  }

  // A number, null if missing; NaN if it is not a number; or the code of a category.
  value() {
    const text = this.input.value.trim();
    const value = this.categories === null && text === "" ? null : numberOf(this.clock, text);
    this.input.setAttribute("aria-invalid", String(value !== null && !Number.isFinite(value)));
    return value;
  }

  set(value) {
    const text = (number) => (this.clock === null ? String(number) : clockText(this.clock, number));
    this.input.value = value === null ? "" : text(value);
    this.showOnSlider();
  }

  clear() {
    this.set(this.categories === null ? null : MISSING);
  }
}

// For a number, or for what a clock shows; browsers have a calendar for days.
function valueInput(clock, properties) {
  const isDay = clock !== null && clock.kind === "date" && clock.unit === "day";
  const more = clock === null ? { inputMode: "decimal" } : {};
  return element("input", { type: isDay ? "date" : "text", autocomplete: "off", ...more, ...properties });
}

// NaN for a text that is neither a number nor what the clock shows.
function numberOf(clock, text) {
  return clock === null ? Number(text) : clockNumber(clock, text);
}

// A number with as many digits as a step of its slider can tell apart.
function roundedText(number, whole) {
  const digits = Math.max(0, Math.min(12, 2 - Math.floor(Math.log10(whole))));
  return String(Number(number.toFixed(digits)));
}
