// Which of the views is seen.  All share the explorer: what is folded, selected and followed.

const VIEWS = ["tree", "icicle", "questions"];

class Views {
  constructor(explorer, byName) {
    this.explorer = explorer;
    this.byName = byName; // each has start(), zoom(factor) and fit(), or is null
    for (const name of VIEWS) byId(`view-${name}`).addEventListener("click", () => this.show(name));
    for (const what of ["pruned", "path"]) {
      explorer.on(what, () => { if (explorer.isAsFound) this.seen.start?.(); });
    }
  }

  get seen() {
    return this.byName[this.name];
  }

  show(name) {
    this.name = name;
    for (const other of VIEWS) byId(`view-${other}`).setAttribute("aria-pressed", String(other === name));
    document.body.dataset.view = name;
    byId("stage").hidden = name !== "tree";
    byId("icicle").hidden = name !== "icicle";
    byId("questions").hidden = name !== "questions";
    byId("explore").hidden = name === "questions";
    if (name === "questions") return;
    if (this.explorer.isAsFound) this.seen.start();
    else this.seen.fit();
  }
}
