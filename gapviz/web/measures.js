// AP, GAP, xGAP and eGAP of every run and topic under g, from the statistics of gapviz/profile.py.
//
// stats: N runs, T topics, grades 1..c; S (N, T, P) with P = c (c + 1) / 2 holds S[r, h], h <= r, row by
// row; RB (T, c) the recall bases; counted (N, T) is 1 where a topic takes part in the run's mean.

export const MEASURES = ["AP", "GAP", "xGAP", "eGAP"];

/** Scores of the four measures in the order of MEASURES, each a Float64Array of shape (N, T). */
export function scores(stats, g) {
  const { N, T, c, S, RB } = stats;
  const P = (c * (c + 1)) / 2;
  const values = MEASURES.map(() => new Float64Array(N * T));
  const [ap, gap, xgap, egap] = values;
  const w = new Float64Array(T * c);
  const base = new Float64Array(T);
  for (let t = 0; t < T; t++) {
    let C = 0;
    let q = 0;
    for (let r = 0; r < c; r++) {
      C += g[r];
      q += RB[t * c + r] > 0 ? g[r] / RB[t * c + r] : 0;
      w[t * c + r] = C > 0 ? q / C : 0; // w[r] of [F] eq. 5
      base[t] += g[r] * RB[t * c + r]; // denominator of [F] eq. 4
    }
  }
  for (let s = 0; s < N * T; s++) {
    const t = s % T;
    let gained = 0;
    for (let h = 0; h < c; h++) {
      let A = 0; // A[h] = sum of S[r, h] over r >= h
      for (let r = h; r < c; r++) A += S[s * P + (r * (r + 1)) / 2 + h];
      const threshold = RB[t * c + h] > 0 ? A / RB[t * c + h] : 0; // AP(h), [F] eq. 2
      if (h === 0) ap[s] = threshold;
      egap[s] += g[h] * threshold; // [F] eq. 6
      gained += g[h] * A;
    }
    gap[s] = base[t] > 0 ? gained / base[t] : 0; // [F] eq. 4
    for (let r = 0; r < c; r++) {
      let inner = 0;
      for (let h = 0; h <= r; h++) inner += g[h] * S[s * P + (r * (r + 1)) / 2 + h];
      xgap[s] += w[t * c + r] * inner; // [F] eq. 5
    }
  }
  return values;
}

/** Mean of each run over its counted topics, 0 where none is. */
export function means(stats, values) {
  const { N, T, counted } = stats;
  return Float64Array.from({ length: N }, (_, i) => {
    let sum = 0;
    let topics = 0;
    for (let s = i * T; s < (i + 1) * T; s++) if (counted[s]) { sum += values[s]; topics++; }
    return topics > 0 ? sum / topics : 0;
  });
}

/** Mean score of the ideal list for GAP, xGAP and eGAP. `reach` is the share of counted topics with a document
 * of grade 1, 2, … or higher: that of topics with tau >= h, tau the highest grade with a document. */
export function ceilings(reach, g) {
  const gap = reach[g.findIndex((share) => share > 0)]; // an ideal list has GAP 1 where it serves anybody
  const egap = g.reduce((sum, share, h) => sum + share * reach[h], 0); // mean of C[tau]
  return [gap, egap, egap];
}
