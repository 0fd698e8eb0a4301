// Mutated views behind "#": each gives a view of the fields, and sentences; nothing is thrown.
import assert from "node:assert/strict";
import { FIELDS, readView, viewParameters } from "../../gapviz/web/link.js";

const HERE = { c: 2, runs: ["a", "b,c", "é"], topics: ["1", "x y"], g: [0.2, 0.8] };
const VALUES = ["", "0.2,0.8", "0.5,0.5", "1,0", "nan,1", "1e400,0", "-0,1", "0,1", "1/2,1/2", "a", "b,c", "é", "x y", "__proto__", "constructor",
  "AP", "eGAP", "pinned", "all", "9".repeat(400), "%", "%ff", "\u0000", "\u202e", "<b>", "=1+1", "\ud800"];
const ODD = ["&", "=", "#", "%", "%2", "%00", "+", ",", ";", "\n", "\\", "?"];

let state = 1;
/** The next whole number below `most`, from a seed. */
function next(most) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}

function mutated(text) {
  for (let left = next(4); left > 0; left -= 1) {
    const at = next(text.length + 1);
    const kinds = [text.slice(0, at) + ODD[next(ODD.length)] + text.slice(at), text.slice(0, at), text + text.slice(at), text.slice(at)];
    text = kinds[next(kinds.length)];
  }
  return text.slice(0, 10_000);
}

const counts = { view: 0, sentences: 0 };
for (let number = 0; number < Number(process.argv[2]); number += 1) {
  state = number * 7919 + 1;
  const parts = Array.from({ length: 1 + next(6) }, () => `${FIELDS[next(FIELDS.length)].parameter}=${VALUES[next(VALUES.length)]}`);
  const { view, notes } = readView(new URLSearchParams(mutated(parts.join("&"))), HERE);
  assert.deepEqual(Object.keys(view).sort(), FIELDS.map(({ name }) => name).sort());
  assert.equal(view.g.length, HERE.c);
  assert.ok(view.g.every((share) => share >= 0 && share <= 1 + 1e-9), `${number}: ${view.g}`);
  assert.ok(view.selected.every((name) => HERE.runs.includes(name)));
  assert.ok(notes.every((note) => note.endsWith(".") && note.length < 800), `${number}: ${notes}`);
  counts[notes.length > 0 ? "sentences" : "view"] += 1;
}
console.log(JSON.stringify(counts));
