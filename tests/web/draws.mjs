/** Give whole numbers from 0 to below a bound, the same ones in every run. */
export function draws() {
  let seed = 1;
  return (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
}
