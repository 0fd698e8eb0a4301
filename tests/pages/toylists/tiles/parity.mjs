// Edit lists with the browser's module; test_tiles.py compares with Python: node parity.mjs FILE
import { readFileSync } from "node:fs";
import * as edits from "../../../../gapviz/pages/toylists/tiles/edits.js";

const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
const done = cases.map(([text, edit, ...values]) => edits.spell(edits[edit](edits.parse(text), ...values)));
process.stdout.write(JSON.stringify(done));
