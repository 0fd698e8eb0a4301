// Compute with the browser's modules what test_live.py compares with Python: node parity.mjs FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { ceilings, prepare, scores } from "../../gapviz/web/measures.js";
import { evaluate } from "../../gapviz/web/live.js";

const folder = process.argv[2];
const { place, reach, shape: [N, T, c], gs } = JSON.parse(readFileSync(`${folder}/input.json`, "utf8"));
const floats = (name) => new Float64Array(new Uint8Array(readFileSync(`${folder}/${name}`)).buffer);
const stats = prepare({ N, T, c, S: floats("S"), RB: floats("RB"), counted: new Uint8Array(readFileSync(`${folder}/counted`)) });
const values = [];
const views = [];
for (const g of gs) {
  for (let i = 0; i < N; i++) values.push(...scores(stats, g, i));
  const { means, rank, tau } = evaluate(stats, place, g);
  views.push({ means: means.map((list) => [...list]), rank: rank.map((list) => [...list]), tau, tops: ceilings(reach, g) });
}
writeFileSync(`${folder}/values`, Buffer.concat(values.map((list) => Buffer.from(list.buffer))));
writeFileSync(`${folder}/views.json`, JSON.stringify(views));
