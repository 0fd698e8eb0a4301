// The rail: sliders with locks and typed values, presets, the pinned baseline, the path, the ceiling.
import { ceilings } from "./measures.js";
import { along, between, move, room, same, typed } from "./users.js";
import { element, shade } from "./elements.js";
import { set, stamp, vary, write } from "./dom.js";

const SECONDS = 4; // of the whole path

function meaning(h, c) {
  if (c === 1 || (c === 2 && h === 0)) return "any relevant document";
  if (h < c - 1) return `from grade ${h + 1}`;
  return c === 2 ? "only highly relevant" : `only grade ${c}`;
}

function buildShares(bar, c) {
  bar.replaceChildren(...Array.from({ length: c }, (_, h) => {
    const at = c > 1 ? h / (c - 1) : 1; // along the colours of the grades
    const node = element("span", { class: at > 0.6 ? "grade upper" : "grade" });
    shade(node, at);
    return node;
  }));
}

function drawShares(bar, g, digits) {
  g.forEach((share, h) => {
    bar.children[h].style.flexGrow = share;
    bar.children[h].hidden = share < 1e-9;
    if (digits) write(bar.children[h], share >= 0.12 ? `${Math.round(100 * share)} %` : "");
  });
}

/** Call when a slider that was moved is let go, also where it began; a key that is held is a drag like that of a hand. */
function onRelease(slider, call) {
  let moved = false;
  let held = false; // by a key
  const release = () => {
    held = false;
    if (moved) { moved = false; call(); }
  };
  slider.addEventListener("input", () => { moved = true; });
  slider.addEventListener("keydown", (event) => { held ||= /^(Arrow|Page|Home|End)/.test(event.key); });
  for (const moment of ["keyup", "blur", "pointerup", "pointercancel"]) slider.addEventListener(moment, release);
  slider.addEventListener("change", () => { if (!held) release(); });
}

function buildSlider(live, h) {
  const { node: row, index, meaning: words, lock, shackle, value, slider, pinned, message } = stamp(live.part.shareTemplate);
  write(index, String(h + 1));
  write(words, meaning(h, live.c));
  set(lock, "aria-label", `Lock g ${h + 1}`);
  set(value, "aria-label", `Value of g ${h + 1}`);
  set(slider, "aria-label", `g ${h + 1}: ${meaning(h, live.c)}`);
  slider.addEventListener("input", () => live.change({ g: move(live.g, h, Number(slider.value), live.locked) }, false));
  onRelease(slider, () => live.emit(true));
  lock.addEventListener("click", () => {
    const locked = new Set(live.locked);
    if (!locked.delete(h)) locked.add(h);
    live.change({ locked }, true);
  });
  const warn = (text) => {
    message.hidden = !text;
    write(message, text);
    row.classList.toggle("wrong", Boolean(text));
  };
  value.addEventListener("change", () => {
    const wish = typed(value.value, live.g, h, live.locked);
    warn(wish.message ?? "");
    if (wish.message) return; // the last valid g stays in force
    live.change({ g: move(live.g, h, wish.value, live.locked) }, true);
    value.value = live.g[h].toFixed(2); // also where nothing could move
  });
  value.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") { warn(""); value.value = live.g[h].toFixed(2); }
  });

  let before = null;
  return { row, draw() {
    const locked = live.locked.has(h);
    const text = live.g[h].toFixed(2);
    if (live.g !== before) { warn(""); before = live.g; value.value = text; }
    slider.value = live.g[h];
    vary(slider, "--at", live.g[h]);
    set(slider, "aria-valuetext", `${text}, at most ${room(live.g, h, live.locked).toFixed(2)}`);
    slider.disabled = locked;
    value.readOnly = locked;
    row.classList.toggle("locked", locked);
    set(lock, "aria-pressed", locked);
    set(shackle, "href", locked ? "#gv-locked" : "#gv-open");
    pinned.hidden = !live.pinned;
    if (live.pinned) vary(pinned, "--at", live.pinned[h]);
  } };
}

