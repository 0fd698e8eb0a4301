// What a component tells Python stands in the address only a moment later. Until then it is kept here, so that
// neither a reload nor a server that was away loses it.

const LEAVING = ["beforeunload", "pagehide"];
const LOOK = 100; // ms between looks at the address; what it says is kept for as long once more
const looked = new Set(); // names under which this page has looked for what the page before it left

/** Where a page finds what the page before it in the same tab left; undefined where a browser denies it. */
function betweenPages() {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Keep a text for the page that comes after this one, if the browser has room for it. */
function leaveText(name, text) {
  try {
    betweenPages()?.setItem(name, text);
  } catch {
    // a full sessionStorage: then a reload is of the address
  }
}

/**
 * Keep what a component told last, until it calls `forget`, or `isRead` says that the address has it all;
 * across a reload under `name`. `overtaken` is called when the reader goes Back before that.
 */
export function keepUnread(name, isRead, overtaken) {
  const store = betweenPages();
  const plain = (address) => address.split("#")[0];
  let told = null;
  let timer = 0;
  // A reload may be of the address before Python wrote it, after that, or of one between: all of them count.
  const leave = () => {
    if (!told) return;
    told.at.push(plain(location.href));
    leaveText(name, JSON.stringify(told));
  };
  const forget = () => {
    clearTimeout(timer);
    told = null;
  };
  // What has been read must not come back over what the address says later.
  const look = () => { timer = setTimeout(isRead(told.what) ? forget : look, LOOK); };
  for (const moment of LEAVING) window.addEventListener(moment, leave);
  // The reader has asked for another state, and Streamlit may drop what it had not heard yet: then what Python shows holds.
  const back = () => {
    const late = told;
    forget();
    if (late) overtaken?.();
  };
  window.addEventListener("popstate", back);
  return {
    forget,
    tell(what) {
      forget();
      told = { at: [plain(location.href)], what };
      if (isRead) look();
    },
    /** What was told last on this page, for a server that stands in for another one; undefined if nothing was. */
    kept: () => told?.what,
    /** What the page before this one in the tab told, where this one began at its address; found once. */
    left() {
      if (looked.has(name)) return undefined;
      looked.add(name);
      const found = JSON.parse(store?.getItem(name) ?? null);
      store?.removeItem(name);
      const begun = performance.getEntriesByType("navigation")[0];
      const same = (address) => address === plain(begun.name);
      // A link to where a reader began is a new start, unless Python had not yet answered: the server was away.
      return found && (begun.type === "reload" ? found.at.some(same) : found.at.every(same)) ? found.what : undefined;
    },
    stop() {
      forget();
      for (const moment of LEAVING) window.removeEventListener(moment, leave);
      window.removeEventListener("popstate", back);
    },
  };
}
