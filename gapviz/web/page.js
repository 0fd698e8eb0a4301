// The live page as one file: it stands in for Python. Data come with the page, and the state is in the address.
import { default as update } from "./live.js";
import { addressed, FIELDS, readView, viewParameters } from "./link.js";

/** Where a component keeps what Python has not yet read: here nothing is ever unread. */
const nothingUnread = () => ({ forget() {}, tell() {}, kept: () => undefined, left: () => undefined, stop() {} });

function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Show what the page holds; `embedded` is a page inside another one, which has no address of its own. */
function open({ config, start, tables, embedded }) {
  const floats = (text) => new Float64Array(bytes(text).buffer);
  const data = { S: floats(tables.S), RB: floats(tables.RB), counted: bytes(tables.counted) };
  const said = document.getElementById("gapviz-notes");
  const here = { c: config.shape[2], runs: config.runs, topics: config.topics, g: config.g };
  const link = FIELDS.map(({ name, parameter, absent }) => [name, parameter, absent]);
  const trail = []; // addresses of the views that the hand settled on
  let at = -1;
  let rev = 0;

  const behind = () => (embedded ? "" : location.hash.slice(1));
  const current = () => trail[at];
  function show() { // also called where only the buttons change
    const { view, notes } = readView(new URLSearchParams(current()), here);
    const can = [at > 0 && "undo", at + 1 < trail.length && "redo", "reset"].filter(Boolean);
    update({ data: { config: { ...config, view, rev, link, can, session: "page", whole: true }, ...data }, parentElement: document.body,
      setStateValue, setTriggerValue, keep: nothingUnread });
    return notes;
  }
  function step(address) { // a view is in force that was not
    if (address === current()) return false;
    trail.splice(at + 1, trail.length, address);
    at = trail.length - 1;
    return true;
  }
  function adopt() { // take the view of the trail in place of the hand's
    rev += 1;
    const notes = show();
    said.hidden = notes.length === 0;
    said.textContent = notes.join(" ");
  }
  function write() {
    if (!embedded && behind() !== current()) history.pushState(null, "", `#${current()}`);
  }
  function setStateValue(_, { final, view }) {
    if (!final) return;
    if (step(addressed(viewParameters(view)))) write();
    queueMicrotask(show); // after the component has done what it does where the hand lets go
  }
  function setTriggerValue(_, action) {
    if (action === "undo") at -= 1;
    else if (action === "redo") at += 1;
    else step(addressed(without(current(), ["g", "pin", "lock", "vs"])));
    adopt();
    write();
  }
  function without(address, names) {
    const parameters = new URLSearchParams(address);
    names.forEach((name) => parameters.delete(name));
    parameters.set("g", here.g.join(","));
    return parameters;
  }

  step(behind() || start);
  adopt();
  window.addEventListener("hashchange", () => { if (step(behind() || start)) adopt(); });
}

/** Let the reader choose light or dark; the system's choice holds at first. */
function colors(group) {
  group.addEventListener("click", (event) => {
    const scheme = event.target.closest("button")?.value;
    if (!scheme) return;
    document.documentElement.style.colorScheme = scheme;
    for (const button of group.children) button.setAttribute("aria-pressed", button.value === scheme);
  });
}

/** Tell the page around this one how high it is. */
function tellHeight() {
  new ResizeObserver(() => parent.postMessage({ gapvizHeight: document.documentElement.offsetHeight }, "*")).observe(document.body);
}

const brought = JSON.parse(document.getElementById("gapviz-data").textContent);
colors(document.getElementById("gapviz-colors"));
open(brought);
if (brought.embedded) tellHeight();
