// A toy list as the browser edits it; mirrors gapviz/analysis/toylists/lists.py. A document is one sign:
// the digit of its grade, "u" where it was pooled without a judgement, "x" where it is outside the pool.

const TEXT = /^([1-9])\.([0-9ux]*)\.([0-9]*)$/;

/** Read a list from its text, such as 3.31u22.10. */
export function parse(text) {
  const [, c, ranked, missing] = TEXT.exec(text);
  return { c: Number(c), ranked: [...ranked], missing: [...missing] };
}

/** Write a list as its text. */
export function spell({ c, ranked, missing }) {
  return `${c}.${ranked.join("")}.${missing.join("")}`;
}

/** The grades that a click steps through; what was not retrieved is always judged. */
export function cycle(c, retrieved) {
  const grades = Array.from({ length: c + 1 }, (_, k) => String(k));
  return retrieved ? [...grades, "u", "x"] : grades;
}

function next(sign, signs) {
  return signs[(signs.indexOf(sign) + 1) % signs.length];
}

/** Give the document at a place the next grade. */
export function step(list, place) {
  return grade(list, place, next(list.ranked[place], cycle(list.c, true)));
}

/** Give the document at a place another grade. */
export function grade(list, place, sign) {
  return { ...list, ranked: list.ranked.with(place, sign) };
}

/** Move a document to another place; those between close up. */
export function move(list, place, to) {
  return { ...list, ranked: list.ranked.toSpliced(place, 1).toSpliced(to, 0, list.ranked[place]) };
}

/** Put a new document in. */
export function add(list, sign, place = list.ranked.length) {
  return { ...list, ranked: list.ranked.toSpliced(place, 0, sign) };
}

/** Take a document away altogether. */
export function remove(list, place) {
  return { ...list, ranked: list.ranked.toSpliced(place, 1) };
}

/** Move a document out of the list; a judged one then counts as not retrieved. */
export function drop(list, place) {
  const sign = list.ranked[place];
  const left = sign === "u" || sign === "x" ? [] : [sign];
  return { ...remove(list, place), missing: [...list.missing, ...left] };
}

/** Put the document with this number among the missing ones into the list. */
export function retrieve(list, number, place) {
  return add(lose(list, number), list.missing[number], place);
}

/** Add a judged document that was not retrieved. */
export function miss(list, sign) {
  return { ...list, missing: [...list.missing, sign] };
}

/** Take a missing document away altogether. */
export function lose(list, number) {
  return { ...list, missing: list.missing.toSpliced(number, 1) };
}

/** Give a missing document another grade. */
export function regrade(list, number, sign) {
  return { ...list, missing: list.missing.with(number, sign) };
}

/** Give a missing document the next grade. */
export function stepMissing(list, number) {
  return regrade(list, number, next(list.missing[number], cycle(list.c, false)));
}

/** Say what a document is. */
export function meaning(sign) {
  return { u: "unjudged", x: "outside the pool" }[sign] ?? `grade ${sign}`;
}

/** One word for a tile. */
export function word(sign, c) {
  if (sign === "u") return "unjudged";
  if (sign === "x") return "outside";
  const words = { 1: ["relevant"], 2: ["relevant", "highly"], 3: ["relevant", "highly", "key"] }[c] ?? [];
  return sign === "0" ? "not rel." : words[sign - 1] ?? "";
}
