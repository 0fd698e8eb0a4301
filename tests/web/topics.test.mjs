import assert from "node:assert/strict";
import test from "node:test";
import { byDisagreement, median } from "../../gapviz/web/topics.js";

test("the median is the middle, or the mean of the two in the middle", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

test("topics stand by the largest difference; those that differ by rounding alone, and ties, as they come", () => {
  const scores = [[0.1, 0.1 + 0.2, 0.5, 0.2], [0.4, 0.3, 0.5, 0.5], [0.2, 0.3, 0.5, 0.3]];
  assert.deepEqual(byDisagreement(scores, [3, 2, 1, 0]), [3, 0, 2, 1]);
  assert.deepEqual(byDisagreement(scores, [0, 1, 2, 3]), [0, 3, 1, 2]);
});
