import assert from "node:assert/strict";
import test from "node:test";
import { draws } from "./draws.mjs";
import { ordering, places, ranks, tauMatrix } from "../../gapviz/web/rankings.js";

test("from whatever order sorting begins, places and order are the same", () => {
  const draw = draws();
  for (let n = 1; n <= 300; n++) {
    const means = Float64Array.from({ length: n }, () => draw(n % 3 ? 1e6 : 7) / 1e6);
    const named = Int32Array.from({ length: n }, (_, k) => n - 1 - k);
    const order = ordering(places(means), named);
    for (const near of [order, order.slice().reverse(), Int32Array.from(named)]) {
      assert.deepEqual(places(means, near), places(means));
      assert.deepEqual(ordering(places(means), named, near), order);
    }
  }
});
test("equal means are ranked by the places of their names", () => {
  assert.deepEqual([...ranks(ordering(places(Float64Array.of(0.2, 0.5, 0.2)), [1, 2, 0]))], [3, 1, 2]);
});
test("means that rounding alone tells apart have one place, others their own: tests/analysis/rankings/test_equality.py", () => {
  const of = (...means) => [...places(Float64Array.from(means))];
  assert.deepEqual(of(0.1 + 0.2, 0.3, 0.3 * (1 + 1e-11), 0), [1, 1, 2, 0]);
  assert.deepEqual(of(1, 1 + 6e-13, 1 + 1.2e-12), [0, 0, 0]); // equal to an equal one
  assert.deepEqual(of(-0.3, -0.1 - 0.2, -0.5), [1, 1, 0]);
  assert.deepEqual(of(1e-30, 2e-30, 0), [1, 2, 0]);
  assert.deepEqual(of(), []);
});
test("tau-b with a tie: the worked example of gapviz.analysis.rankings.tau.tau_against", () => {
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
