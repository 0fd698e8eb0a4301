import assert from "node:assert/strict";
import test from "node:test";
import { draws } from "./draws.mjs";
import { byDisagreement, median } from "../../gapviz/web/topics.js";

test("the median is the middle, or the mean of the two in the middle", () => {
  assert.equal(median(Float64Array.of(3, 1, 2)), 2);
  assert.equal(median(Float64Array.of(4, 1, 2, 3)), 2.5);
});
test("the median of 500 lists, many values equal, is that of the sorted list", () => {
  const draw = draws();
  for (let n = 1; n <= 500; n++) {
    const list = Float64Array.from({ length: n }, () => draw(n % 7 ? 1e6 : 5));
    const rising = list.slice().sort();
    assert.equal(median(list), (rising[n >> 1] + rising[(n - 1) >> 1]) / 2);
  }
});

test("topics stand by the largest difference; those that differ by rounding alone, and ties, as they come", () => {
  const scores = [[0.1, 0.1 + 0.2, 0.5, 0.2], [0.4, 0.3, 0.5, 0.5], [0.2, 0.3, 0.5, 0.3]];
  assert.deepEqual(byDisagreement(scores, [3, 2, 1, 0]), [3, 0, 2, 1]);
  assert.deepEqual(byDisagreement(scores, [0, 1, 2, 3]), [0, 3, 1, 2]);
});
