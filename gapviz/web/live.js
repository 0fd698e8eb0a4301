// The live view: takes data from Python or from page.js, holds the state, draws at most once a frame, reports.
import { element, named } from "./elements.js";
import { mounted, unmount } from "./mounted.js";
import { keepUnread } from "./unread.js";
import { MEASURES, means, prepare } from "./measures.js";
import { ordering, places, ranks, tauMatrix } from "./rankings.js";
import { watchSight, write } from "./dom.js";
import { short } from "./users.js";
import { says, written } from "./address.js";
import { buildControls } from "./controls.js";
import { buildTriangle } from "./triangle.js";
import { buildCards } from "./cards.js";
import { buildBump } from "./bump.js";
import { buildLeaderboard } from "./leaderboard.js";
import { buildTauMap } from "./taumap.js";
import { buildTopics } from "./topics.js";

const THROTTLE = 250; // ms between reports to Python while the hand moves
const TURNS = 3; // of parts that are not drawn at every frame while the hand moves
const QUIET = 800; // ms of rest before the winners are spoken
const BACK = ["undo", "redo", "reset"]; // actions after which another view is in force than the one told last

/** Fields that the component keeps in another form than Python: from Python's value, and to it. */
const KEPT = {
  pinned: { take: (value) => (value.length > 0 ? value : null), give: (kept) => kept ?? [] },
  locked: { take: (value) => new Set(value), give: (kept) => [...kept].sort() },
  selected: { take: (value, { names }) => value.map((name) => names.indexOf(name)).filter((i) => i >= 0), give: (kept, { names }) => kept.map((i) => names[i]) },
  sort: { take: (value) => MEASURES.indexOf(value), give: (kept) => MEASURES[kept] },
};

/** Everything that the view shows under g, from statistics that measures.js has prepared; `near` has orders to begin from. */
export function evaluate(stats, place, g, near = []) {
  const lists = means(stats, g);
  const placed = lists.map((list, m) => places(list, near[m]));
  const order = placed.map((list, m) => ordering(list, place, near[m]));
  let tau;
  return { means: lists, order, rank: order.map(ranks), get tau() { return tau ??= tauMatrix(placed); } };
}

/** Send the first value at once, then at most one every `wait` ms, the latest; a final one always. */
export function throttle(send, wait) {
  let timer = 0;
  let waiting = null;
  const fire = () => {
    timer = 0;
    if (waiting === null) return;
    send(waiting);
    waiting = null;
    timer = setTimeout(fire, wait);
  };
  return { push(value, final) {
    if (final) { clearTimeout(timer); timer = 0; }
    waiting = value;
    if (!timer) fire();
  }, cancel() { clearTimeout(timer); } };
}

/** An array, or the only column of a table that Streamlit sent. */
function column(table) {
  return ArrayBuffer.isView(table) ? table : table.getChild("v").toArray();
}

