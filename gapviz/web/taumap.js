// Kendall's tau-b between the rankings by AP, GAP, xGAP and eGAP: lower triangle, colour from -1 to 1.
import { MEASURES } from "./measures.js";
import { set, vary, write } from "./dom.js";

/** Put the map in place; returns its draw function. */
export function buildTauMap(live) {
  const cells = [...live.part.tau.querySelectorAll("[data-pair]")].map((cell) => {
    const [a, b] = cell.dataset.pair.split(" ").map(Number);
    return { cell, a, b };
  });

  return () => {
    let missing = false;
    for (const { cell, a, b } of cells) {
      const tau = live.now.tau[a][b];
      missing ||= tau === null;
      write(cell, tau === null ? "" : tau.toFixed(3).replace("-", "−"));
      const size = Math.abs(tau ?? 0);
      // Beyond these the text in the other colour has the better contrast, on the light and the dark page.
      const full = `${size > 0.84 ? " full-light" : ""}${size > 0.66 ? " full-dark" : ""}`;
      set(cell, "class", tau === null ? "undefined" : `${tau < 0 ? "minus" : "plus"}${full}`);
      vary(cell, "--size", `${(100 * size).toFixed(1)}%`);
      set(cell, "aria-label", `${MEASURES[a]} with ${MEASURES[b]}: ${tau === null ? "undefined" : tau.toFixed(3)}`);
    }
    live.part.undefined.hidden = !missing;
    write(live.part.undefined, live.names.length < 2 ? "One run loaded: ranks and τ need two."
      : "Hatched: every run has the same mean under one of the two, so τ-b is undefined.");
  };
}
