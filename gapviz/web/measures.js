// AP, GAP, xGAP and eGAP of runs and topics under g, from the statistics of gapviz/profile.py.
//
// stats: N runs, T topics, grades 1..c; S (N, T, P) with P = c (c + 1) / 2 holds S[r, h], h <= r, row by
// row; RB (T, c) the recall bases; counted (N, T) is 1 where a topic takes part in the run's mean.
// C[r] is the sum of g[k] over k <= r.

export const MEASURES = ["AP", "GAP", "xGAP", "eGAP"];

/** The different rows of recall bases: {bases: those rows, one after the other, kind: the number of each topic's row}. */
function kindsOf({ T, c, RB }) {
  const numbers = new Map();
  const kind = Int32Array.from({ length: T }, (_, t) => {
    const row = RB.subarray(t * c, (t + 1) * c).join();
    if (!numbers.has(row)) numbers.set(row, numbers.size);
    return numbers.get(row);
  });
  return { bases: Float64Array.from([...numbers.keys()].flatMap((row) => row.split(",").map(Number))), kind };
}

/**
 * The statistics, with sums that no g changes. A (N, T, c) holds A[h], the sum of S[r, h] over r >= h. Of each run's counted
 * topics: `reached` (N, c), the means of AP(h), which eGAP weighs; `induced` (N, K), the means of S[r, h] / RB[k] for h, k <= r,
 * which xGAP weighs; `gained` (N, U, c), the sums of A[h] over the topics of each of U kinds, divided by the number of all: topics
 * of a kind have the same recall bases, and so the same denominator of GAP.
 */
export function prepare(stats) {
  const { N, T, c, S, RB, counted } = stats;
  const P = (c * (c + 1)) / 2;
  const K = (P * (2 * c + 1)) / 3;
  const A = new Float64Array(N * T * c);
  const { bases, kind } = kindsOf(stats);
  const U = bases.length / c;
  const [reached, induced, gained] = [N * c, N * K, N * U * c].map((length) => new Float64Array(length));
  for (let i = 0; i < N; i++) {
    let topics = 0;
    for (let t = 0; t < T; t++) {
      const s = i * T + t;
      const adds = counted[s];
      topics += adds;
      let at = i * K;
      for (let r = 0, p = s * P; r < c; r++) {
        for (let h = 0; h <= r; h++, p++) {
          A[s * c + h] += S[p];
          if (adds) for (let k = 0; k <= r; k++, at++) if (RB[t * c + k] > 0) induced[at] += S[p] / RB[t * c + k];
        }
      }
      if (!adds) continue;
      for (let h = 0; h < c; h++) {
        gained[(i * U + kind[t]) * c + h] += A[s * c + h];
        if (RB[t * c + h] > 0) reached[i * c + h] += A[s * c + h] / RB[t * c + h];
      }
    }
    for (const [sums, length] of [[reached, c], [induced, K], [gained, U * c]]) {
      for (let k = i * length; k < (i + 1) * length; k++) sums[k] /= topics || 1;
    }
  }
  return { ...stats, A, bases, kind, reached, induced, gained };
}

/** g[h] / base for each kind of topic and threshold, with base the denominator of [F] eq. 4. */
function gapShares({ c, bases }, g) {
  const part = new Float64Array(bases.length);
  for (let u = 0; u < bases.length; u += c) {
    let base = 0;
    for (let h = 0; h < c; h++) base += g[h] * bases[u + h];
    if (base > 0) for (let h = 0; h < c; h++) part[u + h] = g[h] / base;
  }
  return part;
}

/** g[k] / C[r] for k <= r, row by row, 0 where C[r] is: the sum over k of them, each divided by RB[k], is w[r] of [F] eq. 5. */
function weights(g) {
  let C = 0;
  return Float64Array.from(g.flatMap((share, r) => {
    C += share;
    return g.slice(0, r + 1).map((one) => (C > 0 ? one / C : 0));
  }));
}

/** Means of each run over its counted topics, 0 where none is: one Float64Array for each of MEASURES. */
export function means(prepared, g) {
  const { N, c, reached, induced, gained } = prepared;
  const all = MEASURES.map(() => new Float64Array(N));
  const [ap, gap, xgap, egap] = all;
  const part = gapShares(prepared, g);
  const weight = weights(g);
  const factor = []; // of each of a run's induced means
  for (let r = 0; r < c; r++) for (let h = 0; h <= r; h++) for (let k = 0; k <= r; k++) factor.push(g[h] * weight[(r * (r + 1)) / 2 + k]);
  const [K, U] = [factor.length, part.length];
  for (let i = 0; i < N; i++) {
    ap[i] = reached[i * c];
    for (let h = 0; h < c; h++) egap[i] += g[h] * reached[i * c + h]; // [F] eq. 6
    for (let k = 0; k < K; k++) xgap[i] += factor[k] * induced[i * K + k]; // [F] eq. 5
    let sum = 0; // a number of its own: faster than to add to the list
    for (let k = 0, at = i * U; k < U; k++, at++) sum += part[k] * gained[at]; // [F] eq. 4
    gap[i] = sum;
  }
  return all;
}

/** Scores of run `i` on each topic: one Float64Array for each of MEASURES. */
export function scores(prepared, g, i) {
  const { T, c, S, RB, A, kind } = prepared;
  const P = (c * (c + 1)) / 2;
  const all = MEASURES.map(() => new Float64Array(T));
  const [ap, gap, xgap, egap] = all;
  const part = gapShares(prepared, g);
  const weight = weights(g);
  for (let t = 0; t < T; t++) {
    const s = i * T + t;
    ap[t] = RB[t * c] > 0 ? A[s * c] / RB[t * c] : 0; // AP(1), [F] eq. 2
    egap[t] = egapOn(prepared, g, i, t);
    for (let h = 0; h < c; h++) gap[t] += part[kind[t] * c + h] * A[s * c + h];
    for (let r = 0, p = 0; r < c; r++) {
      let w = 0;
      let inner = 0;
      for (let h = 0; h <= r; h++, p++) {
        if (RB[t * c + h] > 0) w += weight[p] / RB[t * c + h];
        inner += g[h] * S[s * P + p];
      }
      xgap[t] += w * inner;
    }
  }
  return all;
}

/** eGAP of a run on a topic, [F] eq. 6. */
export function egapOn({ T, c, RB, A }, g, i, t) {
  let sum = 0;
  for (let h = 0; h < c; h++) if (RB[t * c + h] > 0) sum += (g[h] * A[(i * T + t) * c + h]) / RB[t * c + h];
  return sum;
}

/** Mean score of the ideal list for GAP, xGAP and eGAP. `reach` is the share of counted topics with a document
 * of grade 1, 2, … or higher: that of topics with tau >= h, tau the highest grade with a document. */
export function ceilings(reach, g) {
  const gap = reach[g.findIndex((share) => share > 0)]; // an ideal list has GAP 1 where it serves anybody
  const egap = g.reduce((sum, share, h) => sum + share * reach[h], 0); // mean of C[tau]
  return [gap, egap, egap];
}
