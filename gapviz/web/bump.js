// The bump chart: ranks of every run under AP, GAP, xGAP and eGAP; labels at the lines' ends.
import { MEASURES } from "./measures.js";
import { element } from "./elements.js";
import { change, choice, mark, MARKS, set, shape, shorten, stamp, write } from "./dom.js";

const TOP = 40;
const BOTTOM = 10;
const LEFT = 40;
const LABELS = 158;
const APART = 15; // of two labels, px
const MANY = 60; // runs above which the axis is the square root of the rank
const TOP_RUNS = 30;
const MOST_LINES = 300; // more are one smear: of more runs that many are drawn
const FEW = 12; // runs up to which all are labelled
const KINDS = ["other", "faller", "riser", "winner", "selected", "hover"]; // of highlighted runs, from the back to the front

/** Place labels at least `APART` from each other, as near to their marks as that allows. */
export function spread(marks, top, bottom) {
  const places = marks.slice();
  for (let k = 0; k < places.length; k++) places[k] = Math.max(places[k], k > 0 ? places[k - 1] + APART : top);
  for (let k = places.length - 1, limit = bottom; k >= 0 && places[k] > limit; k--, limit -= APART) places[k] = limit;
  return places;
}

/** Run -> kind of highlight: chosen runs, winners, the three largest risers and fallers from AP to eGAP. */
export function highlights(now, chosen, hover) {
  const kinds = new Map();
  const give = (i, kind) => { if (!kinds.has(i)) kinds.set(i, kind); };
  chosen.forEach((i) => give(i, "selected"));
  now.order.forEach((order) => give(order[0], "winner"));
  const rise = (i) => now.rank[0][i] - now.rank[3][i];
  const movers = [...now.order[3]].filter((i) => rise(i) !== 0).sort((i, j) => rise(j) - rise(i));
  movers.slice(0, 3).filter((i) => rise(i) > 0).forEach((i) => give(i, "riser"));
  movers.slice(-3).filter((i) => rise(i) < 0).forEach((i) => give(i, "faller"));
  if (hover >= 0) give(hover, "hover");
  if (now.order[3].length <= FEW) now.order[3].forEach((i) => give(i, "other"));
  return kinds;
}

/** Every so many runs of an order, from the best on, at most `MOST_LINES`. */
export function spaced(order) {
  const step = Math.ceil(order.length / MOST_LINES);
  return order.filter((_, k) => k % step === 0);
}