function mount(parent, { runs, place, presets, shape: [, , c], whole, topics, topicPlace }, keep) {
  const root = parent.querySelector(".gv");
  const pristine = root.cloneNode(true);
  const part = named(root, "part");
  const live = { root, part, c, names: runs, place, topics, topicPlace, presets: new Map(presets), whole, rev: null, now: null, then: null,
    unread: keep("gapviz.live", (view) => settled(live, view), () => { live.follows = true; }) };
  const [undo, redo] = ["undo", "redo"].map((action) => root.querySelector(`[data-action=${action}]`));
  let frame = 0;
  let quiet = 0;
  let turn = 0; // of the parts that take turns, those that a frame draws while the hand moves
  let due = new Set(); // elements whose part is drawn in the next frame; undefined stands for all
  let drawn = []; // what the shown values were computed from

  live.kick = (node) => {
    due.add(node);
    frame ||= requestAnimationFrame(draw);
  };
  live.report = throttle((event) => live.setStateValue("event", event), THROTTLE);
  live.emit = (final) => {
    if (frame < 0) return;
    live.moving = !final;
    live.follows = false;
    if (final) live.g = live.g.map(short);
    const view = held(live);
    live.unread.tell(view);
    live.report.push({ session: live.session, rev: live.rev, final, view: written(view) }, final);
    if (final) [undo.disabled, redo.disabled] = [false, true]; // as Python will say when it next speaks
    live.kick();
  };
  live.change = (patch, final) => { Object.assign(live, patch); live.emit(final); };
  live.toggle = (i) => live.change({ selected: live.selected.includes(i) ? live.selected.filter((j) => j !== i) : [...live.selected, i] }, true);
  live.evaluate = (g) => evaluate(live.stats, live.place, g, live.now?.order);
  live.tip = (at, ...content) => {
    part.tip.hidden = !at;
    if (!at) return;
    part.tip.replaceChildren(...content);
    const box = root.getBoundingClientRect();
    const flip = at.x - box.left + part.tip.offsetWidth + 24 > box.width;
    part.tip.style.left = `${Math.max(0, at.x - box.left + (flip ? -part.tip.offsetWidth - 16 : 16))}px`;
    part.tip.style.top = `${at.y - box.top - part.tip.offsetHeight - 12}px`;
  };

  function draw() {
    frame = 0;
    const asked = due;
    const all = asked.has(undefined);
    due = new Set();
    if (whole && (drawn[0] !== live.g || drawn[2] !== live.stats)) live.now = live.evaluate(live.g);
    if (whole && (drawn[1] !== live.pinned || drawn[2] !== live.stats)) live.then = live.pinned && live.evaluate(live.pinned);
    drawn = [live.g, live.pinned, live.stats];
    // While the hand moves, only what is in sight is drawn: the ranks at every frame; numbers and topics, which no eye
    // reads that fast, take turns.
    turn = (turn + 1) % TURNS;
    for (const { node, draw: drawPart, when = turn } of parts) {
      if ((!all && !asked.has(node)) || (live.moving && sight.lacks(node))) continue;
      if (live.moving && all && when !== turn) live.kick(node);
      else drawPart();
    }
    if (!whole || !all) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => write(part.spoken, MEASURES.slice(1).map((measure, k) => {
      const winner = live.now.order[k + 1][0];
      return `${measure}: ${live.names[winner]}, ${live.now.means[k + 1][winner].toFixed(4)}`;
    }).join("; ")), QUIET);
  }

  root.classList.toggle("rail-only", !whole);
  const parts = [{ node: part.sliders, draw: buildControls(live) }];
  if (c === 3) parts.push({ node: part.triangle, draw: buildTriangle(live) });
  if (whole) {
    parts.push(buildBump(live), { node: part.cards, draw: buildCards(live), when: 0 }, { node: part.tau, draw: buildTauMap(live), when: 0 },
      { ...buildTopics(live), when: 1 }, { ...buildLeaderboard(live), when: 2 });
  }
  const sight = watchSight(parts.slice(1).map(({ node }) => node), live.kick);
  live.destroy = () => {
    cancelAnimationFrame(frame);
    clearTimeout(quiet);
    live.report.cancel();
    sight.stop();
    parts.forEach(({ destroy }) => destroy?.());
    live.unread.stop();
    frame = -1; // draws no more
    root.replaceWith(pristine);
  };
  root.addEventListener("click", (event) => {
    const action = event.target.closest("[data-action]")?.dataset.action;
    if (!action) return;
    live.stop(); // what a playing path has reached is told first
    if (BACK.includes(action)) live.unread.forget();
    live.setTriggerValue("action", action);
  });
  part.link.addEventListener("click", async () => {
    const done = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    write(part.link.querySelector("span"), done ? "Copied" : "Copy it above");
    setTimeout(() => write(part.link.querySelector("span"), "Copy link"), 2000);
  });
  root.live = live; // for the console and the browser tests
  return live;
}

/** The fields that the hand changes, as Python has them. */
function held(live) {
  return Object.fromEntries(live.link.map(([name]) => [name, KEPT[name]?.give(live[name], live) ?? live[name]]));
}

function take(live, { rev, view }) {
  for (const [name, value] of Object.entries(view)) live[name] = KEPT[name] ? KEPT[name].take(value, live) : value;
  Object.assign(live, { rev, moving: false });
  live.unread.forget();
}

/** Whether the address says all that the hand has changed; later changes are told from what it says. */
function settled(live, view) {
  const all = says(live.link, location.search, view, live.base);
  if (all) live.base = view;
  return all;
}

/** Whether Python shows another view than this one. */
function differs(view, shown) {
  return Object.keys(shown).some((name) => JSON.stringify(view[name]) !== JSON.stringify(shown[name]));
}

/** Show data in an element, or what has changed in them. `keep` holds what was told and not yet read. */
export default function update({ data, parentElement, setStateValue, setTriggerValue, keep = keepUnread }) {
  const { config } = data;
  let live = mounted.get(parentElement);
  const other = live && (live.whole !== config.whole || live.c !== config.shape[2] || live.names.join("\n") !== config.runs.join("\n"));
  if (other) live.destroy();
  const first = !live;
  const anew = !first && live.session !== config.session; // another server, after this one was away
  if (first || other) live = mount(parentElement, config, keep);
  const view = first ? live.unread.left() : anew ? live.unread.kept() : undefined;
  mounted.set(parentElement, live);
  Object.assign(live, { setStateValue, setTriggerValue, session: config.session, reach: config.reach, link: config.link });
  if (config.whole && live.digest !== config.digest) {
    const [N, T, c] = config.shape;
    live.digest = config.digest;
    live.stats = prepare({ N, T, c, S: column(data.S), RB: column(data.RB), counted: column(data.counted) });
  }
  if (anew || live.rev !== config.rev) { // a change that Python made
    take(live, config);
    live.base = config.view;
  } else if (live.follows && differs(held(live), config.now)) take(live, { rev: config.rev, view: config.now }); // see unread.js
  write(live.part.title, config.title);
  write(live.part.facts, config.facts);
  live.part.chips.replaceChildren(...config.chips.map(([text, kind, title]) => element("li", { class: kind, title }, text)));
  for (const button of live.root.querySelectorAll("[data-action]")) button.disabled = !config.can.includes(button.dataset.action);
  if (view?.g.length === live.c && differs(view, config.view)) {
    take(live, { rev: config.rev, view });
    live.emit(true);
  }
  live.kick();
  return unmount(parentElement);
}
