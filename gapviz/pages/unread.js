// What a component tells Python stands in the address only a moment later. Until then it is kept here, so that
// neither a reload nor a server that was away loses it.

const LEAVING = ["beforeunload", "pagehide"];

/** Where a page finds what the page before it in the same tab left; undefined where a browser denies it. */
function betweenPages() {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** Keep what a component told last; across a reload under `name`. */
export function keepUnread(name) {
  const store = betweenPages();
  let told = null;
  // A reload may be of the address before Python wrote it, after that, or of one between: all of them count.
  const leave = () => {
    if (!told) return;
    told.at.push(location.href);
    store?.setItem(name, JSON.stringify(told));
  };
  const forget = () => { told = null; };
  for (const moment of LEAVING) window.addEventListener(moment, leave);
  window.addEventListener("popstate", forget); // the reader has asked for another state
  return {
    forget,
    tell(what) { told = { at: [location.href], what }; },
    /** What was told at this address, by the page before a reload where this one is new; undefined if nothing was. */
    recover(fresh) {
      let found = told;
      if (fresh) {
        const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
        found = reloaded ? JSON.parse(store?.getItem(name) ?? null) : null;
        store?.removeItem(name);
      }
      return found?.at.includes(location.href) ? found.what : undefined;
    },
    stop() {
      for (const moment of LEAVING) window.removeEventListener(moment, leave);
      window.removeEventListener("popstate", forget);
    },
  };
}