/** Put the chart in place; returns {node, draw, destroy}. */
export function buildBump(live) {
  const part = live.part;
  const N = live.names.length;
  if (N < 2) { // there is nothing to rank it among
    for (const name of ["shown", "legend", "bump"]) part[name].hidden = true;
    part.alone.hidden = false;
    return { node: part.bump, draw() {}, destroy() {} };
  }
  let extent = { width: 0, height: 0 };
  let hover = -1;
  let geometry = null;
  const svg = part.plot;
  const showShown = choice(part.shown, (shown) => live.change({ shown }, true));
  const [all, top, selected] = part.shown.children;
  write(all, `All ${N}`);
  top.hidden = N <= TOP_RUNS;
  part.clear.addEventListener("click", () => live.change({ selected: [] }, true));

  // One shape for all lines of a kind and for all marks of a measure: few shapes to lay out in a frame.
  const groups = new Map(KINDS.map((kind) => [kind, stamp(part.lineTemplate, "g")]));
  groups.forEach(({ node }, kind) => { set(node, "class", `line ${kind}`); part.lines.append(node); });
  const pool = []; // labels, made once and used again: each stays with its run while that has one, so that little text changes
  function buildLabel() {
    const item = { ...stamp(part.labelTemplate, "text"), run: -1 };
    const select = (event) => {
      if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      live.toggle(item.run);
    };
    item.node.addEventListener("click", select);
    item.node.addEventListener("keydown", select);
    item.node.addEventListener("focus", () => tell(item.run));
    item.node.addEventListener("blur", () => tell(-1));
    part.labels.append(item.node);
    pool.push(item);
    return item;
  }

  function drawAxis({ x, y, low, root }) {
    const wanted = root ? [1, 5, 10, 20, 40, 60, 80, 100, 120, 150, 200, 300, 400, 500, 700, 1000] : low <= 12
      ? Array.from({ length: low }, (_, k) => k + 1) : [1, ...Array.from({ length: low / 10 }, (_, k) => 10 * (k + 1))];
    const ticks = wanted.filter((rank) => rank < low && y(low) - y(rank) > 12).concat(low);
    part.axis.replaceChildren(
      ...ticks.map((rank) => shape("text", { x: LEFT - 14, y: y(rank) + 4, "text-anchor": "end" }, String(rank))),
      ...ticks.map((rank) => shape("path", { class: "grid", d: `M${x[0]} ${y(rank)}H${x[3]}` })),
      shape("text", { x: 0, y: TOP - 15 }, root ? "rank (√)" : "rank"),
      ...x.map((at) => shape("path", { class: "column", d: `M${at} ${y(1)}V${y(low)}` })),
      ...MEASURES.map((measure, m) => shape("g", { class: `head ${measure}`, transform: `translate(${x[m] - (m ? 17 : 12)} 8)` },
        shape("path", { d: MARKS[measure](0, 0, 1) }), shape("text", { x: 9, y: 4.5 }, measure))));
  }

  function layout() {
    const { now } = live;
    const shown = live.selected.length || live.shown !== "selected" ? live.shown : "all";
    const kept = { all: spaced(now.order[0]), top: now.order[live.sort].slice(0, TOP_RUNS), selected: Int32Array.from(live.selected) }[shown];
    const low = shown === "top" ? Math.max(...[...kept].flatMap((i) => now.rank.map((rank) => rank[i]))) : N;
    const right = Math.max(LEFT + 90, extent.width - LABELS);
    const root = low > MANY;
    const scale = root ? Math.sqrt : (rank) => rank;
    const reach = (extent.height - TOP - BOTTOM) / (scale(low) - scale(1));
    const x = MEASURES.map((_, m) => LEFT + ((right - LEFT) * m) / 3);
    const y = (rank) => Math.round(10 * (TOP + (scale(rank) - scale(1)) * reach)) / 10;
    const key = `${extent.width},${extent.height},${low}`;
    if (geometry?.key !== key) drawAxis({ x, y, low, root });
    geometry = { kept, lines: [], x, y, key, shown };
    return geometry;
  }

  function draw() {
    if (!extent.width) return;
    const { now } = live;
    const { kept, x, y, shown } = layout();
    const ways = x.slice(1).map((at, m) => [(at + x[m]) / 2, at]);
    const curve = (i) => {
      let d = `M${x[0]} ${y(now.rank[0][i])}`;
      for (let m = 0; m < 3; m++) {
        const [middle, at] = ways[m];
        const end = y(now.rank[m + 1][i]);
        d += `C${middle} ${y(now.rank[m][i])} ${middle} ${end} ${at} ${end}`;
      }
      return d;
    };
    const kinds = highlights(now, live.selected, hover);
    const runs = [...kinds.keys()].filter((i) => shown === "all" || kept.includes(i));
    const others = Array.from(kept).filter((i) => !kinds.has(i));
    geometry.lines = [...others, ...runs];
    set(part.others, "d", others.map(curve).join(""));
    groups.forEach(({ halo, line }, kind) => {
      const d = runs.filter((i) => kinds.get(i) === kind).map(curve).join("");
      set(halo, "d", d);
      set(line, "d", d);
    });
    const size = (i) => (kinds.get(i) === "selected" ? 1.15 : 0.62);
    part.marks.querySelectorAll("path").forEach((node, m) =>
      set(node, "d", runs.map((i) => MARKS[MEASURES[m]](x[m], y(now.rank[m][i]), size(i))).join("")));
    const labelled = runs.sort((i, j) => now.rank[3][i] - now.rank[3][j]).slice(0, Math.floor((extent.height - TOP) / APART));
    const ends = labelled.map((i) => y(now.rank[3][i]));
    const heights = spread(ends, TOP, extent.height - 4);
    set(part.leaders, "d", ends.map((end, k) => `M${x[3] + 7} ${end}L${x[3] + 14} ${heights[k]}H${x[3] + 21}`).join(""));
    const free = pool.filter(({ run }) => !labelled.includes(run));
    const items = labelled.map((i) => pool.find(({ run }) => run === i) ?? free.pop() ?? buildLabel());
    labelled.forEach((i, k) => {
      const item = items[k];
      item.run = i;
      set(item.node, "class", `label ${kinds.get(i)}`);
      set(item.node, "visibility", "visible");
      set(item.node, "transform", `translate(${x[3] + 25} ${heights[k] + 4})`); // lays out no text, as x and y would
      const [text, direction] = change(now.rank[0][i] - now.rank[3][i]);
      write(item.rank, `${now.rank[3][i]} `);
      write(item.name, shorten(live.names[i], 14));
      write(item.moved, ` ${text}`);
      set(item.moved, "class", `moved ${direction}`);
      set(item.node, "aria-label", `${live.names[i]}, rank ${now.rank[0][i]} by AP, ${now.rank[3][i]} by eGAP`);
    });
    for (const item of free) Object.assign(item, { run: -1 }).node.setAttribute("visibility", "hidden");
    // The keyboard goes through the labels from the best run on; one that it stands on is not taken away.
    const strayed = items.some(({ node }, k) => node !== part.labels.children[k]) && !part.labels.contains(part.labels.getRootNode().activeElement);
    if (strayed && !live.moving) part.labels.prepend(...items.map(({ node }) => node));
    showShown(shown);
    selected.disabled = live.selected.length === 0;
    const most = shown === "all" ? N - runs.length : others.length;
    write(part.rest, `${others.length < most ? `${others.length} of ` : ""}${most} others`);
    set(part.rest, "title", others.length < most ? "Every so many runs by AP: all of them would be one smear" : "");
    part.clear.hidden = live.selected.length === 0;
    set(svg, "aria-label", `Ranks of ${geometry.lines.length} runs; the leaderboard has the same numbers`);
  }

  function nearest(event) {
    const box = svg.getBoundingClientRect();
    const { lines, x, y } = geometry;
    const u = Math.min(2.999, Math.max(0, (3 * (event.clientX - box.left - x[0])) / (x[3] - x[0])));
    const m = Math.floor(u);
    const eased = (u - m) ** 2 * (3 - 2 * (u - m)); // close to the curve's own course
    const off = (i) => {
      const [a, b] = [y(live.now.rank[m][i]), y(live.now.rank[m + 1][i])];
      return Math.abs(a + (b - a) * eased - event.clientY + box.top);
    };
    const best = lines.reduce((a, i) => (off(i) < off(a) ? i : a));
    return event.clientX - box.left < x[3] + 12 && off(best) < 9 ? best : -1;
  }

  function tell(i, event) {
    if (i !== hover) { hover = i; live.kick(part.bump); }
    const { now } = live;
    if (i < 0) { live.tip(null); return; }
    const rows = MEASURES.map((measure, m) => element("span", {}, mark(measure),
      `${now.rank[m][i]} · ${now.means[m][i].toFixed(4)}`));
    const box = svg.getBoundingClientRect();
    const end = { x: box.left + geometry.x[3], y: box.top + geometry.y(now.rank[3][i]) };
    const at = event ? { x: event.clientX, y: event.clientY } : end;
    live.tip(at, element("b", {}, shorten(live.names[i], 200)), element("span", { class: "note" }, " rank · mean"),
      element("div", { class: "values" }, ...rows));
  }

  svg.addEventListener("pointermove", (event) => { if (event.target.closest(".label") === null) tell(nearest(event), event); });
  svg.addEventListener("pointerleave", () => tell(-1));
  svg.addEventListener("click", (event) => { const i = nearest(event); if (i >= 0) live.toggle(i); });
  const watch = new ResizeObserver(([entry]) => {
    extent = { width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) };
    live.kick(part.bump);
  });
  watch.observe(part.bump);
  return { node: part.bump, draw, destroy: () => watch.disconnect() };
}
