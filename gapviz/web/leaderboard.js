// The leaderboard: one row a rank; a frame only rewrites the rows in sight, and of many runs only those near them are there.
import { MEASURES } from "./measures.js";
import { change, choice, MARKS, set, shorten, stamp, vary, write } from "./dom.js";

const STEP = 0.025; // the dot plot's range starts and ends at a multiple
const WIDTH = 74; // of the dot plot, px, as in live.css
const HEAD = 30; // height of the head row, px
const LETTER = 6.5; // a usual letter's width, px
const ROWS = 200; // most rows that are there at a time
const EDGE = 20; // of them, those that stay on either side of what is in sight
const LANES = { GAP: -4.5, xGAP: 0, eGAP: 4.5 }; // equal scores stay visible

/** Range of the dot plot around the given scores. */
export function range(values) {
  const low = Math.floor(Math.min(...values) / STEP + 1e-9) * STEP;
  const high = Math.ceil(Math.max(...values) / STEP - 1e-9) * STEP;
  return [Math.max(0, low), Math.max(high, low + STEP)];
}

function buildRow(template) {
  const row = stamp(template);
  return { ...row, run: -1, scores: row.node.querySelectorAll(".score") };
}

function buildDots(template) {
  const dots = stamp(template);
  return { ...dots, marks: dots.node.querySelectorAll(".mark") };
}

