// Compare the browser's presets with Python's, which test_live.py writes: node presets.mjs FILE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { presets } from "../../../gapviz/pages/live/users.js";

JSON.parse(readFileSync(process.argv[2], "utf8")).forEach((expected, k) => {
  const found = [...presets(k + 1)];
  assert.deepEqual(found.map(([name]) => name), expected.map(([name]) => name));
  found.forEach(([name, g], i) => {
    g.forEach((share, h) => assert.ok(Math.abs(share - expected[i][1][h]) < 1e-15, name));
    assert.equal(g.length, k + 1);
  });
});
