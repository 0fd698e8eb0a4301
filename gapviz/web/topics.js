// One run topic by topic: GAP, xGAP and eGAP beside the median run's eGAP, as gapviz/figures/dots.py draws them.
import { egapOn, MEASURES, scores } from "./measures.js";
import { places } from "./rankings.js";
import { element } from "./elements.js";
import { choice, mark, MARKS, plain, set, shape, shorten, write } from "./dom.js";

const MARGIN = { top: 8, right: 8, bottom: 26, left: 34 }; // px
const NARROW = 9; // least width of a topic, px
const ASIDE = [-0.24, 0, 0.24]; // three marks of a topic stand side by side, so that equal scores stay visible
const WIDE = 36; // width of a topic from which on its marks come no farther apart, px
const LABEL = 30; // least width of a topic's name, px
const MOST = 120; // topics that are drawn

/** Put the value at place `k` of the rising list there, with what is lower before it: Hoare's selection. */
function select(list, k) {
  for (let low = 0, high = list.length - 1; low < high;) {
    const pivot = list[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (list[i] < pivot) i++;
      while (list[j] > pivot) j--;
      if (i > j) break;
      const kept = list[i];
      list[i++] = list[j];
      list[j--] = kept;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return list[k];
}

/** The median of some values, which it reorders; of an even number the mean of the two in the middle. */
export function median(values) {
  const half = values.length >> 1;
  const upper = select(values, half);
  return values.length % 2 ? upper : (values.subarray(0, half).reduce((a, b) => Math.max(a, b)) + upper) / 2;
}

/** Topics by the largest difference between the measures' scores, ties as they come; `place` is where each comes. */
export function byDisagreement(scores, place) {
  const apart = Float64Array.from(place, (_, t) => {
    const [low, high] = [Math.min(...scores.map((row) => row[t])), Math.max(...scores.map((row) => row[t]))];
    return high - low <= 1e-12 * Math.max(Math.abs(high), Math.abs(low)) ? 0 : high - low;
  });
  const placed = places(apart);
  return [...place.keys()].sort((a, b) => placed[b] - placed[a] || place[a] - place[b]);
}

/** Put the strip after the other parts; returns {node, draw, destroy}. */
export function buildTopics(live) {
  const { topics, topicPlace: place, names } = live;
  const heading = element("h2", {}, "");
  const orders = element("div", { class: "segments", role: "group", "aria-label": "Order of the topics" },
    element("button", { value: "disagreement" }, "By disagreement"), element("button", { value: "topic" }, "By topic"));
  const [axis, spans, medians, frame, columns] = [shape("g", { class: "axis" }), shape("path", { class: "span" }), shape("path", { class: "median" }), shape("rect", { class: "frame" }), shape("g", {})];
  const marks = MEASURES.slice(1).map((measure) => shape("path", { class: `mark ${measure}` }));
  const svg = shape("svg", { role: "group" }, axis, spans, medians, ...marks, frame, columns);
  const strip = element("div", { class: "strip" }, svg);
  live.root.append(element("section", { class: "topics", "aria-label": "Topics" }, element("div", { class: "row" }, heading, orders), strip));
  const showOrder = choice(orders, (order) => live.change({ order }, true));
  const byTopic = [...place.keys()].sort((a, b) => place[a] - place[b]);
  let extent = { width: 0, height: 0 };
  let order = byTopic;
  let shown = null; // what is drawn: run, scores
  const middle = new Float64Array(topics.length); // the median run's eGAP on each topic that is drawn
  let laid = ""; // size and order of the axis that stands

  // A column for each place of the strip: what a pointer or a key meets.
  const cells = topics.slice(0, MOST).map((_, k) => {
    const cell = shape("rect", { class: "column", role: "button", tabindex: k === 0 ? "0" : "-1", y: MARGIN.top });
    const pick = () => live.change({ topic: live.topic === topics[order[k]] ? "" : topics[order[k]] }, true);
    cell.addEventListener("click", pick);
    cell.addEventListener("keydown", (event) => {
      const next = { ArrowRight: cells[k + 1], ArrowLeft: cells[k - 1] }[event.key];
      if (next) {
        set(cell, "tabindex", "-1");
        set(next, "tabindex", "0");
        next.focus();
      } else if (event.key === "Enter" || event.key === " ") pick();
      else return;
      event.preventDefault();
    });
    for (const moment of ["focus", "pointerenter"]) cell.addEventListener(moment, () => tell(k));
    for (const moment of ["blur", "pointerleave"]) cell.addEventListener(moment, () => live.tip(null));
    columns.append(cell);
    return cell;
  });

  function tell(k) {
    const t = order[k];
    const { RB, c } = live.stats;
    const counts = Array.from({ length: c }, (_, h) => `R${h + 1} ${RB[t * c + h] - (h + 1 < c ? RB[t * c + h + 1] : 0)}`);
    const rows = MEASURES.slice(1).map((measure, m) => element("span", {}, mark(measure), shown.scores[m][t].toFixed(4)));
    const box = cells[k].getBoundingClientRect();
    live.tip({ x: box.right, y: box.top + 60 }, element("b", {}, `Topic ${shorten(topics[t], 200)}`), element("span", { class: "note" }, ` ${counts.join(" · ")}`),
      element("div", { class: "values" }, ...rows), element("span", { class: "note" }, `median run, eGAP ${middle[t].toFixed(4)}`));
  }

  function look(i) {
    const own = scores(live.stats, live.g, i).slice(1);
    // While the hand moves the topics keep their places, so that an eye can follow one.
    if (!live.moving) order = (live.order === "topic" ? byTopic : byDisagreement(own, place)).slice(0, MOST);
    const all = new Float64Array(names.length);
    for (const t of order) {
      for (let run = 0; run < all.length; run++) all[run] = egapOn(live.stats, live.g, run, t);
      middle[t] = median(all);
    }
    return { run: i, scores: own };
  }

  function drawAxis(x, y, step) {
    const skip = Math.max(1, Math.ceil(LABEL / step));
    const letters = Math.max(4, Math.floor((skip * step) / 6.5));
    axis.replaceChildren(
      ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => [shape("text", { x: MARGIN.left - 8, y: y(value) + 4, "text-anchor": "end" }, String(value)),
        shape("path", { class: "grid", d: `M${MARGIN.left} ${y(value)}H${x(order.length - 0.5)}` })]),
      ...order.flatMap((t, k) => (k % skip ? [] : [shape("text", { x: x(k), y: extent.height - 8, "text-anchor": "middle" }, shorten(topics[t], letters))])));
    cells.forEach((cell, k) => {
      set(cell, "x", x(k - 0.5));
      set(cell, "width", step);
      set(cell, "height", Math.max(0, extent.height - MARGIN.top - MARGIN.bottom));
    });
  }

  const watch = new ResizeObserver(([entry]) => {
    extent = { width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) };
    live.kick(strip);
  });
  watch.observe(strip);

  function draw() {
    if (!extent.width) return;
    shown = look(live.selected.at(-1) ?? live.now.order[live.sort][0]);
    const { scores } = shown;
    const width = Math.max(extent.width, MARGIN.left + MARGIN.right + NARROW * order.length);
    const step = (width - MARGIN.left - MARGIN.right) / order.length;
    const tenth = (value) => Math.round(10 * value) / 10;
    const x = (k) => tenth(MARGIN.left + (k + 0.5) * step);
    const y = (score) => tenth(MARGIN.top + (1 - score) * (extent.height - MARGIN.top - MARGIN.bottom));
    const key = `${width},${extent.height},${order}`;
    if (laid !== key) { set(svg, "width", width); set(svg, "height", extent.height); drawAxis(x, y, step); laid = key; }
    set(spans, "d", order.map((t, k) => `M${x(k)} ${y(Math.min(...scores.map((row) => row[t])))}V${y(Math.max(...scores.map((row) => row[t])))}`).join(""));
    const dash = Math.min(6, 0.45 * step);
    set(medians, "d", order.map((t, k) => `M${tenth(x(k) - dash)} ${y(middle[t])}h${tenth(2 * dash)}`).join(""));
    marks.forEach((path, m) => set(path, "d", order.map((t, k) => MARKS[MEASURES[m + 1]](tenth(x(k) + ASIDE[m] * Math.min(step, WIDE)), y(scores[m][t]), Math.min(0.9, step / 14))).join("")));
    const framed = order.findIndex((t) => topics[t] === live.topic);
    set(frame, "visibility", framed < 0 ? "hidden" : "visible");
    if (framed >= 0) for (const [name, value] of Object.entries({ x: x(framed - 0.47), y: MARGIN.top - 4, width: 0.94 * step, height: extent.height - MARGIN.top - MARGIN.bottom + 8 })) set(frame, name, value);
    if (live.moving) return; // what only words say can wait
    write(heading, `${topics.length > MOST ? `First ${MOST} topics` : "Topics"} of ${shorten(names[shown.run], 40)}`);
    set(heading, "title", plain(names[shown.run]));
    showOrder(live.order);
    cells.forEach((cell, k) => {
      const t = order[k];
      set(cell, "aria-label", `Topic ${topics[t]}: ${scores.map((row, m) => `${MEASURES[m + 1]} ${row[t].toFixed(4)}`).join(", ")}`);
      set(cell, "aria-pressed", topics[t] === live.topic);
    });
  }
  return { node: strip, draw, destroy: () => watch.disconnect() };
}
