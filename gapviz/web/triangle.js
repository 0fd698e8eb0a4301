// The triangle of user models for c = 3: g1 bottom left, g2 bottom right, g3 at the top.
import { label, moveTo } from "./users.js";
import { set, shape } from "./dom.js";

const SIDE = 150;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

/** Point of the triangle at g, from its top left corner. */
export function toPoint(g) {
  return [SIDE * (g[1] + g[2] / 2), HEIGHT * (1 - g[2])];
}

/** The user model at a point; outside the triangle some value is below 0. */
export function fromPoint(x, y) {
  const g3 = 1 - y / HEIGHT;
  const g2 = x / SIDE - g3 / 2;
  return [1 - g2 - g3, g2, g3];
}

/** Put the triangle into the rail; returns its draw function. Keys work on the sliders. */
export function buildTriangle(live) {
  const corner = (k) => toPoint([0, 1, 2].map((h) => Number(h === k)));
  const line = (a, b) => `M${toPoint(a)}L${toPoint(b)}`;
  const grid = [0.25, 0.5, 0.75].map((v) => line([v, 1 - v, 0], [v, 0, 1 - v]) + line([1 - v, v, 0], [0, v, 1 - v])
    + line([1 - v, 0, v], [0, 1 - v, v])).join("");
  const name = (h, x, y) => shape("text", { x, y, "text-anchor": "middle" }, label(h));
  const pinned = shape("circle", { r: 4, class: "pinned" });
  const dot = shape("g", { class: "dot" }, shape("circle", { r: 11, class: "halo" }), shape("circle", { r: 6 }));
  const svg = shape("svg", { viewBox: `-24 -20 ${SIDE + 48} ${HEIGHT + 42}`, width: SIDE + 48, height: HEIGHT + 42 },
    shape("path", { class: "grid", d: grid }), shape("path", { class: "border", d: `M${corner(0)}L${corner(1)}L${corner(2)}Z` }),
    name(0, -4, HEIGHT + 16), name(1, SIDE + 4, HEIGHT + 16), name(2, SIDE / 2, -8), pinned, dot);
  set(svg, "role", "img");
  live.part.triangle.hidden = false;
  live.part.triangle.replaceChildren(svg);

  const follow = (event, final) => {
    const box = svg.getBoundingClientRect();
    const g = fromPoint(event.clientX - box.left - 24, event.clientY - box.top - 20);
    live.change({ g: moveTo(live.g, g, live.locked) }, final);
  };
  svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); follow(event, false); });
  svg.addEventListener("pointermove", (event) => { if (svg.hasPointerCapture(event.pointerId)) follow(event, false); });
  svg.addEventListener("lostpointercapture", () => live.emit(true));
  return () => {
    set(dot, "transform", `translate(${toPoint(live.g)})`);
    set(pinned, "visibility", live.pinned ? "visible" : "hidden");
    if (live.pinned) set(pinned, "transform", `translate(${toPoint(live.pinned)})`);
    set(svg, "aria-label", `Triangle of user models, at ${live.g.map((share) => share.toFixed(2)).join(", ")}`);
  };
}
