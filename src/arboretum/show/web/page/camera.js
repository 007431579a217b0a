// Which part of a plan the window shows, and how large.

const EDGE = 22; // pixels left free at the rim
const LARGEST = 3; // scale
const LARGEST_FIT = 1.2; // scale up to which a small tree is enlarged

class Camera {
  constructor(home) {
    this.home = home;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  room() {
    return { width: this.home.clientWidth - 2 * EDGE, height: this.home.clientHeight - 2 * EDGE };
  }

  // The part of the plan that is in the window, and a little around it.
  inView(margin = 80) {
    const { scale, x, y, home } = this;
    return {
      left: (-x - margin) / scale, right: (home.clientWidth - x + margin) / scale,
      top: (-y - margin) / scale, bottom: (home.clientHeight - y + margin) / scale,
    };
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  // The scale at which everything is seen.
  wholeScale({ width, height }) {
    const room = this.room();
    return Math.min(LARGEST_FIT, room.width / width, room.height / height);
  }

  zoom(factor, size, at = { x: this.home.clientWidth / 2, y: this.home.clientHeight / 2 }) {
    const least = Math.min(this.scale, this.wholeScale(size) / 2);
    const scale = Math.min(LARGEST, Math.max(least, this.scale * factor));
    this.x = at.x - (at.x - this.x) * (scale / this.scale);
    this.y = at.y - (at.y - this.y) * (scale / this.scale);
    this.scale = scale;
  }

  // Show a whole plan, in the middle; what is too large starts at its root.
  fit(plan, least) {
    const room = this.room(), { width, height } = plan.size;
    const scale = Math.max(least, this.wholeScale(plan.size));
    const start = (size, space, root) => (scale * size <= space + 1
      ? EDGE + (space - scale * size) / 2
      : EDGE + space / 2 - scale * root);
    this.scale = scale;
    this.x = plan.direction === "down" || scale * width <= room.width
      ? start(width, room.width, plan.x[0] + plan.width[0] / 2) : EDGE;
    this.y = plan.direction === "right"
      ? start(height, room.height, plan.y[0] + plan.height[0] / 2) : EDGE;
    if (plan.direction === "down" && scale * height <= room.height) {
      this.y = EDGE + Math.min(40, (room.height - scale * height) / 3);
    }
  }

  // Move as little as needed to see a box of the plan.
  bring({ left, right, top, bottom }) {
    const into = (start, end, room) => {
      if (start < EDGE) return EDGE - start;
      return Math.min(0, Math.max(room - EDGE - end, EDGE - start));
    };
    const { scale, home } = this;
    this.move(into(this.x + scale * left, this.x + scale * right, home.clientWidth),
      into(this.y + scale * top, this.y + scale * bottom, home.clientHeight));
  }

  toPlan(clientX, clientY) {
    const box = this.home.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.scale, y: (clientY - box.top - this.y) / this.scale };
  }

  toWindow({ x, y, width, height }) {
    const box = this.home.getBoundingClientRect();
    const left = box.left + this.x + this.scale * x, top = box.top + this.y + this.scale * y;
    return { left, top, right: left + this.scale * width, bottom: top + this.scale * height };
  }
}
