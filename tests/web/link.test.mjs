import assert from "node:assert/strict";
import test from "node:test";
import { draws } from "./draws.mjs";
import { addressed, readView, viewParameters } from "../../gapviz/web/link.js";
import { written } from "../../gapviz/web/address.js";

const here = { c: 2, runs: ["a,b", "c d", "é"], topics: ["1", "2"], g: [0.2, 0.8] };
const read = (text) => readView(new URLSearchParams(text), here);

test("a view comes back from its address", () => {
  const view = { g: [0.1, 0.9], pinned: [0.5, 0.5], locked: [1], sort: "AP", against: "pinned", selected: ["a,b", "é"], topic: "2", shown: "top", order: "topic" };
  const address = addressed(viewParameters(written(view)));
  assert.equal(address, "g=0.1,0.9&pin=0.5,0.5&lock=1&sort=AP&vs=pinned&run=a,b&run=%C3%A9&topic=2&show=top&order=topic");
  assert.deepEqual(read(address), { view, notes: [] });
});

test("what has its default is left out, and an empty address is the first view", () => {
  const { view, notes } = read("");
  assert.deepEqual(view.g, [0.2, 0.8]);
  assert.deepEqual(notes, []);
  assert.equal(String(viewParameters(written(view))), "g=0.2%2C0.8");
});

test("an empty value before another says nothing", () => {
  const { view, notes } = read("g=&g=0.1,0.9&run=&run=é&run=&topic=&topic=2");
  assert.deepEqual([view.g, view.selected, view.topic, notes], [[0.1, 0.9], ["é"], "2", []]);
});

test("what cannot be used is a sentence, and the rest holds", () => {
  const cases = {
    "g=0.1,0.7": "The link has g=0.1,0.7: expected probabilities that sum to 1, found a sum of 0.8.",
    "g=1e999,0": "The link has g=1e999,0: expected probabilities that sum to 1, found a sum of Infinity.",
    "g=-1,2": "The link has g=-1,2: expected probabilities from 0 to 1.",
    "g=0.2,0.3,0.5": "The link has g=0.2,0.3,0.5: it is for grades to 3; these grades go to 2.",
    "g=0x1,0": "The link has g=0x1,0: expected numbers with commas between them.",
    "lock=7": "The link has lock=7: these grades go to 2.",
    "lock=-1": "The link has lock=-1: expected positions with commas between them.",
    "sort=nDCG": "The link has sort=nDCG: expected one of AP, GAP, xGAP, eGAP.",
    "run=zzz": "Not in this page, so not selected: zzz.",
    "topic=9": "Not in this page, so not selected: 9.",
  };
  for (const [text, sentence] of Object.entries(cases)) {
    const { view, notes } = read(`${text}&show=top`);
    assert.deepEqual(notes, [sentence]);
    assert.equal(view.shown, "top");
    assert.deepEqual(view.g, [0.2, 0.8]);
  }
});

test("changes are counted from AP where nothing is pinned", () => {
  assert.equal(read("vs=pinned").view.against, "AP");
});

test("no text at all makes an error", () => {
  const random = draws();
  const letters = "g=0.2,8&pin=runsortlockvs%zzé\u2028<>\"'+#;-e1";
  for (let k = 0; k < 5000; k++) {
    const text = Array.from({ length: random(30) }, () => letters[random(letters.length)]).join("");
    const { view } = read(text);
    assert.equal(view.g.length, 2);
    assert.ok(Math.abs(view.g[0] + view.g[1] - 1) <= 1e-9);
  }
});
