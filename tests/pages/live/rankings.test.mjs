import assert from "node:assert/strict";
import test from "node:test";
import { ordering, ranks, tauMatrix } from "../../../gapviz/pages/live/rankings.js";

test("equal means are ranked by the places of their names", () => {
  assert.deepEqual([...ranks(ordering(Float64Array.of(0.2, 0.5, 0.2), [1, 2, 0]))], [3, 1, 2]);
});
test("tau-b with a tie: the worked example of gapviz.analysis.correlation.tau_b", () => {
  const tau = tauMatrix([Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 3, 2, 3)]);
  assert.equal(tau[0][1].toFixed(4), "0.5477");
  assert.equal(tau[1][0], tau[0][1]);
  assert.equal(tau[0][0], 1);
});
test("tau-b is -1 for the opposite order, and undefined, never 0, for a constant list", () => {
  const tau = tauMatrix([Float64Array.of(1, 2, 3), Float64Array.of(3, 2, 1), Float64Array.of(5, 5, 5)]);
  assert.equal(tau[0][1].toFixed(12), "-1.000000000000");
  assert.equal(tau[0][2], null);
  assert.equal(tau[2][2], null);
});
test("one run has a rank and no tau", () => {
  assert.deepEqual([...ranks(ordering(Float64Array.of(0.5), [0]))], [1]);
  assert.equal(tauMatrix([Float64Array.of(0.5), Float64Array.of(0.5)])[0][1], null);
});
