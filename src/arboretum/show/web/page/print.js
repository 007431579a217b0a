// On paper: the tree as it is folded and pruned on one page, then size, rules and importance.

const PAPER = { width: 1000, height: 570 }; // of A4, landscape, below the heading, in pixels
const LEGEND = 34; // pixels above the tree

function setUpPrint(stage) {
  let view = null;
  window.addEventListener("beforeprint", () => {
    const { plan } = stage;
    view = stage.view;
    const scale = Math.min(1, PAPER.width / plan.width, PAPER.height / plan.height);
    stage.view = { scale, x: 0, y: LEGEND };
    const everything = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    stage.home.style.height = `${Math.ceil(scale * plan.height) + LEGEND + 4}px`;
    stage.drawNow(everything, scale >= READABLE / 2);
  });
  window.addEventListener("afterprint", () => {
    stage.home.style.height = "";
    stage.view = view;
    stage.drawNow(stage.inView());
  });
}