function buildPath(live) {
  const part = live.part;
  let here = null; // where "pinned to here" ends: the second pin
  let timer = 0;
  let mine = null; // the g that the path set last; another one means that a hand has taken over
  const ends = () => (part.way.value === "here" && live.pinned ? [live.pinned, here ?? live.g]
    : [live.presets.get("Lenient"), live.presets.get("Strict")]);
  const go = (t) => {
    mine = between(...ends(), t);
    live.change({ g: mine }, false);
  };
  const halt = () => {
    cancelAnimationFrame(timer);
    timer = 0;
    live.kick();
  };
  const stop = live.stop = () => {
    if (!timer) return;
    halt();
    live.emit(true);
  };
  const play = () => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const first = along(live.g, ...ends()) % 1; // from its end the path starts again
    let begun = 0;
    const step = (now) => {
      if (begun && live.g !== mine) return halt();
      begun ||= now;
      let t = Math.min(1, first + (now - begun) / (1000 * SECONDS));
      if (still) t = Math.floor(4 * t) / 4; // a few steps in place of a motion
      if (t < 1) timer = requestAnimationFrame(step);
      go(t);
      return t < 1 || stop();
    };
    timer = requestAnimationFrame(step);
  };
  part.play.addEventListener("click", () => (timer ? stop() : play()));
  part.scrub.addEventListener("input", () => { stop(); go(Number(part.scrub.value)); });
  onRelease(part.scrub, () => live.emit(true));
  part.way.addEventListener("change", () => {
    stop();
    here = live.g;
    live.kick();
  });
  return () => {
    if (live.c === 1) return; // there is one user model, and no path
    part.way.options[1].disabled = !live.pinned;
    if (!live.pinned) part.way.value = "strict";
    const pins = part.way.value === "here";
    write(part.start, pins ? "pinned" : "lenient");
    write(part.end, pins ? "here" : "strict");
    part.scrub.value = along(live.g, ...ends());
    vary(part.scrub, "--at", part.scrub.value);
    set(part.play, "aria-label", timer ? "Stop" : "Play the path");
    set(part.play.querySelector("use"), "href", timer ? "#gv-stop" : "#gv-play");
  };
}

/** Fill the rail for a collection with grades 1..c; returns its draw function. */
export function buildControls(live) {
  const part = live.part;
  part.way.closest(".row").hidden = live.c === 1;
  part.play.closest(".path").hidden = live.c === 1;
  const thresholds = Array.from({ length: live.c }, (_, h) => h);
  buildShares(part.bar, live.c);
  buildShares(part.pinnedBar, live.c);
  const sliders = thresholds.map((h) => buildSlider(live, h));
  part.sliders.replaceChildren(...sliders.map((slider) => slider.row));
  const chips = [...live.presets].map(([name, g]) => {
    const chip = element("button", { class: "chip" }, name);
    chip.addEventListener("click", () => live.change({ g, locked: new Set() }, true));
    return chip;
  });
  part.presets.replaceChildren(...chips);
  part.pin.addEventListener("click", () => live.change({ pinned: live.g, against: "pinned" }, true));
  part.unpin.addEventListener("click", () => live.change({ pinned: null, against: "AP" }, true));
  part.swap.addEventListener("click", () => live.change({ g: live.pinned, pinned: live.g, locked: new Set() }, true));
  part.fold.addEventListener("click", () => set(part.fold, "aria-expanded", !live.root.classList.toggle("folded")));
  part.more.addEventListener("click", () => set(part.more, "aria-expanded", live.root.classList.toggle("more")));
  const drawPath = buildPath(live);

  return () => {
    drawShares(part.bar, live.g, true);
    set(part.bar, "aria-label", `g in force: ${live.g.map((share) => share.toFixed(2)).join(", ")}`);
    sliders.forEach((slider) => slider.draw());
    [...live.presets.values()].forEach((g, k) => set(chips[k], "aria-pressed", same(g, live.g)));
    write(part.pinned, live.pinned ? live.pinned.map((share) => share.toFixed(2)).join(" / ") : "none");
    part.unpin.hidden = part.pinnedBar.hidden = part.swap.disabled = !live.pinned;
    if (live.pinned) drawShares(part.pinnedBar, live.pinned, false);
    drawPath();
    ceilings(live.reach, live.g).forEach((top, k) => write(part.ceilings.children[k].lastChild, top.toFixed(3)));
  };
}
