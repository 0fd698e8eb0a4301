// Equal means, ranks of runs and Kendall's tau-b, as in equality.py, ranks.py and tau.py of gapviz/analysis/rankings.

const EQUAL = 1e-12; // means that differ by no more, relative to the larger one, are equal: the rest is rounding

/** Sort runs by the difference of two. From an order that nearly stands, as that of the last frame, it takes one pass. */
function settle(runs, apart) {
  for (let k = 1; k < runs.length; k++) {
    const run = runs[k];
    let at = k;
    for (; at > 0 && apart(runs[at - 1], run) > 0; at--) runs[at] = runs[at - 1];
    runs[at] = run;
  }
  return runs;
}

/**
 * Place of each mean among the different ones, from 0, the lowest; equal means have the same. `near`, if there is one, is an
 * order of the runs, from the best, that may nearly stand: it is faster from there.
 */
export function places(means, near) {
  const apart = (i, j) => means[i] - means[j];
  const rising = near ? settle(near.slice().reverse(), apart) : Int32Array.from(means.keys()).sort(apart);
  const placed = new Int32Array(means.length);
  for (let k = 1; k < rising.length; k++) {
    const [low, high] = [means[rising[k - 1]], means[rising[k]]];
    placed[rising[k]] = placed[rising[k - 1]] + Number(high - low > EQUAL * Math.max(high, -low));
  }
  return placed;
}

/** Runs from the best place to the worst, ties by the places of their names; `near` as in `places`. */
export function ordering(placed, named, near) {
  const apart = (i, j) => placed[j] - placed[i] || named[i] - named[j];
  return near ? settle(near.slice(), apart) : Int32Array.from(placed.keys()).sort(apart);
}

/** Ranks from 1 of an ordering. */
export function ranks(order) {
  const rank = new Int32Array(order.length);
  order.forEach((i, k) => { rank[i] = k + 1; });
  return rank;
}

/** Pairs of equal values in a rising list. */
function equalPairs(rising) {
  let pairs = 0;
  for (let k = 1, same = 0; k < rising.length; k++) {
    same = rising[k] === rising[k - 1] ? same + 1 : 0;
    pairs += same;
  }
  return pairs;
}

/** Pairs of a list of whole numbers from 0 to its length in which the first is higher, counted in a Fenwick tree. */
function fallingPairs(list) {
  const N = list.length;
  const tree = new Int32Array(N + 2);
  let pairs = 0;
  for (let k = 0; k < N; k++) {
    let seen = 0; // that are not higher
    for (let at = list[k] + 1; at > 0; at -= at & -at) seen += tree[at];
    pairs += k - seen;
    for (let at = list[k] + 1; at < tree.length; at += at & -at) tree[at]++;
  }
  return pairs;
}

/** Kendall's tau-b between every two of some lists of places; null where a list is constant. */
export function tauMatrix(lists) {
  const N = lists[0].length;
  const all = (N * (N - 1)) / 2;
  const tied = lists.map((list) => equalPairs(Int32Array.from(list).sort()));
  const tau = lists.map((_, a) => lists.map((__, b) => (a === b && tied[a] < all ? 1 : null)));
  lists.forEach((x, a) => lists.slice(0, a).forEach((y, b) => {
    const pairs = Math.sqrt((all - tied[a]) * (all - tied[b]));
    if (pairs === 0) return;
    const both = Float64Array.from(x, (place, i) => place * (N + 1) + y[i]).sort(); // by x, those with equal x by y
    const untied = all - tied[a] - tied[b] + equalPairs(both);
    tau[a][b] = tau[b][a] = (untied - 2 * fallingPairs(both.map((key) => key % (N + 1)))) / pairs;
  }));
  return tau;
}
