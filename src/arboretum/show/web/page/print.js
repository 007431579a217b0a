// On paper: what is seen in letters of full size, folded to the sheet, then size, rules, importance.

const PAPER = { width: 1020, height: 590 }; // of A4, landscape, below the heading, in pixels
const LEAST_ON_PAPER = 0.92; // scale at which the smallest letters can still be read

class Printer {
  constructor(explorer, stage, icicle) {
    Object.assign(this, { explorer, stage, icicle, before: null });
    window.addEventListener("beforeprint", () => this.toPaper());
    window.addEventListener("afterprint", () => this.toScreen());
  }

  toPaper() {
    const { explorer, stage, icicle } = this, { scale, x, y } = stage.camera;
    this.before ??= { ...explorer.view(), camera: { scale, x, y } };
    stage.isOnPaper = true;
    icicle.paper = PAPER;
    if (icicle.isSeen()) this.icicleToPaper();
    else if (!stage.home.hidden) this.treeToPaper();
  }

  // As the reader has folded it, if that can be read; else folded to the sheet.
  treeToPaper() {
    const { explorer, stage } = this, { camera } = stage;
    const scale = () => Math.min(1, PAPER.width / stage.plan.size.width, PAPER.height / stage.plan.size.height);
    if (scale() < LEAST_ON_PAPER) {
      const found = foldToWindow(explorer, stage.cards.labels, PAPER);
      explorer.showOpen(found);
    }
    const { size } = stage.plan;
    Object.assign(camera, { scale: scale(), x: Math.max(2, (PAPER.width - scale() * size.width) / 2), y: 4 });
    stage.home.style.height = `${Math.ceil(camera.scale * size.height) + 12}px`;
    const everything = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    stage.drawNow(everything, true);
  }

  icicleToPaper() {
    this.icicle.home.style.height = `${PAPER.height}px`;
    if (this.explorer.isAsFound) this.icicle.start();
    else this.icicle.draw();
  }

  toScreen() {
    const { explorer, stage, icicle } = this;
    for (const { home } of [stage, icicle]) home.style.height = "";
    stage.isOnPaper = false;
    icicle.paper = null;
    explorer.restore(this.before);
    Object.assign(stage.camera, this.before.camera);
    this.before = null;
    stage.draw();
  }
}
