// The tree as a questionnaire: one question at a time, and at the end the answer with its reasons.

const MOST_BUTTONS = 40; // categories beyond these are a list

class Questions {
  constructor(explorer, showTree) {
    this.explorer = explorer;
    this.showTree = showTree;
    this.interview = new Interview(explorer);
    this.home = byId("questions");
    explorer.on("pruned", () => { this.interview.start(); this.draw(); });
    this.draw();
  }

  draw(focus = false) {
    const { question, steps, predicted } = this.interview.look();
    this.steps = steps;
    const content = question === null ? new QuestionsEnd(this).parts(predicted) : this.ask(question);
    this.home.replaceChildren(element("div", { className: "sheet" }, [this.progress(question), ...content, this.tools(question)]));
    if (focus) this.home.querySelector("h2").focus({ preventScroll: true });
    this.home.scrollTop = 0;
  }

  progress(question) {
    const done = this.interview.answers.length;
    const left = question === null ? 0 : Math.max(1, this.interview.mostLeft(question));
    const bound = this.interview.hasSurrogates() ? "about" : "at most";
    const text = question === null ? `${done} ${done === 1 ? "question" : "questions"} answered`
      : `Question ${done + 1} of ${bound} ${done + left}`;
    return element("div", { className: "progress" }, [
      element("span", { text }),
      element("progress", { max: Math.max(1, done + left), value: question === null ? Math.max(1, done) : done, "aria-label": "Progress" }),
    ]);
  }

  ask(question) {
    const { words, tree } = this.explorer, { feature, split } = question;
    const isNumber = isNumeric(tree, feature);
    const why = split === null ? "The result is computed from this number." : "";
    const choices = isNumber ? this.numberChoices(question) : this.categoryChoices(question);
    return [
      element("h2", { tabIndex: -1, text: `${words.features[feature]}?` }),
      ...(why === "" || !isNumber ? [] : [element("p", { className: "muted", text: why })]),
      ...choices, ...this.unknown(question),
    ];
  }

  // A button per branch of the question, and a field for whoever knows the number.
  numberChoices(question) {
    const { words, tree } = this.explorer, { node, split, feature, isExact } = question;
    const buttons = [];
    if (split !== null && split.kind === "interval" && !isExact) {
      const bounds = [-Infinity, ...split.thresholds, Infinity];
      const surrogate = tree.surrogates[node].findIndex((other) => other.split === split);
      split.thresholds.concat(Infinity).forEach((high, branch) => {
        const text = surrogate < 0 ? words.choice[tree.children[node][branch]]
          : words.surrogates[node][surrogate].choice[branch];
        buttons.push(this.choice(question, { low: bounds[branch], high }, text));
      });
    }
    if (split !== null && split.kind === "presence") buttons.push(this.choice(question, { isKnown: true }, "it is known"));
    const clock = words.clocks[feature], what = whatIsTyped(clock);
    const input = valueInput(clock, { id: "number", "aria-label": words.features[feature] });
    const go = element("button", { type: "submit", text: "Next" });
    const form = element("form", {
      className: "number-known",
      onsubmit: (event) => { event.preventDefault(); this.take(question, input); },
    }, [element("label", { htmlFor: "number", text: buttons.length > 0 ? `or type the ${what}` : `Type the ${what}` }), input, go]);
    return [element("div", { className: "choices" }, buttons), form];
  }

  categoryChoices(question) {
    const { words } = this.explorer, categories = words.categories[question.feature];
    const known = (code) => ({ value: code });
    if (categories.length > MOST_BUTTONS) {
      const list = element("select", { "aria-label": words.features[question.feature] }, [
        element("option", { value: "", text: "choose…" }),
        ...categories.map((text, value) => element("option", { value, text })),
      ]);
      list.addEventListener("change", () => {
        if (list.value !== "") this.next(question, known(Number(list.value)), categories[Number(list.value)]);
      });
      return [element("div", { className: "choices" }, [list])];
    }
    const buttons = categories.map((text, code) => this.choice(question, known(code), text));
    return [element("div", { className: `choices${buttons.length > 6 ? " many" : ""}` }, buttons)];
  }

  unknown(question) {
    const { known, tree } = this.explorer, isNumber = isNumeric(tree, question.feature);
    const choices = [];
    if (!isNumber && !known.refuses.includes("unseen")) choices.push(this.choice(question, { value: UNSEEN }, "something else", "other"));
    if (!known.refuses.includes("missing")) choices.push(this.choice(question, { isMissing: true }, "I don’t know", "other"));
    return choices.length === 0 ? [] : [element("div", { className: "choices others" }, choices)];
  }

  choice(question, known, text, kind = "") {
    return element("button", { type: "button", className: `choice ${kind}`, text, onclick: () => this.next(question, known, text) });
  }

  take(question, input) {
    const { words } = this.explorer, clock = words.clocks[question.feature];
    const text = clock === null ? input.value.trim().replace(",", ".") : input.value.trim();
    const number = numberOf(clock, text), isWrong = text === "" || !Number.isFinite(number);
    input.setAttribute("aria-invalid", String(isWrong));
    if (!isWrong) this.next(question, { value: number }, valueText(words, question.feature, number));
  }

  next(question, known, text) {
    this.interview.answer(question, known, text);
    this.draw(true);
    this.explorer.showPath(this.steps);
  }

  backTo(place) {
    this.interview.backTo(place);
    this.draw(true);
    this.explorer.showPath(this.interview.answers.length === 0 ? null : this.steps);
  }

  tools(question) {
    const { answers } = this.interview;
    const button = (text, act, id) => element("button", { type: "button", text, id, onclick: act });
    return element("div", { className: "question-tools" }, [
      ...(answers.length > 0 ? [button("Back", () => this.backTo(answers.length - 1), "question-back")] : []),
      ...(question === null && answers.length > 0 ? [button("Start again", () => this.backTo(0), "question-again")] : []),
      ...(question === null ? [button("Print", () => window.print(), "question-print")] : []),
      ...(answers.length > 0 ? [button("See it in the tree", () => this.showTree(this.steps), "question-tree")] : []),
    ]);
  }
}

function whatIsTyped(clock) {
  return clock === null ? "number" : clock.kind === "duration" || clock.kind === "time" ? clock.kind : "date";
}
