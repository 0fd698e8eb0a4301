import assert from "node:assert/strict";
import test from "node:test";
import { keepUnread } from "../../../gapviz/pages/unread.js";

const stored = new Map(); // of the one tab that all pages here are in
const storage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text),
  removeItem: (name) => stored.delete(name),
};

/** Open a page of the tab, by a link or by a reload; what it is told of comes through `happens`. */
function open(address, { type = "navigate", denied = false } = {}) {
  const listeners = [];
  globalThis.location = { href: address };
  globalThis.window = {
    addEventListener: (name, call) => listeners.push([name, call]),
    removeEventListener: (name, call) => listeners.splice(listeners.findIndex((one) => one[0] === name && one[1] === call), 1),
    get sessionStorage() {
      if (denied) throw new Error("SecurityError");
      return storage;
    },
  };
  Object.defineProperty(globalThis, "performance", { configurable: true, value: { getEntriesByType: () => [{ type }] } });
  return { listeners, happens: (name) => listeners.filter((one) => one[0] === name).forEach((one) => one[1]()) };
}

const reload = { type: "reload" };

test("a reload finds what was told at its address, once", () => {
  const first = open("/");
  keepUnread("a").tell("g = 0.7");
  first.happens("beforeunload");
  open("/", reload);
  assert.equal(keepUnread("a").recover(true), "g = 0.7");
  assert.equal(keepUnread("a").recover(true), undefined);
});
test("a reload may be of the address before Python wrote it, or of one that it wrote meanwhile", () => {
  for (const address of ["/", "/?between", "/?after"]) {
    const first = open("/");
    keepUnread("a").tell("g = 0.7");
    globalThis.location.href = "/?between";
    first.happens("beforeunload");
    globalThis.location.href = "/?after";
    first.happens("pagehide");
    open(address, reload);
    assert.equal(keepUnread("a").recover(true), "g = 0.7");
  }
});
test("a reload elsewhere, a link and another component find nothing", () => {
  for (const [address, how, name] of [["/?other", reload, "a"], ["/", {}, "a"], ["/", reload, "b"]]) {
    stored.clear();
    const first = open("/");
    keepUnread("a").tell("g = 0.7");
    first.happens("beforeunload");
    open(address, how);
    assert.equal(keepUnread(name).recover(true), undefined);
  }
});
test("going back, and another state from Python, end what was told before", () => {
  const page = open("/");
  const unread = keepUnread("a");
  unread.tell("g = 0.7");
  page.happens("popstate");
  assert.equal(unread.recover(false), undefined);
  unread.tell("g = 0.8");
  assert.equal(unread.recover(false), "g = 0.8"); // for another server, at the same address
  unread.forget();
  assert.equal(unread.recover(false), undefined);
  stored.clear();
  page.happens("beforeunload");
  assert.equal(stored.size, 0);
});
test("what Python has written into the address is not told to another server again", () => {
  open("/");
  const unread = keepUnread("a");
  unread.tell("g = 0.7");
  globalThis.location.href = "/?g=0.7";
  assert.equal(unread.recover(false), undefined);
});
test("a component that has gone leaves no listener, and a browser may deny its storage", () => {
  const page = open("/", { denied: true });
  const unread = keepUnread("a");
  unread.tell("g = 0.7");
  page.happens("beforeunload");
  assert.equal(unread.recover(true), undefined);
  unread.stop();
  assert.equal(page.listeners.length, 0);
});
