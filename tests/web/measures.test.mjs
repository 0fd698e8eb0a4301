import assert from "node:assert/strict";
import test from "node:test";
import { ceilings, means, prepare, scores } from "../../gapviz/web/measures.js";

/** Statistics of ranked lists (one run, a topic each) by the definition: S[r, h] and RB[h]. */
function statistics(lists, c, missing = []) {
  const S = [];
  const RB = [];
  lists.forEach((list, t) => {
    const pool = [...list, ...(missing[t] ?? [])];
    for (let r = 1; r <= c; r++) {
      for (let h = 1; h <= r; h++) {
        S.push(list.reduce((sum, grade, n) => (grade === r ? sum + list.slice(0, n + 1).filter((m) => m >= h).length / (n + 1) : sum), 0));
      }
      RB.push(pool.filter((grade) => grade >= r).length);
    }
  });
  return prepare({ N: 1, T: lists.length, c, S: Float64Array.from(S), RB: Float64Array.from(RB), counted: new Uint8Array(lists.length).fill(1) });
}

const near = (a, b, places) => assert.equal(a.toFixed(places), b.toFixed(places));

test("grades 3, 1, 2, 2 with equal shares: mathematics.md, section 2", () => {
  const [, gap, xgap, egap] = scores(statistics([[3, 1, 2, 2]], 3), [1 / 3, 1 / 3, 1 / 3], 0);
  near(gap[0], 0.927083, 6);
  near(xgap[0], 0.943287, 6);
  near(egap[0], 0.935185, 6);
});
test("R[1] = 10, R[2] = 1: xGAP is 7/40 before the swap and 17/110 after it", () => {
  const missing = [Array(9).fill(1), Array(9).fill(1)];
  const xgap = scores(statistics([[0, 0, 0, 1, 2], [0, 0, 0, 2, 1]], 2, missing), [0.5, 0.5], 0)[2];
  near(xgap[0], 7 / 40, 12);
  near(xgap[1], 17 / 110, 12);
});
test("all are AP(k) when g[k] is 1, and 0 when no document is reached", () => {
  const stats = statistics([[1, 0, 2, 1]], 3);
  for (const values of scores(stats, [0, 1, 0], 0).slice(1)) near(values[0], 1 / 3, 12);
  for (const values of scores(stats, [0, 0, 1], 0).slice(1)) assert.equal(values[0], 0);
  for (const values of scores(stats, [1, 0, 0], 0)) near(values[0], (1 + 2 / 3 + 3 / 4) / 3, 12);
});
test("an ideal list has GAP 1, and xGAP and eGAP equal to C[tau]; so has the ceiling", () => {
  const stats = statistics([[2, 1, 0], [1, 1, 0], [0, 0, 0]], 2);
  const values = scores(stats, [0.3, 0.7], 0);
  [[1, 1, 0], [1, 0.3, 0], [1, 0.3, 0]].forEach((expected, k) => expected.forEach((value, t) => near(values[k + 1][t], value, 12)));
  ceilings([2 / 3, 1 / 3], [0.3, 0.7]).forEach((top, k) => near(top, means(stats, [0.3, 0.7])[k + 1][0], 12));
});
test("only counted topics take part in a mean; none gives 0", () => {
  const stats = prepare({ N: 2, T: 2, c: 1, S: Float64Array.of(0.5, 1, 1, 1), RB: Float64Array.of(1, 1), counted: Uint8Array.of(1, 0, 0, 0) });
  for (const list of means(stats, [1])) assert.deepEqual([...list], [0.5, 0]);
  assert.deepEqual(ceilings([0], [1]), [0, 0, 0]);
});
test("where nobody waits for less than the highest grade, GAP's ceiling falls with the others", () => {
  assert.deepEqual(ceilings([0.75, 0.5], [0, 1]), [0.5, 0.5, 0.5]);
});
