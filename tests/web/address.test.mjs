import assert from "node:assert/strict";
import test from "node:test";
import { says, written } from "../../gapviz/web/address.js";

const link = [["g", "g", []], ["pinned", "pin", []], ["selected", "run", []], ["sort", "sort", "eGAP"]];
const base = { g: [0.2, 0.8], pinned: [], selected: [], sort: "eGAP" };
const said = (search, changes) => says(link, search, { ...base, ...changes }, base);

test("an address says numbers as Python writes them", () => {
  assert.ok(said("?g=1.0,0.0", { g: [1, 0] }));
  assert.ok(said("?g=0.1,0.9&pin=0.5%2C0.5", { g: [0.1, 0.9], pinned: [0.5, 0.5] }));
  assert.ok(!said("?g=0.1,0.9", { g: [0.1, 0.9], pinned: [0.5, 0.5] }));
  assert.ok(!said("", { g: [0.1, 0.9] }));
});
test("an address says names, also odd ones, in their order", () => {
  assert.ok(said("?run=b%2Cc&run=%3Ci%3E+a", { selected: ["b,c", "<i> a"] }));
  assert.ok(!said("?run=a&run=b", { selected: ["b", "a"] }));
  assert.ok(said("?sort=AP", { sort: "AP" }));
});
test("what has its default is not in the address", () => {
  const was = { ...base, sort: "AP", selected: ["a"] };
  assert.ok(says(link, "?g=0.1,0.9", base, was));
  assert.ok(!says(link, "?sort=AP", base, was));
});
test("what the hand has not changed need not be in the address", () => {
  assert.ok(said("?pin=0.5,0.5", {}));
});
test("a view is told in the words of an address, which Python reads by its table of fields", () => {
  const view = { g: [0.2, 0.8], pinned: [], locked: [1], selected: ["a,b", "c"], sort: "AP" };
  assert.deepEqual(written(view), { g: ["0.2,0.8"], pinned: [], locked: ["1"], selected: ["a,b", "c"], sort: ["AP"] });
});
