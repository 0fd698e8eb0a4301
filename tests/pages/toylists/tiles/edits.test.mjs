import assert from "node:assert/strict";
import test from "node:test";
import { cycle, meaning, parse, regrade, spell, step, stepMissing, word } from "../../../../gapviz/pages/toylists/tiles/edits.js";

test("a click steps through the grades, unjudged and outside the pool, and back to 0", () => {
  let list = parse("2.0.");
  const seen = Array.from({ length: 5 }, () => { list = step(list, 0); return list.ranked[0]; });
  assert.deepEqual(seen, ["1", "2", "u", "x", "0"]);
});
test("a document that was not retrieved is always judged", () => {
  assert.deepEqual(cycle(2, false), ["0", "1", "2"]);
  assert.equal(spell(stepMissing(parse("2..2"), 0)), "2..0");
  assert.equal(spell(regrade(parse("2..12"), 1, "0")), "2..10");
});
test("an edit leaves the list that it was made from as it was", () => {
  const list = parse("3.31u22.10");
  step(list, 0);
  assert.equal(spell(list), "3.31u22.10");
});
test("words for tiles and screen readers", () => {
  assert.deepEqual(["0", "1", "2", "3", "u", "x"].map((sign) => word(sign, 3)),
    ["not rel.", "relevant", "highly", "key", "unjudged", "outside"]);
  assert.equal(word("4", 5), "");
  assert.equal(meaning("2"), "grade 2");
  assert.equal(meaning("u"), "unjudged");
});
