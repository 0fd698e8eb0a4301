// Three cards that answer first: winner, mean, tau with AP, and what changed from the pinned g.
import { MEASURES } from "./measures.js";
import { change, plain, set, stamp, write } from "./dom.js";

/** Put the cards in place; returns their draw function. */
export function buildCards(live) {
  const cards = MEASURES.slice(1).map((measure) => {
    const card = stamp(live.part.cardTemplate);
    card.node.classList.add(measure);
    write(card.measure, measure);
    set(card.mark, "href", `#gv-${measure}`);
    live.part.cards.append(card.node);
    return card;
  });

  return () => cards.forEach((card, k) => {
    const m = k + 1;
    const { now, then } = live;
    const winner = now.order[m][0];
    write(card.winner, plain(live.names[winner]));
    set(card.winner, "title", live.names[winner]);
    write(card.what, then ? "τ with AP, change from pinned" : "τ with AP");
    const few = live.names.length < 2;
    write(card.tau, few ? "" : now.tau[m][0]?.toFixed(3) ?? "undefined");
    set(card.tau, "title", !few && now.tau[m][0] === null ? "Every run ties: τ-b is undefined" : "");
    write(card.mean, `mean ${now.means[m][winner].toFixed(4)}`);
    const before = then?.order[m][0];
    const changed = then !== null && before !== winner;
    card.fresh.hidden = !changed;
    write(card.was, !then ? "" : changed ? `was ${plain(live.names[before])}` : "same winner as pinned");
    set(card.was, "class", changed ? "was changed" : "was");
    const known = then && now.tau[m][0] !== null && then.tau[m][0] !== null;
    const [text, direction] = known ? change(now.tau[m][0] - then.tau[m][0], 3) : ["", "none"];
    write(card.moved, text);
    set(card.moved, "class", `moved ${direction}`);
  });
}
