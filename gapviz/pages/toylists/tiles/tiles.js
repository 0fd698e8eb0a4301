// The component: draws the tiles, edits the list at once, and tells Python. It computes no measure.
import { add, cycle, drop, grade, lose, meaning, miss, move, parse, regrade, remove, retrieve, spell, step, stepMissing, word } from "./edits.js";
import { element, named, shade } from "../../../web/elements.js";
import { mounted, unmount } from "../../../web/mounted.js";
import { keepUnread } from "../../../web/unread.js";

const FAR = 6; // px that a pointer moves before a click becomes a drag
const NEW = "1"; // grade of a document that is added
const LONGEST = 1000; // documents, as in Python

function mount(parent, config) {
  const root = parent.querySelector(".toy");
  const part = named(root, "part");
  const acts = named(root, "act");
  const toy = { part, acts, list: null, rev: null, done: 0, steps: [], here: { tray: false, place: 0 }, drag: null, settled: 0, unread: keepUnread(`gapviz.${config.key}`, undefined, () => { toy.follows = true; }) };

  const signs = (tray, list = toy.list) => (tray ? list.missing : list.ranked);
  const size = (tray) => signs(tray).length;
  const tile = ({ tray, place }) => (tray ? part.missing : part.list).querySelectorAll(".tile")[place];
  const name = ({ tray, place }) => (tray ? `not retrieved ${place + 1}` : `rank ${place + 1}`);

  /** Give the keyboard to the document that the tools act on; an empty list has only its "+". */
  const focus = () => (tile(toy.here) ?? part.list.querySelector(".more")).focus();

  /** Hold a new list, draw it and report it with words for the last step. */
  function edit(list, words, here = toy.here) {
    if (list.ranked.length + list.missing.length > LONGEST) return;
    toy.list = list;
    toy.here = here;
    draw();
    focus();
    part.spoken.textContent = words;
    tell({ text: spell(list), words });
  }

  /** Do steps again that Python may not have heard of. */
  toy.again = (steps) => {
    const last = steps.findLast((made) => made.text);
    if (last) toy.list = parse(last.text);
    draw();
    for (const made of steps) tell({ ...made, rev: toy.rev });
  };

  /** Report a step, with all that the page has not answered yet: it may read several reports at once. */
  function tell(made) {
    toy.follows = false;
    toy.done += 1;
    toy.steps.push({ rev: toy.rev, ...made });
    toy.unread.tell([...toy.steps]);
    toy.setStateValue("hand", { session: toy.config.session, done: toy.done, steps: [...toy.steps] });
  }

  /** Hold a list in which one document has another grade. */
  function give(at, list) {
    const [old, sign] = [toy.list, list].map((one) => signs(at.tray, one)[at.place]);
    if (sign === old) return;
    edit(list, `${name(at)}, ${meaning(old)} → ${meaning(sign).replace("grade ", "")}`, at);
  }

  /** Carry a document to a place of the list or to the tray. */
  function carry(at, to) {
    if (at.tray && to.tray) return;
    const end = Math.max(0, Math.min(to.place, size(false) - (at.tray ? 0 : 1)));
    if (at.tray) {
      const sign = toy.list.missing[at.place];
      edit(retrieve(toy.list, at.place, end), `${meaning(sign)} retrieved at rank ${end + 1}`, { tray: false, place: end });
    } else if (to.tray) {
      const list = drop(toy.list, at.place);
      const stays = list.missing.length > toy.list.missing.length;
      const here = stays ? { tray: true, place: list.missing.length - 1 } : { tray: false, place: Math.max(0, at.place - 1) };
      edit(list, `rank ${at.place + 1} no longer retrieved`, here);
    } else if (end !== at.place) {
      edit(move(toy.list, at.place, end), `rank ${at.place + 1} → rank ${end + 1}`, { tray: false, place: end });
    }
  }

  function take(at) {
    if (at.place >= size(at.tray)) return;
    const list = at.tray ? lose(toy.list, at.place) : remove(toy.list, at.place);
    edit(list, `${name(at)} removed`, { tray: at.tray, place: Math.max(0, at.place - 1) });
  }

  function put(tray) {
    const list = tray ? miss(toy.list, NEW) : add(toy.list, NEW);
    const place = size(tray);
    edit(list, tray ? `grade ${NEW} added, not retrieved` : `grade ${NEW} added at rank ${place + 1}`, { tray, place });
  }

  function go(at) {
    toy.here = at;
    mark();
    focus();
  }

  function key(event, at) {
    const { key: pressed, altKey: alt } = event;
    const last = size(at.tray) - 1;
    const to = { ArrowLeft: at.place - 1, ArrowRight: at.place + 1, Home: 0, End: last }[pressed];
    const sign = pressed === "?" ? "u" : pressed.toLowerCase();
    if (to !== undefined && alt) { if (!at.tray && to >= 0 && to <= last) carry(at, { tray: false, place: to }); }
    else if (to !== undefined) { if (to >= 0 && to <= last) go({ ...at, place: to }); }
    else if (pressed === "ArrowDown" && !at.tray) { if (alt) carry(at, { tray: true }); else if (size(true)) go({ tray: true, place: 0 }); }
    else if (pressed === "ArrowUp" && at.tray) { if (alt) carry(at, { tray: false, place: size(false) }); else if (size(false)) go({ tray: false, place: size(false) - 1 }); }
    else if (pressed === "Delete" || pressed === "Backspace") take(at);
    else if (pressed === "+") put(at.tray);
    else if (!event.ctrlKey && !event.metaKey && !alt && cycle(toy.list.c, !at.tray).includes(sign)) give(at, (at.tray ? regrade : grade)(toy.list, at.place, sign));
    else { if (/^[a-z]$/.test(pressed) && !stepping(event)) event.stopPropagation(); return; } // the app's own keys are not meant here
    event.preventDefault();
    event.stopPropagation();
  }

  const stepping = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";

  /** Undo and redo, wherever in the component the focus is: an empty list has no tile. */
  function history(event) {
    if (!stepping(event)) return;
    tell({ act: event.shiftKey ? "redo" : "undo" });
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where a document would go that is let go here: a place of the list, or the tray. */
  function target(x, y) {
    const box = part.tray.getBoundingClientRect();
    if (y > box.top - 10 && part.tray.offsetHeight) return { tray: true };
    const tiles = [...part.list.querySelectorAll(".tile:not(.dragged)")];
    const place = tiles.findIndex((one) => {
      const b = one.getBoundingClientRect();
      return y < b.top || (y <= b.bottom + 8 && x < b.left + b.width / 2);
    });
    return { tray: false, place: place < 0 ? tiles.length : place };
  }

  function pull(node, at) {
    node.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      toy.drag = { at, x: event.clientX, y: event.clientY, on: false };
      node.setPointerCapture(event.pointerId);
    });
    node.addEventListener("pointermove", (event) => {
      const drag = toy.drag;
      if (!drag || drag.at !== at) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.on && Math.hypot(dx, dy) < FAR) return;
      drag.on = true;
      node.classList.add("dragged");
      node.style.transform = `translate(${dx}px, ${dy}px)`;
      drag.to = target(event.clientX, event.clientY);
      part.tray.classList.toggle("over", drag.to.tray);
      const rest = [...part.list.querySelectorAll(".tile:not(.dragged)")];
      rest.forEach((one, k) => one.classList.toggle("before", !drag.to.tray && k === drag.to.place));
      rest.at(-1)?.classList.toggle("after", !drag.to.tray && drag.to.place === rest.length);
    });
    const stop = (event) => {
      const drag = toy.drag;
      toy.drag = null;
      if (!drag?.on) return;
      toy.settled = event.timeStamp;
      draw();
      if (event.type === "pointerup") carry(at, drag.to);
    };
    node.addEventListener("pointerup", stop);
    node.addEventListener("pointercancel", stop);
    node.addEventListener("click", (event) => {
      if (event.timeStamp - toy.settled < 50) return; // the end of a drag is no click
      give(at, (at.tray ? stepMissing : step)(toy.list, at.place));
    });
    node.addEventListener("keydown", (event) => key(event, at));
    node.addEventListener("focus", () => { toy.here = at; mark(); });
  }

  function draught(sign, at) {
    const { c } = toy.list;
    const shown = sign === "u" ? "?" : sign === "x" ? "×" : sign;
    const kind = /[ux]/.test(sign) ? "blank" : sign === "0" ? "none" : "graded";
    const node = element("button", { class: `tile ${kind}`, "aria-label": `${name(at)}, ${meaning(sign)}`, "data-rank": at.place + 1 },
      element("b", {}, shown), element("i", {}, word(sign, c)));
    if (kind === "graded") {
      const along = c > 1 ? (Number(sign) - 1) / (c - 1) : 1;
      shade(node, along);
      node.classList.toggle("pair", c === 2 && along === 0);
    }
    pull(node, at);
    return node;
  }

  function more(tray) {
    const node = element("button", { class: "more", "aria-label": tray ? "Add a judged document that was not retrieved" : "Add a document" }, "+");
    node.addEventListener("click", () => put(tray));
    return node;
  }

  /** Show which document the tools act on. */
  function mark() {
    const { tray, place } = toy.here;
    for (const [box, inTray] of [[part.list, false], [part.missing, true]]) {
      box.querySelectorAll(".tile").forEach((node, k) => {
        const chosen = inTray === tray && k === place;
        node.classList.toggle("here", chosen);
        node.tabIndex = chosen || (inTray !== tray && k === 0) ? 0 : -1;
      });
    }
    const any = place < size(tray);
    part.what.textContent = any ? `${name(toy.here)[0].toUpperCase()}${name(toy.here).slice(1)}` : "No document yet";
    part.other.textContent = tray ? "Retrieve" : "Not retrieved";
    acts.left.disabled = !any || tray || place === 0;
    acts.right.disabled = !any || tray || place === size(false) - 1;
    acts.other.disabled = acts.remove.disabled = !any;
    acts.clear.disabled = size(false) + size(true) === 0;
  }

  function draw() {
    const { ranked, missing } = toy.list;
    const focused = root.getRootNode().activeElement;
    const held = part.list.contains(focused) || part.missing.contains(focused);
    if (toy.here.place >= size(toy.here.tray)) {
      const tray = toy.here.tray && size(true) > 0;
      toy.here = { tray, place: Math.max(0, size(tray) - 1) };
    }
    part.list.replaceChildren(...ranked.map((sign, place) => draught(sign, { tray: false, place })), more(false));
    part.missing.replaceChildren(...missing.map((sign, place) => draught(sign, { tray: true, place })), more(true));
    part.tray.classList.remove("over");
    fit();
    mark();
    if (held) focus(); // the node that had it is gone
  }

  /** One column a rank as long as a tile has room in it; else the tiles wrap. */
  function fit() {
    const { left, right, least } = toy.config;
    const room = (part.list.clientWidth - left - right) / Math.max(1, toy.list.ranked.length);
    part.list.classList.toggle("wraps", room < least);
    part.list.classList.toggle("narrow", room < 56);
    part.list.style.setProperty("--columns", Math.max(1, toy.list.ranked.length));
  }

  toy.draw = draw;
  root.addEventListener("keydown", history);
  acts.left.addEventListener("click", () => carry(toy.here, { tray: false, place: toy.here.place - 1 }));
  acts.right.addEventListener("click", () => carry(toy.here, { tray: false, place: toy.here.place + 1 }));
  acts.other.addEventListener("click", () => carry(toy.here, toy.here.tray ? { tray: false, place: size(false) } : { tray: true }));
  acts.remove.addEventListener("click", () => take(toy.here));
  acts.undo.addEventListener("click", () => tell({ act: "undo" }));
  acts.clear.addEventListener("click", () => edit({ ...toy.list, ranked: [], missing: [] }, "emptied", { tray: false, place: 0 }));
  const watch = new ResizeObserver(() => toy.list && fit());
  watch.observe(part.list);
  toy.destroy = () => {
    watch.disconnect();
    toy.unread.stop();
  };
  root.toy = toy; // for the console and the browser tests
  return toy;
}

