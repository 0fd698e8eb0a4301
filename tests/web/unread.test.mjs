import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { keepUnread } from "../../gapviz/web/unread.js";

mock.timers.enable({ apis: ["setTimeout"] });
const wait = (ms) => { for (let gone = 0; gone < ms; gone += 100) mock.timers.tick(100); };

const stored = new Map(); // of the one tab that all pages here are in
const storage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text),
  removeItem: (name) => stored.delete(name),
};

/** Open a page of the tab, by a link or by a reload; what it is told of comes through `happens`. */
function open(address, { type = "navigate", denied = false, full = false } = {}) {
  const listeners = [];
  globalThis.location = { href: address };
  globalThis.window = {
    addEventListener: (name, call) => listeners.push([name, call]),
    removeEventListener: (name, call) => listeners.splice(listeners.findIndex((one) => one[0] === name && one[1] === call), 1),
    get sessionStorage() {
      if (denied) throw new Error("SecurityError");
      return full ? { ...storage, setItem() { throw new Error("QuotaExceededError"); } } : storage;
    },
  };
  Object.defineProperty(globalThis, "performance", { configurable: true, value: { getEntriesByType: () => [{ type, name: address }] } });
  return { listeners, happens: (name) => listeners.filter((one) => one[0] === name).forEach((one) => one[1]()) };
}

const reload = { type: "reload" };
let tabs = 0;
const tab = () => `component ${tabs++}`; // a page looks for a name only once, and here all are one page

test("a reload finds what was told at its address, once", () => {
  const name = tab();
  const first = open("/");
  keepUnread(name).tell("g = 0.7");
  first.happens("beforeunload");
  open("/", reload);
  globalThis.location.href = "/?later"; // another component was faster
  assert.equal(keepUnread(name).left(), "g = 0.7");
  assert.equal(keepUnread(name).left(), undefined);
  assert.equal(stored.size, 0);
});
test("a reload may be of the address before Python wrote it, or of one that it wrote meanwhile", () => {
  for (const address of ["/", "/?between", "/?after"]) {
    const name = tab();
    const first = open("/#top");
    keepUnread(name).tell("g = 0.7");
    globalThis.location.href = "/?between";
    first.happens("beforeunload");
    globalThis.location.href = "/?after";
    first.happens("pagehide");
    open(address, reload);
    assert.equal(keepUnread(name).left(), "g = 0.7");
  }
});
test("a reload elsewhere, a new start and another component find nothing", () => {
  for (const [address, how, other] of [["/?other", reload], ["/", {}], ["/", reload, tab()]]) {
    const name = tab();
    const first = open("/");
    keepUnread(name).tell("g = 0.7");
    globalThis.location.href = "/?g=0.7";
    first.happens("beforeunload");
    open(address, how);
    assert.equal(keepUnread(other ?? name).left(), undefined);
  }
});
test("what was told while the server was away is found by the next page that it serves", () => {
  const name = tab();
  const first = open("/");
  keepUnread(name).tell("g = 0.7");
  first.happens("beforeunload");
  open("/"); // the browser had shown a page of its own
  assert.equal(keepUnread(name).left(), "g = 0.7");
});
test("a page that stayed does not look for what it stored when a download began", () => {
  const name = tab();
  const page = open("/", reload);
  const unread = keepUnread(name);
  assert.equal(unread.left(), undefined);
  unread.tell("g = 0.7");
  page.happens("beforeunload");
  assert.equal(keepUnread(name).left(), undefined);
});
test("going back says so where Python may not have heard what was told", () => {
  const page = open("/");
  let overtaken = 0;
  const unread = keepUnread(tab(), undefined, () => { overtaken += 1; });
  page.happens("popstate");
  assert.equal(overtaken, 0);
  unread.tell("g = 0.7");
  page.happens("popstate");
  page.happens("popstate");
  assert.equal(overtaken, 1);
});
test("going back, and another state from Python, end what was told before", () => {
  const page = open("/");
  const unread = keepUnread(tab());
  unread.tell("g = 0.7");
  page.happens("popstate");
  assert.equal(unread.kept(), undefined);
  unread.tell("g = 0.8");
  assert.equal(unread.kept(), "g = 0.8"); // for another server
  unread.forget();
  assert.equal(unread.kept(), undefined);
  stored.clear();
  page.happens("beforeunload");
  assert.equal(stored.size, 0);
});
test("what the address has long said does not come back over a later address", () => {
  const name = tab();
  const page = open("/");
  const unread = keepUnread(name, (what) => globalThis.location.href.endsWith(what));
  unread.tell("g=0.5");
  globalThis.location.href = "/?g=0.5";
  unread.tell("g=0.7"); // before the server has answered this, only the one before it
  wait(5000);
  assert.equal(unread.kept(), "g=0.7");
  globalThis.location.href = "/?g=0.7";
  wait(200);
  globalThis.location.href = "/?g=0.3"; // by Python; the component has yet to hear of it
  page.happens("beforeunload");
  open("/?g=0.3", reload);
  assert.equal(keepUnread(name).left(), undefined);
});
test("a component that has gone leaves no listener, and a browser may deny its storage", () => {
  const page = open("/", { denied: true });
  let looks = 0;
  const unread = keepUnread(tab(), () => { looks += 1; });
  unread.tell("g = 0.7");
  page.happens("beforeunload");
  assert.equal(unread.left(), undefined);
  unread.stop();
  wait(500);
  assert.deepEqual([page.listeners.length, looks], [0, 1]);
});
test("a full storage of the tab stops nothing: a reload is of the address", () => {
  const page = open("/", { full: true });
  const unread = keepUnread(tab());
  unread.tell("g = 0.7");
  page.happens("beforeunload");
  assert.equal(unread.left(), undefined);
  assert.equal(unread.kept(), "g = 0.7");
  unread.stop();
});
