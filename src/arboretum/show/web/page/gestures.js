// Pointers: drag to move, wheel or pinch to zoom, click to select, rest to look.

const CLICK = 4; // pixels that a click may move

class Gestures {
  constructor(explorer, stage, hover) {
    this.explorer = explorer;
    this.stage = stage;
    this.hover = hover;
    this.pointers = new Map();
    this.moved = 0;
    const { home } = stage;
    home.addEventListener("pointerdown", (event) => this.press(event));
    home.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      home.addEventListener(end, (event) => this.release(event));
    }
    home.addEventListener("pointerleave", () => hover.hide());
    home.addEventListener("wheel", (event) => this.turnWheel(event), { passive: false });
    home.addEventListener("dblclick", (event) => this.toggle(event));
  }

  press(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.moved = 0;
    this.hover.hide();
  }

  drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (last === undefined) {
      this.rest(event);
      return;
    }
    const dx = event.clientX - last.x, dy = event.clientY - last.y;
    const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const now = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, now);
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (this.moved > CLICK) this.stage.home.setPointerCapture(event.pointerId);
    if (other === undefined) this.stage.move(dx, dy);
    else this.pinch(last, now, other);
  }

  pinch(before, now, other) {
    const apart = (at) => Math.hypot(at.x - other.x, at.y - other.y);
    const box = this.stage.home.getBoundingClientRect();
    this.stage.zoom(apart(now) / Math.max(1, apart(before)), {
      x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top,
    });
  }

  release(event) {
    const wasDown = this.pointers.delete(event.pointerId);
    if (!wasDown || this.moved > CLICK || event.type === "pointercancel") return;
    const mark = event.target.closest(".fold");
    const node = mark === null
      ? this.stage.nodeAt(event.clientX, event.clientY)
      : Number(mark.closest(".card").dataset.node);
    if (node === null) return;
    if (mark !== null) this.explorer.fold(node, !this.explorer.isFolded[node]);
    else this.explorer.select(node, { focus: true });
  }

  toggle(event) {
    const node = this.stage.nodeAt(event.clientX, event.clientY);
    if (node !== null && !event.target.closest(".fold")) {
      this.explorer.fold(node, !this.explorer.isFolded[node]);
    }
  }

  turnWheel(event) {
    // In a notebook the wheel scrolls the notebook.
    if (window.parent !== window && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.stage.home.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const turned = Math.max(-120, Math.min(120, event.deltaY * lines));
    this.stage.zoom(Math.exp(-turned / 300), { x: event.clientX - box.left, y: event.clientY - box.top });
    this.hover.hide();
  }

  rest(event) {
    const node = event.pointerType === "touch" ? null : this.stage.nodeAt(event.clientX, event.clientY);
    if (node === null) this.hover.hide();
    else this.hover.over(node, this.stage.boxOf(node));
  }
}
