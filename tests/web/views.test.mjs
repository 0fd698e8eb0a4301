import assert from "node:assert/strict";
import test from "node:test";
import { highlights, spaced, spread } from "../../gapviz/web/bump.js";
import { change, shorten } from "../../gapviz/web/dom.js";
import { range } from "../../gapviz/web/leaderboard.js";
import { evaluate, throttle } from "../../gapviz/web/live.js";
import { prepare } from "../../gapviz/web/measures.js";
import { fromPoint, toPoint } from "../../gapviz/web/triangle.js";

test("labels keep their distance and their order, inside the chart", () => {
  const placed = spread([10, 12, 100, 101, 298], 0, 300);
  placed.slice(1).forEach((y, k) => assert.ok(y - placed[k] >= 15));
  assert.ok(placed[0] >= 0 && placed[4] <= 300);
  assert.deepEqual(spread([10, 50], 0, 300), [10, 50]);
});
test("of many runs every so many are drawn, of few all", () => {
  const order = (length) => Int32Array.from({ length }, (_, k) => length - k);
  assert.equal(spaced(order(300)).length, 300);
  assert.deepEqual([...spaced(order(301))].slice(0, 3), [301, 299, 297]);
  assert.equal(spaced(order(2000)).length, 286);
});
test("the selected come before winners, winners before risers and fallers", () => {
  const order = [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 0, 2, 3, 4], [4, 0, 1, 2, 3]].map((list) => Int32Array.from(list));
  const rank = order.map((list) => { const r = []; list.forEach((i, k) => { r[i] = k + 1; }); return r; });
  const kinds = highlights({ order, rank }, [3], 2);
  assert.deepEqual([...kinds], [[3, "selected"], [0, "winner"], [1, "winner"], [4, "winner"], [2, "faller"]]);
  assert.equal(highlights({ order: Array(4).fill(order[0]), rank: Array(4).fill(rank[0]) }, [], -1).get(3), "other"); // of few runs all are labelled
});
test("the middle of a long name is left out, as gapviz.text.names.shorten does", () => {
  assert.equal(shorten("sab20.1.meta.docs", 14), "sab20.1…a.docs");
  assert.equal(shorten("run1", 14), "run1");
  assert.equal([...shorten("\u{1F600}".repeat(20), 5)].length, 5);
  assert.equal(shorten("a\u202Eb\n", 9), "a\uFFFDb\uFFFD");
});
test("changes have a direction; a change too small to print is none", () => {
  assert.deepEqual(change(8), ["▲8", "up"]);
  assert.deepEqual(change(-0.0371, 3), ["▼0.037", "down"]);
  assert.deepEqual(change(-0.0001, 3), ["=", "none"]);
});
test("the dot plot's range ends at round values around all of its scores", () => {
  assert.deepEqual(range([0.2301, 0.2999]).map((end) => end.toFixed(3)), ["0.225", "0.300"]);
  assert.deepEqual(range([0, 0]).map((end) => end.toFixed(3)), ["0.000", "0.025"]);
});
test("a point of the triangle leads back to its user model", () => {
  fromPoint(...toPoint([0.2, 0.3, 0.5])).forEach((share, h) => assert.ok(Math.abs(share - [0.2, 0.3, 0.5][h]) < 1e-12));
});
test("reports: the first at once, then the latest only, a final one always", async () => {
  const sent = [];
  const report = throttle((value) => sent.push(value), 30);
  for (const value of [1, 2, 3]) report.push(value, false);
  assert.deepEqual(sent, [1]);
  await new Promise((done) => { setTimeout(done, 45); });
  assert.deepEqual(sent, [1, 3]);
  report.push(4, false);
  report.push(5, true);
  await new Promise((done) => { setTimeout(done, 80); });
  assert.deepEqual(sent, [1, 3, 5]);
  report.cancel();
});
test("one run is evaluated like many", () => {
  const stats = prepare({ N: 1, T: 1, c: 1, S: Float64Array.of(1), RB: Float64Array.of(1), counted: Uint8Array.of(1) });
  assert.equal(evaluate(stats, Int32Array.of(0), [1]).rank[3][0], 1);
});