/** Put the table in place; returns {node, draw, destroy}. */
export function buildLeaderboard(live) {
  const part = live.part;
  const rows = live.names.slice(0, ROWS).map(() => buildRow(part.rowTemplate));
  const last = buildRow(part.rowTemplate); // a selected run that is out of sight, with its true rank
  const scroller = part.board;
  const against = () => (live.then ? live.against : "AP");
  let limits = null;
  let entry = null; // the row where the tabulator key enters the table
  let offset = 0; // place of the first row among the runs that are listed
  let listed = rows.length;
  part.rows.replaceChildren(...rows.map((row) => row.node));
  part.foot.replaceChildren(last.node);
  const dots = buildDots(part.dotsTemplate); // one picture for all rows: few shapes to lay out in a frame
  const lastDots = buildDots(part.dotsTemplate);
  scroller.append(dots.node);
  last.node.append(lastDots.node);
  const sort = (measure) => live.change({ sort: MEASURES.indexOf(measure) }, true);
  const showSort = [choice(part.head, sort), choice(part.order, sort)];
  const showAgainst = choice(part.against, (base) => live.change({ against: base }, true));
  part.finder.addEventListener("click", () => {
    part.find.hidden = !part.find.hidden;
    part.find.value = "";
    if (!part.find.hidden) part.find.focus();
    live.kick(scroller);
  });
  part.find.addEventListener("input", () => { scroller.scrollTop = 0; live.kick(scroller); });
  part.find.addEventListener("keydown", (event) => event.stopPropagation());

  const pick = (node) => [...rows, last].find((row) => row.node === node);
  scroller.addEventListener("click", (event) => {
    const row = pick(event.target.closest("tr"));
    if (row) live.toggle(row.run);
  });
  part.rows.addEventListener("keydown", (event) => {
    const row = event.target.closest("tr");
    const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
    if (next && !next.hidden) next.focus();
    else if (event.key === "Enter" || event.key === " ") live.toggle(pick(row).run);
    else return;
    event.preventDefault();
  });
  // Measured apart from drawing: reading a size forces a layout.
  const sight = { top: 0, height: 500, row: 24, letters: 16 };
  const measure = () => {
    Object.assign(sight, { top: scroller.scrollTop, height: scroller.clientHeight, row: rows[0].node.offsetHeight || 24 });
    sight.letters = Math.max(8, Math.floor(rows[0].name.parentNode.clientWidth / LETTER));
    live.kick(scroller);
  };
  scroller.addEventListener("scroll", measure, { passive: true });
  const watch = new ResizeObserver(measure);
  watch.observe(scroller);

  function drawRow(row, i) {
    const { now, then } = live;
    const m = live.sort;
    const base = against() === "AP" ? now.rank[0] : then.rank[m];
    const [text, direction] = change(base[i] - now.rank[m][i]);
    row.run = i;
    write(row.rank, String(now.rank[m][i]));
    write(row.name, shorten(live.names[i], sight.letters));
    set(row.node, "title", live.names[i]);
    set(row.node, "aria-selected", live.selected.includes(i));
    row.scores.forEach((node, k) => write(node, now.means[k + 1][i].toFixed(4)));
    write(row.moved, text);
    set(row.moved, "class", `moved ${direction}`);
  }

  /** Draw the marks of runs into a picture whose first row is that of the first run. */
  function drawDots({ node, rail, span, marks }, runs, first) {
    const { means } = live.now;
    const [low, high] = limits;
    const middle = (k) => (first + k + 0.5) * sight.row - 1;
    const at = (m, i) => Math.round(10 * (6 + ((WIDTH - 12) * (means[m][i] - low)) / (high - low))) / 10;
    const within = (x) => Math.min(WIDTH - 6, Math.max(6, x));
    const lines = (from, to) => runs.map((i, k) => `M${within(from(i))} ${middle(k)}H${within(to(i))}`).join("");
    set(node, "height", (first + runs.length) * sight.row);
    set(rail, "d", lines(() => 6, () => WIDTH - 6));
    set(span, "d", lines((i) => Math.min(at(1, i), at(2, i), at(3, i)), (i) => Math.max(at(1, i), at(2, i), at(3, i))));
    marks.forEach((path, k) => {
      const seen = (i) => means[k + 1][i] >= low && means[k + 1][i] <= high; // outside the range there is no mark
      const lane = LANES[MEASURES[k + 1]];
      set(path, "d", runs.map((i, row) => (seen(i) ? MARKS[MEASURES[k + 1]](at(k + 1, i), middle(row) + lane, 0.75) : "")).join(""));
    });
  }

  /** Move the rows to where `first` to `until` of the listed runs are in sight; the keyboard stays on its run. */
  function follow(first, until, length) {
    const far = Math.max(0, length - rows.length);
    const near = first - offset < EDGE && offset > 0 || offset + rows.length - until < EDGE && offset < far;
    if (near || offset > far) {
      const active = part.rows.getRootNode().activeElement;
      const at = offset + rows.findIndex(({ node }) => node === active);
      const held = part.rows.contains(active);
      offset = Math.min(far, Math.max(0, first - ((rows.length - until + first) >> 1)));
      if (held) rows[at - offset]?.node.focus({ preventScroll: true });
    }
    vary(part.rows, "padding-top", `${offset * sight.row}px`);
    vary(part.rows, "padding-bottom", `${Math.max(0, far - offset) * sight.row}px`);
  }

  function draw() {
    const { now } = live;
    part.against.lastElementChild.disabled = !live.then;
    showAgainst(against());
    showSort.forEach((show) => show(MEASURES[live.sort]));
    set(scroller, "data-order", MEASURES[live.sort]);
    write(part.base, against() === "AP" ? "vs AP" : "vs pin");
    const wanted = part.find.hidden ? "" : part.find.value.trim().toLowerCase();
    const order = [...now.order[live.sort]].filter((i) => !wanted || live.names[i].toLowerCase().includes(wanted));
    const first = Math.min(Math.floor(sight.top / sight.row), Math.max(0, order.length - 1));
    const until = Math.min(order.length, first + Math.ceil(sight.height / sight.row));
    const near = order.slice(first, until).flatMap((i) => MEASURES.slice(1).map((_, k) => now.means[k + 1][i]));
    const fit = near.length ? range(near) : [0, 1];
    // While the hand moves the range only grows, so that the dots do not jump.
    limits = live.moving && limits ? [Math.min(limits[0], fit[0]), Math.max(limits[1], fit[1])] : fit;
    write(part.low, limits[0].toFixed(3));
    write(part.high, limits[1].toFixed(3));
    if (listed !== order.length) rows.forEach(({ node }, k) => { node.hidden = k >= order.length; });
    listed = order.length;
    follow(first, until, order.length);
    const [from, to] = live.moving ? [first, until] : [offset, Math.min(order.length, offset + rows.length)];
    for (let k = from; k < to; k++) {
      drawRow(rows[k - offset], order[k]);
      set(rows[k - offset].node, "aria-rowindex", k + 2);
    }
    set(part.rows.parentNode, "aria-rowcount", order.length + 1);
    if (entry !== rows[first - offset]) {
      if (entry) set(entry.node, "tabindex", "-1");
      entry = rows[first - offset];
      set(entry.node, "tabindex", "0");
    }
    const whole = first + Math.floor((sight.height - HEAD) / sight.row) - Number(until < order.length);
    const away = live.selected.find((i) => { const k = order.indexOf(i); return k < first || k >= whole; });
    part.foot.hidden = away === undefined || part.find.value !== "";
    if (!part.foot.hidden) {
      drawRow(last, away);
      drawDots(lastDots, [away], 0);
    }
    drawDots(dots, order.slice(from, to), from);
    part.empty.hidden = order.length > 0;
    write(part.empty, `No run has “${wanted}” in its name.`);
  }
  return { node: scroller, draw, destroy: () => watch.disconnect() };
}
