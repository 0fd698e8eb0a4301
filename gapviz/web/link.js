// The part of a live page's address behind "#": a view, with the parameters of the app's address.
// Mirrors gapviz/pages/session: state.py has the fields, readers.py how they are read.
import { MEASURES } from "./measures.js";
import { shorten } from "./dom.js";

const LONGEST = 60; // letters of a value that a sentence repeats
const SUM = 1e-9; // by which a sum of probabilities may miss 1, as in gapviz/users.py

class Unusable extends Error {}

function numbers(text) {
  const parts = text.split(",");
  if (!parts.every((part) => /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(part))) throw new Unusable("expected numbers with commas between them");
  return parts.map(Number);
}

function shares([text], { c }) {
  const g = numbers(text);
  if (g.some((share) => share < 0)) throw new Unusable("expected probabilities from 0 to 1");
  const sum = g.reduce((total, share) => total + share, 0);
  if (!(Math.abs(sum - 1) <= SUM)) throw new Unusable(`expected probabilities that sum to 1, found a sum of ${Number(sum.toPrecision(6))}`);
  if (g.length !== c) throw new Unusable(`it is for grades to ${g.length}; these grades go to ${c}`);
  return g;
}

function positions([text], { c }) {
  if (!/^\d{1,3}(,\d{1,3})*$/.test(text)) throw new Unusable("expected positions with commas between them");
  const found = [...new Set(text.split(",").map(Number))].sort((a, b) => a - b);
  if (found.some((h) => h >= c)) throw new Unusable(`these grades go to ${c}`);
  return found;
}

function oneOf(choices) {
  return ([text]) => {
    if (!choices.includes(text)) throw new Unusable(`expected one of ${choices.join(", ")}`);
    return text;
  };
}

/** Names that the page has; others are told of, and the rest is taken. */
function known(values, names, notes) {
  const given = [...new Set(values)];
  const missing = given.filter((name) => !names.includes(name));
  if (missing.length > 0) notes.push(`Not in this page, so not selected: ${missing.slice(0, 5).map((name) => shorten(name, LONGEST)).join(", ")}${missing.length > 5 ? ` and ${missing.length - 5} more` : ""}.`);
  return given.filter((name) => names.includes(name));
}

/** Fields in the order of the address: name, parameter, what stands for none, and how its values are read. */
export const FIELDS = [
  { name: "g", parameter: "g", absent: [], read: shares },
  { name: "pinned", parameter: "pin", absent: [], read: shares },
  { name: "locked", parameter: "lock", absent: [], read: positions },
  { name: "sort", parameter: "sort", absent: "eGAP", read: oneOf(MEASURES) },
  { name: "against", parameter: "vs", absent: "AP", read: oneOf(["AP", "pinned"]) },
  { name: "selected", parameter: "run", absent: [], read: (values, { runs }, notes) => known(values, runs, notes) },
  { name: "topic", parameter: "topic", absent: "", read: ([text], { topics }, notes) => known([text], topics, notes)[0] ?? "" },
  { name: "shown", parameter: "show", absent: "all", read: oneOf(["all", "top", "selected"]) },
  { name: "order", parameter: "order", absent: "disagreement", read: oneOf(["disagreement", "topic"]) },
];

/**
 * Read a view from parameters: {view, notes}. `here` has what the page has: c, runs, topics, and the `g` that is in
 * force where none is given. A value that cannot be used is one sentence, and never an error.
 */
export function readView(parameters, here) {
  const notes = [];
  const view = {};
  for (const { name, parameter, absent, read } of FIELDS) {
    view[name] = absent;
    const given = parameters.getAll(parameter).filter((value) => value !== ""); // an empty one says nothing
    if (given.length === 0) continue;
    try {
      view[name] = read(given, here, notes);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      notes.push(`The link has ${parameter}=${shorten(given.join(","), LONGEST)}: ${error.message}.`);
    }
  }
  if (view.g.length === 0) view.g = here.g;
  if (view.pinned.length === 0) view.against = "AP";
  return { view, notes };
}

/** Write a view, whose fields are lists of texts, as parameters; what stands for none is left out. */
export function viewParameters(values) {
  const parameters = new URLSearchParams();
  for (const { name, parameter, absent } of FIELDS) {
    if (String(values[name]) === String(absent)) continue;
    for (const value of values[name]) parameters.append(parameter, value);
  }
  return parameters;
}

/** Parameters as they stand in an address: commas and spaces can be read. */
export function addressed(parameters) {
  return String(parameters).replaceAll("%2C", ",");
}
