// Equal means, ranks of runs and Kendall's tau-b, as in equality.py, ranks.py and tau.py of gapviz/analysis/rankings.

const EQUAL = 1e-12; // means that differ by no more, relative to the larger one, are equal: the rest is rounding

/** Place of each mean among the different ones, from 0, the lowest; equal means have the same. */
export function places(means) {
  const rising = Int32Array.from(means.keys()).sort((i, j) => means[i] - means[j]);
  const placed = new Int32Array(means.length);
  for (let k = 1; k < rising.length; k++) {
    const [low, high] = [means[rising[k - 1]], means[rising[k]]];
    placed[rising[k]] = placed[rising[k - 1]] + Number(high - low > EQUAL * Math.max(high, -low));
  }
  return placed;
}

/** Runs from the best place to the worst, ties by the places of their names. */
export function ordering(placed, named) {
  return Int32Array.from(placed.keys()).sort((i, j) => placed[j] - placed[i] || named[i] - named[j]);
}

/** Ranks from 1 of an ordering. */
export function ranks(order) {
  const rank = new Int32Array(order.length);
  order.forEach((i, k) => { rank[i] = k + 1; });
  return rank;
}

/** Kendall's tau-b between every two of M lists of places; null where a list is constant. */
export function tauMatrix(lists) {
  const M = lists.length;
  const N = lists[0].length;
  const agreed = new Float64Array(M * M); // concordant minus discordant pairs; on the diagonal, untied ones
  const sign = new Float64Array(M);
  for (let i = 0; i < N; i++) {
    for (let j = i + 1; j < N; j++) {
      for (let a = 0; a < M; a++) {
        sign[a] = Math.sign(lists[a][i] - lists[a][j]);
        for (let b = 0; b <= a; b++) agreed[a * M + b] += sign[a] * sign[b];
      }
    }
  }
  return lists.map((_, a) => lists.map((__, b) => {
    const pairs = Math.sqrt(agreed[a * M + a] * agreed[b * M + b]);
    return pairs > 0 ? agreed[Math.max(a, b) * M + Math.min(a, b)] / pairs : null;
  }));
}
