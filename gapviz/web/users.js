// The user model g, a list over thresholds 1..c (from 0 here) that sums to 1. Mirrors gapviz/users.py.

/** The part of the whole that probability `index` can take while the locked ones keep theirs. */
export function room(g, index, locked) {
  return g.reduce((sum, share, h) => (h === index || !locked.has(h) ? sum + share : sum), 0);
}

/** Set one probability; the others that are not locked share the rest in their proportions. */
export function move(g, index, value, locked) {
  const free = g.map((_, h) => h).filter((h) => h !== index && !locked.has(h));
  if (free.length === 0) return g;
  const mass = free.reduce((sum, h) => sum + g[h], 0);
  const whole = g[index] + mass;
  const moved = g.slice();
  moved[index] = Math.min(Math.max(value, 0), whole);
  const rest = whole - moved[index];
  for (const h of free) moved[h] = mass > 0 ? g[h] * (rest / mass) : rest / free.length;
  return moved;
}

/** Move towards a point of the plane of the simplex: outside is pulled in, locked ones keep their value. */
export function moveTo(g, target, locked) {
  const free = g.map((_, h) => h).filter((h) => !locked.has(h));
  if (free.length < 2) return g;
  const whole = free.reduce((sum, h) => sum + g[h], 0);
  const wish = free.map((h) => Math.max(target[h], 0));
  const mass = wish.reduce((sum, share) => sum + share, 0);
  const moved = g.slice();
  free.forEach((h, k) => { moved[h] = mass > 0 ? wish[k] * (whole / mass) : whole / free.length; });
  return moved;
}

/** A probability without the last bits that a subtraction left: 1 - 0.9 is 0.1 in a link. */
export function short(share) {
  const rounded = Number(share.toFixed(12));
  return Math.abs(rounded - share) < 1e-15 ? rounded : share;
}

/** The user model at share t of the straight way from a to b. */
export function between(a, b, t) {
  return a.map((share, h) => (1 - t) * share + t * b[h]);
}

/** Share of the straight way from a to b at which a user model stands, or comes nearest. */
export function along(g, a, b) {
  const length = a.reduce((sum, share, h) => sum + (b[h] - share) ** 2, 0);
  const reached = a.reduce((sum, share, h) => sum + (b[h] - share) * (g[h] - share), 0);
  return length > 0 ? Math.min(1, Math.max(0, reached / length)) : 0;
}

/** Whether two user models are the same to the eye of a person and of a link. */
export function same(a, b) {
  return a.every((share, h) => Math.abs(share - b[h]) < 1e-9);
}

/** A probability's name: g₁ is at index 0. */
export function label(h) {
  return `g${String.fromCodePoint(0x2081 + h)}`;
}

/** Read a typed probability: {value}, or {message} that says the allowed range. */
export function typed(text, g, index, locked) {
  const top = room(g, index, locked);
  const fixed = [...locked].filter((h) => h !== index).sort();
  const free = g.length - fixed.length - 1;
  const low = free > 0 ? 0 : top;
  const value = /^\s*(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text) ? Number(text.replace(",", ".")) : NaN;
  if (value >= low - 5e-3 && value <= top + 5e-3) return { value };
  const why = fixed.map((h) => `${label(h)} is locked at ${g[h].toFixed(2)}`).join(", ");
  return { message: `${low.toFixed(2)} to ${top.toFixed(2)}${why ? `: ${why}` : ""}` };
}
