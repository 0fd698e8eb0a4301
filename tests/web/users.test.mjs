import assert from "node:assert/strict";
import test from "node:test";
import { along, between, move, moveTo, room, same, short, typed } from "../../gapviz/web/users.js";

const none = new Set();
const sum = (g) => g.reduce((a, b) => a + b, 0);
const near = (a, b) => a.forEach((value, k) => assert.ok(Math.abs(value - b[k]) < 1e-12, `${a} is not ${b}`));

// The examples are those of gapviz/users.py's docstrings.
test("the others share the rest in their proportions", () => near(move([0.2, 0.3, 0.5], 0, 0.6, none), [0.6, 0.15, 0.25]));
test("a locked one keeps its value", () => near(move([0.2, 0.3, 0.5], 0, 0.6, new Set([1])), [0.6, 0.3, 0.1]));
test("the value stops where the locked ones leave no room", () => near(move([0.2, 0.3, 0.5], 0, 0.9, new Set([1])), [0.7, 0.3, 0]));
test("free ones at 0 share equally", () => near(move([1, 0, 0], 0, 0.4, none), [0.4, 0.3, 0.3]));
test("with nothing free nothing moves", () => near(move([0.4, 0.6], 0, 0.9, new Set([1])), [0.4, 0.6]));
test("a probability loses the bits that a subtraction left, and nothing else", () => {
  assert.deepEqual([1 - 0.9, 0.3, 1 / 3, 0, 1].map(short), [0.1, 0.3, 1 / 3, 0, 1]);
});
test("what moves is not changed in place", () => {
  const g = [0.5, 0.5];
  move(g, 0, 0.9, none);
  assert.deepEqual(g, [0.5, 0.5]);
});
test("ten thousand moves keep the sum at 1 and every share from 0 to 1", () => {
  let g = [0.25, 0.25, 0.25, 0.25];
  let seed = 1;
  for (let k = 0; k < 10000; k++) {
    seed = (seed * 16807) % 2147483647;
    g = move(g, seed % 4, ((seed >> 3) % 101) / 100, new Set(seed % 5 === 0 ? [(seed + 1) % 4] : []));
    assert.ok(g.every((share) => share >= 0 && share <= 1 + 1e-12));
  }
  assert.ok(Math.abs(sum(g) - 1) < 1e-12);
});
test("the triangle pulls points outside back in, and respects a lock", () => {
  near(moveTo([0.2, 0.3, 0.5], [0.5, 0.7, -0.2], none), [0.5 / 1.2, 0.7 / 1.2, 0]);
  near(moveTo([0.2, 0.3, 0.5], [0.6, 0.2, 0.2], new Set([1])), [0.7 * 0.75, 0.3, 0.7 * 0.25]);
  near(moveTo([0.2, 0.3, 0.5], [1, 0, 0], new Set([0, 1])), [0.2, 0.3, 0.5]);
});
test("a path leads from one user model to the other", () => {
  near(between([0.8, 0.2], [0.2, 0.8], 0.5), [0.5, 0.5]);
  assert.deepEqual(between([0.8, 0.2], [0.2, 0.8], 1), [0.2, 0.8]);
});
test("a user model has a place on a path, or the nearest", () => {
  near([along([0.5, 0.5], [0.8, 0.2], [0.2, 0.8])], [0.5]);
  assert.equal(along([1, 0], [0.8, 0.2], [0.2, 0.8]), 0);
  assert.equal(along([0.3, 0.7], [0.5, 0.5], [0.5, 0.5]), 0);
});
test("typed values", () => {
  const g = [0.2, 0.3, 0.5];
  assert.deepEqual(typed(" 0,25 ", g, 0, none), { value: 0.25 });
  assert.deepEqual(typed("0.9", g, 0, new Set([1])), { message: "0.00 to 0.70: g₂ is locked at 0.30" });
  for (const text of ["", "x", "-0.1", "1.2", "1e5", "0x1", "NaN"]) assert.deepEqual(typed(text, g, 0, none), { message: "0.00 to 1.00" });
  assert.equal(room(g, 0, new Set([2])), 0.5);
});
test("the same user model to the eye", () => assert.ok(same([0.2, 0.8], [0.2, 0.8 + 1e-12]) && !same([0.2, 0.8], [0.2001, 0.7999])));