export default function ({ data, parentElement, setStateValue }) {
  const { config } = data;
  const first = !mounted.has(parentElement);
  const toy = mounted.get(parentElement) ?? mount(parentElement, config);
  mounted.set(parentElement, toy);
  const anew = !first && toy.config.session !== config.session; // another server, after this one was away
  const steps = first ? toy.unread.left() : anew ? toy.unread.kept() : undefined;
  if (anew) Object.assign(toy, { rev: null, done: 0, steps: [] });
  Object.assign(toy, { setStateValue, config });
  toy.part.list.setAttribute("aria-label", config.label);
  toy.part.list.style.setProperty("--left", `${config.left}px`);
  toy.part.list.style.setProperty("--right", `${config.right}px`);
  toy.part.gap.style.height = `${config.gap}px`;
  toy.part.tray.style.setProperty("--tray", `${config.tray}px`);
  toy.part.note.textContent = config.note;
  toy.acts.undo.disabled = !config.undo;
  if (toy.done < config.seen) toy.done = config.seen; // tiles that are new here
  toy.steps.splice(0, toy.steps.length - (toy.done - config.seen));
  if (toy.steps.length === 0) toy.unread.forget(); // Python has read them all
  if (toy.rev !== config.rev || toy.follows) { // a change that Python made, or an edit that it may never hear of: see unread.js
    if (toy.follows) toy.steps = [];
    toy.rev = config.rev;
    toy.list = parse(config.text);
    toy.unread.forget();
    toy.draw();
  }
  if (steps && steps.at(-1).text !== config.text) toy.again(steps);
  return unmount(parentElement);
}
